"""The record of runs: its tables and its database, what writes a run into it, and what reads one back."""
