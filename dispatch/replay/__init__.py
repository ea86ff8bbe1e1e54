"""A recorded run taken again: replayed and compared, resumed where it stopped, or followed and then left."""
