"""The game state (section 14.2), what each statement does to it (14.3), and the checks (14.1). Knows no editor."""
