"""A run's language model: seated from settings and environment, and what its calls came to."""
