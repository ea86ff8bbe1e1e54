"""Arms against each other on the same seeds: runs, means, paired differences and their intervals."""
