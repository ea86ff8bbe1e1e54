"""The long-term store in use: opened for a command or a run, and served to other programs."""
