"""What the extension for VS Code repeats of the server's tables: grammar, snippets, settings, legend."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.support.scripts import load

from mtgr import __version__
from mtgr.features.inlay import InlaySettings
from mtgr.features.legend import MODIFIERS, TYPES
from mtgr.features.lens import LensSettings

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
CONTRIBUTED = MANIFEST["contributes"]
SETTINGS: dict[str, Any] = CONTRIBUTED["configuration"]["properties"]


def script(name: str) -> ModuleType:
    """A script of the extension, as a module."""
    return load(EXTENSION / "scripts" / f"{name}.py")


def test_the_models_of_the_board_are_fresh() -> None:
    """Mended by editors/vscode/scripts/models.py."""
    models = script("models")
    written = {path.name: path.read_text("utf-8") for path in models.MODELS.glob("*.json")}
    assert written == models.models()


@pytest.mark.parametrize("path", script("grammar").files())
def test_grammar_and_snippets_are_fresh(path: str) -> None:
    """Mended by editors/vscode/scripts/grammar.py."""
    assert (EXTENSION / path).read_text(encoding="utf-8") == script("grammar").files()[path]


def camel(name: str) -> str:
    return re.sub("_(.)", lambda match: match[1].upper(), name)


@pytest.mark.parametrize(("section", "kind"), [("inlayHints", InlaySettings), ("codeLens", LensSettings)])
def test_settings_are_those_of_the_server(section: str, kind: type) -> None:
    """Each switch of the server is a setting with the same default, and there is no other."""
    switches = {f"mtgr.{section}.{camel(field.name)}": field.default for field in dataclasses.fields(kind)}
    declared = {name: each["default"] for name, each in SETTINGS.items() if name.startswith(f"mtgr.{section}.")}
    assert declared == switches


def test_settings_are_those_of_the_documentation() -> None:
    """The page about settings names them all, with their defaults; two are of the extension alone."""
    page = (EXTENSION.parents[1] / "docs" / "features" / "settings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(mtgr\.\S+)` \| `(.*?)` \|", page, re.MULTILINE)
    documented = {name: json.loads(default) for name, default in rows}
    declared = {name: each["default"] for name, each in SETTINGS.items()}
    assert declared == {"mtgr.interpreter": "", "mtgr.checkFolder": True, **documented}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_are_described(name: str) -> None:
    assert SETTINGS[name].keys() >= {"type", "default", "scope", "order"}
    assert SETTINGS[name]["markdownDescription"].endswith(".")


def test_colours_are_those_of_the_legend() -> None:
    """Each token type has a scope; the modifiers that editors do not have by themselves are declared."""
    (mapping,) = CONTRIBUTED["semanticTokenScopes"]
    assert {selector.partition(".")[0] for selector in mapping["scopes"]} == set(TYPES)
    own = set(MODIFIERS) - {"declaration", "modification"}
    assert {each["id"] for each in CONTRIBUTED["semanticTokenModifiers"]} == own


def test_commands_of_menus_keys_and_walkthroughs_exist() -> None:
    declared = {each["command"] for each in CONTRIBUTED["commands"]}
    text = json.dumps([CONTRIBUTED["menus"], CONTRIBUTED["keybindings"], CONTRIBUTED["walkthroughs"]])
    used = set(re.findall(r"(?:\"command\": \"|[(:]command:)(mtgr\.\w+)", text))
    assert len(used) > 20
    assert used <= declared


def test_keys_are_for_games_only() -> None:
    for key in CONTRIBUTED["keybindings"]:
        assert key["when"] == "editorTextFocus && editorLangId == mtgr"


def test_settings_and_keys_are_in_the_readme() -> None:
    """Each setting, and each key behind `Alt+M` without its `Shift`."""
    readme = (EXTENSION / "README.md").read_text(encoding="utf-8")
    for name in SETTINGS:
        assert f"| `{name}` |" in readme
    keys = {each["key"].removeprefix("alt+m ") for each in CONTRIBUTED["keybindings"] if "shift" not in each["key"]}
    for key in keys & set("abcdefghijklmnopqrstuvwxyz"):
        assert f"| `Alt+M` `{key.upper()}`" in readme


def test_pictures_exist() -> None:
    for step in CONTRIBUTED["walkthroughs"][0]["steps"]:
        media = step["media"]
        assert (EXTENSION / (media.get("image") or media["markdown"])).is_file()


def test_versions_agree() -> None:
    assert MANIFEST["version"] == __version__
