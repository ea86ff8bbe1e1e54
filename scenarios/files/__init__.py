"""Files of loads, drivers and scenarios: read, checked, cached, and written anew."""
