"""The findings of a check, written in one of four forms. Each module has one function from results to text."""
