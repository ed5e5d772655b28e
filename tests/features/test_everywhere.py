"""What is shown at every place of many texts: there are answers, within their limits, and nothing breaks."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.support.everywhere import ALL, is_chosen, kind_of
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.features.annotate import Annotation, annotation_actions, with_comment, with_glyph
from mtgr.features.answer import MAX_BYTES, MAX_LINES
from mtgr.features.board_view import board_view, last_event
from mtgr.features.call_hierarchy import incoming, outgoing, prepare
from mtgr.features.code_actions import code_actions
from mtgr.features.completion import complete
from mtgr.features.completion_docs import documentation
from mtgr.features.course import courses
from mtgr.features.declaration import declaration
from mtgr.features.definition import definition
from mtgr.features.folding import folding
from mtgr.features.formatting import formatting, unread
from mtgr.features.highlight import highlight
from mtgr.features.hover import hover
from mtgr.features.implementation import implementation
from mtgr.features.inlay import InlaySettings, inlay
from mtgr.features.lens import lenses, resolve
from mtgr.features.links import links
from mtgr.features.navigate import TARGETS, navigate
from mtgr.features.on_type import on_type
from mtgr.features.references import references
from mtgr.features.rename import Renameable, prepare_rename, rename
from mtgr.features.selection import selection
from mtgr.features.signature import signatures
from mtgr.features.state import state_object, state_pieces, state_text
from mtgr.features.strip import Kinds, strip
from mtgr.features.symbols import symbols
from mtgr.features.tokens import tokens
from mtgr.features.type_definition import type_definition

VALID = sorted((Path(__file__).parents[2] / "conformance" / "valid").glob("*.mtgr"))
TABLE = ("table", "thead", "tbody", "tr", "th", "td")
MARKUP = {"inline", "text", "hardbreak", "softbreak", "code_inline"} | {
    f"{kind}_{end}" for kind in ("paragraph", "strong", "bullet_list", "list_item", *TABLE) for end in ("open", "close")
}


class Remembering(Analysis):
    """An analysis that is asked about every column of a line and replays it once."""

    state = lru_cache(maxsize=4)(Analysis.state)


def repeated_lines() -> dict[Path, set[int]]:
    """Lines of the conformance files that repeat an earlier one with other names and numbers, or are not chosen: a few
    columns will do."""
    seen: set[str] = set()
    repeated: dict[Path, set[int]] = {}
    for path in VALID:
        for line, text in enumerate(path.read_text(encoding="utf-8").split("\n")):
            kind = kind_of(text)
            if kind in seen or not is_chosen(kind, 0):
                repeated.setdefault(path, set()).add(line)
            seen.add(kind)
    return repeated


REPEATED = repeated_lines()


def ask_everywhere(analysis: Analysis, repeated: Set[int] = frozenset()) -> None:
    for course in courses(analysis):
        assert all(0 <= point.at <= len(course.stretches) for point in course.points)
    for fold in folding(analysis):
        assert 0 <= fold.start < fold.end < len(analysis.lines)
    for token in tokens(analysis, everything=True):
        assert token.start + token.length <= len(analysis.lines[token.line])
    for hint in inlay(analysis, 0, len(analysis.lines), InlaySettings(True, True, True, True, True)):
        assert hint.column == len(analysis.lines[hint.line])
        assert len(hint.label.encode()) <= MAX_BYTES
    ends = [0]
    for change in formatting(analysis):
        assert ends[-1] <= change.start < change.end <= len(analysis.raw)
        ends.append(change.end)
    assert all(each.column <= len(analysis.lines[each.line]) for each in unread(analysis))
    for symbol in symbols(analysis):
        assert 0 <= symbol.start <= symbol.end < len(analysis.lines)
    for link in links(analysis, "x:{section}"):
        assert 0 <= link.place.start < link.place.end <= len(analysis.lines[link.place.line])
    ask_every_line(analysis)
    seen: set[str] = set()
    for line, text in enumerate(analysis.lines):
        for column in range(0, len(text) + 2, 1 if ALL else 30 if line in repeated else 2):
            if found := definition(analysis, line, column):
                assert found.origin.start <= column <= found.origin.end
            assert selection(analysis, line, column)
            for edit in on_type(analysis, line, column, text[column - 1 : column] or "\n"):
                assert (0, 0) <= edit.start <= edit.end <= (line, len(text))
            answer = hover(analysis, line, column)
            if answer is None or answer.markdown in seen:
                continue
            seen.add(answer.markdown)
            assert answer.place.line == line
            assert answer.place.start <= column <= answer.place.end <= len(text)
            for shown in (answer.markdown, answer.plain):
                assert len(shown.encode()) <= MAX_BYTES
                assert len(shown.split("\n")) <= MAX_LINES
            kinds = markup(answer.markdown)
            assert kinds <= MARKUP, answer.markdown
            assert ("table_open" in kinds) == ("\n\n| " in answer.markdown)


def ask_every_line(analysis: Analysis) -> None:
    count = len(analysis.lines)
    for line in range(0, count, 10):
        length = len(analysis.lines[line])
        changes = [
            with_glyph(analysis, line, 4),
            with_comment(analysis, line, "x"),
            *annotation_actions(analysis, line),
        ]
        for each in filter(None, changes):
            change = each.change if isinstance(each, Annotation) else each
            assert change.line == change.end_line == line
            assert 0 <= change.start <= change.end <= length
        for to in TARGETS:
            spot = navigate(analysis, line, length // 2, to)
            assert spot is None or 0 <= spot.column <= len(analysis.lines[spot.line])
    for line in range(0, len(analysis.lines), 6):
        for action in code_actions(analysis, line, line + line % 2):
            for change in action.changes or ():
                assert (change.line, change.start) <= (change.end_line, change.end)
                assert change.end_line <= len(analysis.lines)
    for lens in lenses(analysis):
        assert 0 <= lens.start < lens.end <= len(analysis.lines[lens.line])
        answer = resolve(analysis, lens.line, lens.kind)
        assert answer is None or answer.title
    for line in range(0, len(analysis.lines), 5):
        assert (state_text(analysis, line) is None) == (state_object(analysis, line) is None)
        assert (state_text(analysis, line) is None) == (state_pieces(analysis, line, width=1) is None)
        view = board_view(analysis, line)
        if view is not None:
            assert view["shown"] <= line
            assert board_view(analysis, line, guess=True) is not None
            for id in view["mentioned"]:
                event = last_event(analysis, line, [f"#{id}"])
                assert event is not None
                assert event <= line


def ask_for_relations(analysis: Analysis, line: int) -> None:
    """What a line has to do with others, asked at each of its tokens and after its end."""
    text = analysis.lines[line]
    for column in {0, len(text) + 1, *(token.start for token in analysis.line(line).tokens)}:
        ask_for_another_name(analysis, line, column)
        places = references(analysis, line, column)
        assert [each.place for each in highlight(analysis, line, column)] == places
        answers = [*type_definition(analysis, line, column), *implementation(analysis, line, column)]
        if answer := declaration(analysis, line, column):
            answers.append(answer)
        assert all(each.origin.start <= min(column, len(text)) <= each.origin.end for each in answers)
        places.extend(each.target for each in answers)
        places.extend(each.target_line for each in answers)
        for item in prepare(analysis, line, column):
            calls = [*incoming(analysis, item.line, item.id), *outgoing(analysis, item.line, item.id)]
            places.extend(place for call in calls for place in (*call.ranges, call.item.place, call.item.selection))
            places.extend((item.place, item.selection))
        for place in places:
            assert 0 <= place.start < place.end <= len(analysis.lines[place.line]), (line, column, place)


def ask_for_another_name(analysis: Analysis, line: int, column: int) -> None:
    found = prepare_rename(analysis, line, column)
    if line % 10 and isinstance(found, Renameable):
        return  # players are mentioned everywhere
    for new in ("#h77", 'Zoe "Z"'):
        changes = rename(analysis, line, column, new)
        assert isinstance(found, Renameable) or changes == found
        for change in changes if isinstance(changes, list) else ():
            assert 0 <= change.start < change.end <= len(analysis.lines[change.line])


def ask_for_help_with_writing(analysis: Analysis, line: int) -> None:
    """What may be written on a line, asked at its end and inside one of its tokens, another one on each line."""
    text = analysis.lines[line]
    tokens = analysis.line(line).tokens
    token = tokens[line % len(tokens)] if tokens else None
    for column in {len(text) + 1, 0 if token is None else (token.start + token.end) // 2}:
        found = complete(analysis, line, column)
        assert len({item.text for item in found.items}) == len(found.items)
        for item in found.items:
            assert item.text
            assert item.place.line == line
            assert 0 <= item.place.start <= min(column, len(text)) <= item.place.end <= len(text)
        for item in found.items[:2]:
            documentation(item.about)
        if answer := signatures(analysis, line, column):
            for each in answer.signatures:
                assert each.active is None or each.active < len(each.parts)


def markup(markdown: str) -> set[str]:
    """The kinds of Markdown in an answer, where everything is recognized that editors recognize."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    return {each.type for token in tokens for each in (token, *(token.children or ()))}


