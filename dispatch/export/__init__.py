"""A recorded run as tables for other programs: steps, orders, model calls, digests."""
