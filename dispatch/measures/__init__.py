"""What a run came to, in figures: money, waste, what memory was good for, and tokens shown."""
