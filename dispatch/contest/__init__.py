"""The agents inside the contest's own harness: its api in, its actions out."""
