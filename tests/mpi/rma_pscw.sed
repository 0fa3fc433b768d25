# How often a test failed before it succeeded is chance.
/ polls /d
