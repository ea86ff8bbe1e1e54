"""Drivers' wishes: the kinds of constraint that they come to, and how plain words are compiled to them."""
