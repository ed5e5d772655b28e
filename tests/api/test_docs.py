"""The examples of docs/api.md do what the page says."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from mtgr import GameWriter, read_games

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "api.md"
EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


def outputs(examples: list[str]) -> list[str]:
    """What each example prints, one after the other in one namespace."""
    names: dict[str, Any] = {}
    printed = []
    for example in examples:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(example, str(PAGE), "exec"), names)
        printed.append(out.getvalue())
    return printed


def test_the_examples_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    shutil.copy(ROOT / "conformance" / "valid" / "recorded" / "459b6cad.mtgr", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    found = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(found) > 5
    assert outputs([code for code, _ in found]) == [text for _, text in found]
    assert read_games("new.mtgr").findings == []


def test_the_page_names_every_method_of_the_writer() -> None:
    page = PAGE.read_text(encoding="utf-8")
    methods = [name for name in vars(GameWriter) if not name.startswith("_")]
    assert [name for name in methods if f"`{name}(" not in page and f"`{name}`" not in page] == []
