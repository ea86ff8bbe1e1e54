"""Action logs in the contest's form: what a row holds, files of them, and the logs of our own runs."""
