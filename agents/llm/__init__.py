"""Agents and digests by language model: the seam to a model, its wrappers, prompts, and what is made of answers."""
