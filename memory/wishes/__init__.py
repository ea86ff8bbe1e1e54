"""What a driver remembers of its own wishes: how far each is kept, and what a course of action would break."""
