"""Many runs under one name, done in parallel, kept as they come, and never done twice."""
