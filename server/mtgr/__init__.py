"""Tools for ``.mtgr``, the plain-text format that records games of Magic: The Gathering.

For other programs there are the names of ``mtgr.api``, which is imported when one of them is asked for.
"""

__version__ = "0.1.0"

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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mtgr.api import (
        Digits,
        Finding,
        Game,
        Games,
        GameWriter,
        Player,
        Ref,
        Refused,
        Related,
        State,
        Statement,
        Thing,
        Value,
        read_games,
        statement,
    )


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mtgr import api

    return getattr(api, name)
