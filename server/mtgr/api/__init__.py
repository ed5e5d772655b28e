"""For other programs: reading games and writing them (docs/api.md). Their names are in ``mtgr`` itself, too."""

from mtgr.api.build import statement
from mtgr.api.checking import Refused
from mtgr.api.findings import Finding, Related
from mtgr.api.reading import Game, Games, Statement, read_games
from mtgr.api.states import Player, State, Thing
from mtgr.api.values import Digits, Ref, Value
from mtgr.api.writing import GameWriter

__all__ = [
    "Digits",
    "Finding",
    "Game",
    "GameWriter",
    "Games",
    "Player",
    "Ref",
    "Refused",
    "Related",
    "State",
    "Statement",
    "Thing",
    "Value",
    "read_games",
    "statement",
]
