"""What is known of a text: its findings, its games, and the state at every line."""

from mtgr.analysis.analysis import Analysis
from mtgr.analysis.findings import Finding, Place, Related
from mtgr.analysis.game import Block, Game
from mtgr.syntax.line import Line

__all__ = ["Analysis", "Block", "Finding", "Game", "Line", "Place", "Related"]
