"""Recorded runs explained: which there are, how one went, and what each agent saw, said and relied on."""
