"""JSON as the command line writes it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from mtgr.analysis.state_json import Digits
from mtgr.cli.json_text import json_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES, st.integers(0, 4))
def test_a_reader_gets_back_what_was_written(value: object, open_levels: int) -> None:
    assert json.loads(json_text(value, open_levels)) == value


def test_the_outer_levels_have_one_entry_a_line() -> None:
    value = {"a": [1, 2], "b": {}, "c": []}
    assert json_text(value, 0) == '{"a": [1, 2], "b": {}, "c": []}'
    assert json_text(value, 1) == '{\n  "a": [1, 2],\n  "b": {},\n  "c": []\n}'
    assert json_text(value, 2) == '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {},\n  "c": []\n}'


def test_controls_are_escaped_and_other_text_is_not() -> None:
    assert json_text("\x1b \x9b \u2028 é 中") == '"\\u001b \\u009b \\u2028 é 中"'


def test_a_number_of_any_length_is_a_number() -> None:
    assert json_text([Digits("-" + "9" * 5000)], 0) == "[-" + "9" * 5000 + "]"
