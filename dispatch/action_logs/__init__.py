"""Action logs in the contest's form: rows and files, written, checked, re-simulated and scored."""
