"""Text that cannot steer a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtgr.features.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Lim-Dûl's Vault 中文 👩‍👧", "Lim-Dûl's Vault 中文 👩‍👧"),
        ("\ta\r\n", "<U+0009>a<U+000D><U+000A>"),
        ("\x1b[31m\x9b1m\x7f", "<U+001B>[31m<U+009B>1m<U+007F>"),
        ("a\u202eb\u2028c\ufeff", "a<U+202E>b<U+2028>c<U+FEFF>"),
        (b"caf\xe9".decode("utf-8", "surrogateescape"), "caf<0xE9>"),
        ("\ud800", "<U+D800>"),
        ("\U000e0041", "<U+E0041>"),
    ],
)
def test_what_cannot_be_seen_is_named(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text(alphabet=st.characters()))
def test_nothing_that_controls_is_left(text: str) -> None:
    assert {unicodedata.category(character) for character in visible(text)}.isdisjoint({"Cc", "Cs", "Zl", "Zp"})
    assert not set(visible(text)) & set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
