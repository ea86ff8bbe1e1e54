"""What one driver knows: stores of loads, of the market and of itself, each a fold over facts."""
