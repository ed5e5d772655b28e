"""What is known of a text: its findings, its games, and the state at every line."""

from mtgr.analysis.analysis import Analysis, Block, Game
from mtgr.analysis.findings import Finding, Place, Related
from mtgr.syntax.line import Line

__all__ = ["Analysis", "Block", "Finding", "Game", "Line", "Place", "Related"]
