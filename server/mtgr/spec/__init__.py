"""The format as data: what every other room reads and nothing else writes down again."""
