"""The world's auditor: what was done, by the minute, against what the driver wished and the law demands."""
