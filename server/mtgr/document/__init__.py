"""The text of a file: its lines and positions, its games and blocks. Knows no rules of the game."""
