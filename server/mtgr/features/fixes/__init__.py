"""Quick fixes: for each kind of finding, what would settle it, where the file decides that."""
