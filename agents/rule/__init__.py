"""The deciding agents by rule, and the arithmetic they share."""
