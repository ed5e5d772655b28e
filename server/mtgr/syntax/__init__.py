"""One line of text and what it says. Knows no state, no file and no editor."""
