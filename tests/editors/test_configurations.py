"""The configurations for editors, and the page that says what each of them shows."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from tests.editors.programs import EDITORS, ROOT

SERVER = "mtgr-language-server"
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")


def test_the_server_they_start_is_the_one_that_is_installed() -> None:
    """And they start it for the texts that the colours are for."""
    assert f'{SERVER} = "' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    kate: dict[str, Any] = json.loads((EDITORS / "kate" / "settings.json").read_text())["servers"]["mtgr"]
    language = ET.parse(EDITORS / "kate" / "mtgr.xml").getroot().attrib["name"]
    assert kate["command"] == [SERVER]
    assert re.fullmatch(kate["highlightingModeRegex"], language)
    sublime = json.loads((EDITORS / "sublime" / "LSP.sublime-settings").read_text())["clients"]["mtgr"]
    assert sublime["command"] == [SERVER]
    assert f'"scope": "{sublime["selector"]}"' in (EDITORS / "sublime" / "mtgr.sublime-syntax").read_text()
    helix = (EDITORS / "helix" / "languages.toml").read_text()
    assert f'command = "{SERVER}"' in helix
    assert re.findall(r"^\[+(.*?)\]+$", helix, re.MULTILINE) == ["language-server.mtgr", "language"]


@pytest.mark.parametrize("heading", ["## What each shows", "## What stands in"])
def test_the_tables_are_tables(heading: str) -> None:
    table = [line for line in PAGE.partition(heading)[2].partition("\n## ")[0].split("\n") if line.startswith("|")]
    assert len({line.count("|") for line in table}) == 1


def test_what_each_shows_leaves_no_feature_out() -> None:
    """Each page of docs/features has a row; so has each editor's folder its line."""
    table = PAGE.partition("## What each shows")[2].partition("\n## ")[0]
    linked = set(re.findall(r"\(features/([\w-]+)\.md", table))
    pages = {page.stem for page in (ROOT / "docs" / "features").glob("*.md")}
    assert pages - linked <= {"README", "variations", "plot", "board"}
    folders = {each.name for each in EDITORS.iterdir() if (each / "README.md").exists()}
    assert folders <= set(re.findall(r"\(\.\./editors/(\w+)/README\.md\)", PAGE))
    assert all((ROOT / "docs" / path).exists() for path in re.findall(r"\((features/[\w-]+\.md)", PAGE))
