"""Digests: a store's facts in a few bullets, who writes them, and the gate that checks them."""
