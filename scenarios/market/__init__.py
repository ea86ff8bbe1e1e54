"""The generated market: what is known of the real one, the model fitted to it, and loads and drivers drawn from it."""