def test_there_are_conformance_files() -> None:
    assert len(VALID) > 10


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_every_column_of_a_valid_file(path: Path) -> None:
    ask_everywhere(Remembering.of_bytes(path.read_bytes()), REPEATED.get(path, frozenset()))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_relations_of_every_token_of_a_valid_file(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    for line in range(len(analysis.lines)):
        if line not in REPEATED.get(path, frozenset()):
            ask_for_relations(analysis, line)
            ask_for_help_with_writing(analysis, line)


HOSTILE = r"""
    new card #1 "![x](http://y) <b>`` [a]: www.x.com \n\n# # | \\" owner "PlayerA" in hand
    #1 "![x](http://y) <b>`` [a]: www.x.com \n\n# # | \\" choose mode "```\n<script>https://x.y/z</script>"
    new ability #2 triggered of #1 "![x](http://y) <b>`` [a]: www.x.com \n\n# # | \\" "\n- *_~&amp;" controller "PlayerA" in stack
    #1 "x" counters "`|<a href=x>|`" 0 -> 3 by ? {#1 [x](y) check-9 `} ; #2 <b> check-1
"""  # noqa: E501


def test_no_text_of_a_file_becomes_markup() -> None:
    text = game(HOSTILE + "    0:02   end")
    for player in ("PlayerA", "a | <b> [x](http://y) `"):
        ask_everywhere(Remembering.of_bytes(text.replace("PlayerA", player).encode()))


def test_answers_about_huge_things_stay_small() -> None:
    choices = "".join(f'    #1 "{"x" * 9000}" choose mode "{"y" * 300}{number}"\n' for number in range(40))
    counters = "".join(
        f'    #1 "{"x" * 9000}" counters "{"z" * 99}{number}" 0 -> {"9" * 900} by ?\n' for number in range(40)
    )
    text = game(
        f'    new card #1 "{"x" * 9000}" owner "PlayerA" in stack\n{choices}{counters}    "PlayerA" keep {{#1}}'
    )
    analysis = Analysis.of_bytes(text.encode())
    line = next(number for number, shown in enumerate(analysis.lines) if "keep" in shown)
    answer = hover(analysis, line, analysis.lines[line].index("#1"))
    assert answer is not None
    for shown in (answer.markdown, answer.plain):
        assert len(shown.encode()) <= MAX_BYTES
        assert len(shown.split("\n")) <= MAX_LINES
        assert "…" in shown


TEXT = game(HOSTILE + "    -     (\n    -       #1 tap by #2\n    -     )\n    #1 tap by rule:sba $3 ; x")


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(TEXT)),
            st.integers(0, 30),
            st.sampled_from(["", "#1", '"', "\\", "\n", "( ", "\ud800", "💥"]),
        )
    )
)
def test_answers_about_damaged_texts(edits: list[tuple[int, int, str]]) -> None:
    text = TEXT
    for start, length, new in edits:
        text = text[:start] + new + text[start + length :]
    analysis = Remembering.of_lines(text.split("\n"))
    folding(analysis)
    courses(analysis)
    strip(analysis, Kinds())
    tokens(analysis, everything=True)
    inlay(analysis, 0, len(analysis.lines), InlaySettings(True, True, True, True, True))
    symbols(analysis)
    links(analysis)
    ask_every_line(analysis)
    for line, characters in enumerate(analysis.lines[20:], 20):
        for column in range(0, len(characters) + 1, 7):
            hover(analysis, line, column)
            definition(analysis, line, column)
            selection(analysis, line, column)
        if line % 4 == 0:
            ask_for_relations(analysis, line)
        if line % 8 == 1:
            ask_for_help_with_writing(analysis, line)
