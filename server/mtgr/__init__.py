"""Tools for ``.mtgr``, the plain-text format that records games of Magic: The Gathering."""

__version__ = "0.1.0"
