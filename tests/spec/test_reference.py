"""The reference pages are what the tables say, and ``explain`` answers for every code."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from mtgr.spec import reference, words
from mtgr.spec.codes import CODES
from mtgr.spec.reference import PAGES, checks_page, explain, keywords_page, near, shape_text
from mtgr.spec.statements import BY_NAME, CHOICES, FORMS
from mtgr.spec.tags import TAGS, TERMINATIONS

DOCS = Path(__file__).parents[2] / "docs"


# The pages in docs/


@pytest.mark.parametrize("name", PAGES)
def test_page_on_disk_is_up_to_date(name: str) -> None:
    current = (DOCS / name).read_bytes().decode() == PAGES[name]()
    assert current, f"docs/{name} is stale: run `python -m mtgr.spec.reference` in the root of the repository"


def test_main_rewrites_every_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "checks.md").write_text("stale")
    monkeypatch.chdir(tmp_path)
    reference.main()
    written = {path.name: path.read_bytes() for path in (tmp_path / "docs").iterdir()}
    assert written == {name: render().encode() for name, render in PAGES.items()}


def test_main_elsewhere_says_where_to_run_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="root of the repository"):
        reference.main()
    assert list(tmp_path.iterdir()) == []


def anchors(page: str) -> list[str]:
    """The anchors that the headings of a page get, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("name", [*PAGES, "readings.md"])
def test_links_lead_somewhere(name: str) -> None:
    pages = {path.name: path.read_text("utf-8") for path in DOCS.glob("*.md")}
    links = re.findall(r"\]\(([\w.-]*)(?:#([\w-]+))?\)", pages[name])
    assert links
    broken = [
        (page, anchor)
        for page, anchor in links
        if (page or name) not in pages or (anchor and anchor not in anchors(pages[page or name]))
    ]
    assert broken == []


@pytest.mark.parametrize("name", [*PAGES, "readings.md"])
def test_no_heading_twice(name: str) -> None:
    counts = Counter(anchors((DOCS / name).read_text("utf-8")))
    assert [anchor for anchor, count in counts.items() if count > 1] == []


def test_checks_page_has_every_code_with_its_texts() -> None:
    page = checks_page()
    for entry in CODES.values():
        section = page.split(f"\n### {entry.code}\n")[1].split("\n### ")[0]
        assert entry.title in section
        assert entry.severity.value.capitalize() in section
        assert entry.section in section
        assert f"Wrong:\n\n```mtgr\n{entry.wrong}```" in section
        assert f"Right:\n\n```mtgr\n{entry.right}```" in section


def test_keywords_page_has_every_statement_once() -> None:
    headings = Counter(re.findall(r"^### (.+)$", keywords_page(), re.MULTILINE))
    assert headings == Counter(form.name for form in FORMS)


def test_keywords_page_gives_shape_meaning_cause_section_and_example() -> None:
    page = keywords_page()
    for form in FORMS:
        section = page.split(f"\n### {form.name}\n")[1].split("\n##")[0]
        for text in (shape_text(form.shape), form.doc, form.cause.value, f"Section {form.section}.", form.example):
            assert text in section


@pytest.mark.parametrize(
    "table",
    [words.ZONES, words.STEPS, words.RULES, words.SOURCES, words.ABILITY_KINDS, words.ACTIONS, words.SPECIAL_ACTIONS,
     words.RESULTS, TERMINATIONS, TAGS],
)  # fmt: skip
def test_keywords_page_has_every_word(table: dict[str, object]) -> None:
    page = keywords_page()
    assert [word for word in table if f"| `{word}` |" not in page] == []


def test_keywords_page_has_every_choice_and_nag() -> None:
    page = keywords_page()
    assert [shape for shape, _, _ in CHOICES.values() if f"| `{shape_text(shape)}` |" not in page] == []
    assert [number for number in words.NAGS if f"| `${number}` |" not in page] == []


def test_every_word_in_capitals_is_explained() -> None:
    page = keywords_page()
    shapes = [shape_text(form.shape) for form in FORMS] + [shape_text(shape) for shape, _, _ in CHOICES.values()]
    used = {word for shape in shapes for word in re.findall(r"\b[A-Z]{2,}\b", shape)} - {"PREFIX"}
    explained = set(re.findall(r"`([A-Z]+)`", page.split("\n## Placeholders\n")[1]))
    assert used == explained


def test_readings_has_every_number_once_and_in_order() -> None:
    numbers = re.findall(r"^### R(\d+)$", (DOCS / "readings.md").read_text("utf-8"), re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 56)]


def test_readings_lists_every_code() -> None:
    readings = (DOCS / "readings.md").read_text("utf-8")
    assert [code for code in CODES if f"`{code}`" not in readings] == []


# Shapes for people


def test_shape_text() -> None:
    assert shape_text(BY_NAME["cast"].shape) == "OBJECT cast from ZONE [face NAME | fused]"
    assert shape_text(BY_NAME["untap object"].shape) == "OBJECT untap"
    assert shape_text(BY_NAME["extension"].shape) == "PREFIX_name [ARGUMENT]..."


# Explanations


def test_explain_is_plain_text_with_reason_and_examples() -> None:
    text = explain("check-9")
    head, *rest = text.split("\n\n")
    assert head == "check-9 (error, section 7.1): Object moved out of a zone it is not in"
    assert " ".join(rest[0].split()) == CODES["check-9"].why
    assert "Wrong:\n\n    1:10     #7" in text
    assert "Right:\n\n    1:10     #7" in text
    assert text.endswith("\n")


def test_explain_names_several_sections() -> None:
    assert explain("check-1").startswith("check-1 (error, sections 2, 3, 4, 5, 16): ")


@pytest.mark.parametrize("code", CODES)
def test_explain_knows_every_code(code: str) -> None:
    prose = explain(code).split("\nWrong:\n")[0]
    assert all(len(line) <= reference.WIDTH for line in prose.splitlines()[1:])


@pytest.mark.parametrize("spelling", ["9", "check 9", "check-9", "Check 9", "CHECK_9", "check9", " 9 "])
def test_explain_takes_a_check_in_any_spelling(spelling: str) -> None:
    assert explain(spelling) == explain("check-9")


@pytest.mark.parametrize("spelling", ["time order", "Time-Order", "time_order"])
def test_explain_takes_a_slug_in_any_spelling(spelling: str) -> None:
    assert explain(spelling) == explain("time-order")


@pytest.mark.parametrize("code", ["", "0", "18", "check-", "check-018", "9" * 5000, "nonsense", "²"])
def test_explain_refuses_what_is_no_code(code: str) -> None:
    with pytest.raises(KeyError):
        explain(code)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("time-ordr", "time-order"),
        ("left on the stack", "left-on-stack"),
        ("chek-9", "check-9"),
        ("zone", "draw-zone"),
        ("precision", "time-precision"),
    ],
)
def test_near_finds_what_was_meant(code: str, expected: str) -> None:
    assert expected in near(code)


def test_near_of_a_number_that_is_no_check_is_a_check() -> None:
    assert near("18")
    assert all(code.startswith("check-") for code in near("18"))


@pytest.mark.parametrize("code", ["", "qqqqqqqq"])
def test_near_may_find_nothing(code: str) -> None:
    assert near(code) == []


def test_near_is_short_and_has_no_doubles() -> None:
    found = near("order")
    assert len(found) == len(set(found)) <= 5
