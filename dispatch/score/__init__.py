"""Action logs judged: checked and scored by the official scorer's rules, and re-simulated in our world."""
