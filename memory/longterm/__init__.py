"""Long-term memory: what runs and other clients learned, kept in one SQL database beyond the end of a run."""
