"""What the user has chosen. The names are those of the setting files: ``mtgr.inlayHints.glyphs`` and so on."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, TypeVar

Chosen = TypeVar("Chosen")


class Settings:
    """The settings as the client gave them last, and readers of them that pass over whatever does not fit."""

    def __init__(self) -> None:
        self._given: dict[str, Any] = {}

    def given(self, settings: object) -> None:
        """The client gives settings: those below ``mtgr``, or bare ones. They take the place of what it gave before."""
        match settings:
            case {"mtgr": dict(ours)} | dict(ours):
                self._given = ours

    def text(self, name: str) -> str:
        """A setting that is a text; empty if it is not given."""
        found = self._given.get(name)
        return found if isinstance(found, str) else ""

    def switch(self, name: str) -> bool:
        """A setting that is a switch, and on if it is not given."""
        return self._given.get(name) is not False

    def of(self, section: str, kind: type[Chosen]) -> Chosen:
        """A section, as a dataclass whose fields are switches; one that is not given has the field's default."""
        section_given = self._given.get(section)
        found = section_given if isinstance(section_given, dict) else {}
        names = {field.name: _camel(field.name) for field in dataclasses.fields(kind)}  # type: ignore[arg-type]  # it is a dataclass
        return kind(**{name: found[given] for name, given in names.items() if isinstance(found.get(given), bool)})


def _camel(name: str) -> str:
    return re.sub("_(.)", lambda match: match[1].upper(), name)
