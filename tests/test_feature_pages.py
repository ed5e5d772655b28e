"""The pages of docs/features: what the code has a table of is as the code says, and nothing they lead to is missing."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from mtgr.features import legend_page
from mtgr.features.inlay import InlaySettings
from mtgr.features.lens import LensSettings

ROOT = Path(__file__).parents[1]
FEATURES = ROOT / "docs" / "features"
PAGES = sorted(FEATURES.glob("*.md"))
NO_PICTURE = ("README.md", "settings.md")
LARGEST_PICTURE = 60_000
"""Bytes."""


def text_of(page: Path) -> str:
    return page.read_text("utf-8")


# Tables


def test_the_legend_is_up_to_date() -> None:
    current = text_of(ROOT / legend_page.PAGE).endswith(f"\n\n{legend_page.legend()}")
    assert current, "it is stale: run `python -m mtgr.features.legend_page` in the root of the repository"


def test_the_legend_is_rewritten_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    legend_page.PAGE.parent.mkdir(parents=True)
    legend_page.PAGE.write_text("# Colours\n\n## Legend\n\nstale\n")
    legend_page.main()
    assert text_of(legend_page.PAGE) == f"# Colours\n\n{legend_page.legend()}"


def test_elsewhere_it_says_where_to_run_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="root of the repository"):
        legend_page.main()


def settings() -> dict[str, str]:
    """Each setting with its default, as JSON writes it."""
    sections = {"inlayHints": InlaySettings, "codeLens": LensSettings}
    switches = {
        f"mtgr.{section}.{field.name}": str(field.default).lower()
        for section, kind in sections.items()
        for field in dataclasses.fields(kind)
    }
    return {**switches, "mtgr.hints": "true", "mtgr.formatText": '""'}


def test_every_setting_has_its_row() -> None:
    rows = re.findall(r"^\| `(mtgr\.[\w.]+)` \| `(.+?)` \|", text_of(FEATURES / "settings.md"), re.MULTILINE)
    assert dict(rows) == settings()


@pytest.mark.parametrize(("page", "section"), [("inlay-hints.md", "inlayHints"), ("code-lenses.md", "codeLens")])
def test_a_page_has_the_settings_of_its_feature(page: str, section: str) -> None:
    rows = re.findall(r"^\| `(mtgr\.[\w.]+)` \| (on|off) \|", text_of(FEATURES / page), re.MULTILINE)
    expected = {name: default for name, default in settings().items() if f".{section}." in name}
    assert {name: {"on": "true", "off": "false"}[default] for name, default in rows} == expected


# Links and pictures


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "README.md", *ROOT.glob("editors/*/README.md")], ids=lambda page: page.stem
)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[\w-]+)?\)", text_of(page))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_is_in_the_index() -> None:
    linked = set(re.findall(r"\]\((\w[\w-]*\.md)\)", text_of(FEATURES / "README.md")))
    assert linked == {page.name for page in PAGES if page.name != "README.md"}


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in NO_PICTURE], ids=lambda page: page.stem)
def test_every_feature_has_a_picture_that_is_described(page: Path) -> None:
    pictures = re.findall(
        r"!\[([^\]]+)\]\((\.\./images/[\w.-]+|\.\./\.\./editors/vscode/media/[\w.-]+)\)", text_of(page)
    )
    assert pictures
    assert all(len(description) > 30 for description, _ in pictures)


def test_pictures_are_small_and_can_be_made_again() -> None:
    pictures = sorted((ROOT / "docs" / "images").glob("*.png"))
    assert [each.name for each in pictures if each.stat().st_size > LARGEST_PICTURE] == []
    scripts = {path.stem for path in (ROOT / "docs" / "pictures").iterdir() if path.suffix in (".lua", ".el")}
    assert {each.stem for each in pictures} == scripts - {"scene"}
