"""What each agent is shown of the stores: typed views within a budget of tokens."""
