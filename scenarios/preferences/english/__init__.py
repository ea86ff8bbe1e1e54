"""The grammar of English: a driver's words to constraints, by the same rules as the Chinese one beside it."""
