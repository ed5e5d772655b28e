"""Bytes to lines: encodings and line ends, one finding for the file each (R7)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.analysis.source import Source, read_bytes

UTF16 = [(0, 0, 1, "this file is UTF-16 text; the format is UTF-8")]
BINARY = [(0, 0, 1, "this is not a text file")]
BOM = (0, 0, 1, "a byte-order mark starts this file; the format has none")
CRLF = "lines end with CR LF here; lines of the format end with LF alone"
CR = "a carriage return is not allowed"
NO_LF = "the file does not end with a line feed"


@pytest.mark.parametrize(
    ("data", "lines", "problems"),
    [
        (b"a\nb\n", ["a", "b", ""], []),
        (b"", [""], []),
        (b"\n", ["", ""], []),
        ("é 🐉\u2028x\x85y\n".encode(), ["é 🐉\u2028x\x85y", ""], []),
        (b"a\nbcd", ["a", "bcd"], []),
        (b"\xef\xbb\xbfa\n", ["a", ""], [BOM]),
        (b"a\nbc\r\nd\r\n", ["a", "bc", "d", ""], [(1, 2, 3, CRLF)]),
        (b"a\nb\rc\rd\ne\rf\n", ["a", "bcd", "ef", ""], [(1, 1, 2, CR)]),
        (b"a\r\r\nb\n", ["a", "b", ""], [(0, 2, 3, CRLF), (0, 1, 2, CR)]),
        (b"a\nb\r", ["a", "b"], [(1, 1, 2, CR)]),
        (
            b"a\nb\xc3\xa9\xe9c\nd\xff\n",
            ["a", "bé\ufffdc", "d\ufffd", ""],
            [(1, 2, 3, "the byte 0xE9 is not UTF-8; the format is UTF-8 text")],
        ),
        (
            b"\xef\xbb\xbfa\xff\n",
            ["a\ufffd", ""],
            [BOM, (0, 1, 2, "the byte 0xFF is not UTF-8; the format is UTF-8 text")],
        ),
        (b"\xed\xa0\x80\n", ["\ufffd" * 3, ""], [(0, 0, 1, "the byte 0xED is not UTF-8; the format is UTF-8 text")]),
    ],
    ids=[
        "lines", "empty", "empty-line", "other-line-ends", "no-lf", "bom", "crlf", "bare-cr", "cr-and-crlf",
        "cr-at-the-end", "bad-byte", "bad-byte-after-bom", "surrogate",
    ],
)  # fmt: skip
def test_bytes_as_lines(data: bytes, lines: list[str], problems: list[tuple[int, int, int, str]]) -> None:
    source = read_bytes(data)
    assert source.lines == lines
    assert sorted(source.problems) == sorted(problems)
    assert not source.unreadable


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        ('[Mtgr "0.3.0"]\n'.encode("utf-16"), UTF16),
        ('[Mtgr "0.3.0"]\n'.encode("utf-16-le"), UTF16),
        ('[Mtgr "0.3.0"]\n'.encode("utf-16-be"), UTF16),
        (b"\x7fELF\x02\x01\x01 is \0 not text", BINARY),
        (bytes(range(128, 256)) * 10, BINARY),
    ],
    ids=["utf-16", "utf-16-le", "utf-16-be", "nul", "noise"],
)
def test_what_is_no_utf8_text_is_one_finding(data: bytes, problems: list[tuple[int, int, int, str]]) -> None:
    source = read_bytes(data)
    assert (source.lines, source.problems, source.unreadable) == ([""], problems, True)
    assert len(Analysis.of_bytes(data).findings()) == 1


def test_lines_that_end_with_cr_alone_are_one_finding() -> None:
    source = read_bytes(b'[Mtgr "0.3.0"]\r[Event "?"]\r')
    assert (source.problems, source.unreadable) == ([(0, 14, 15, CR)], True)


def test_a_whole_file_without_its_last_line_feed_is_one_finding() -> None:
    (finding,) = Analysis.of_bytes(game("").encode().removesuffix(b"\n")).findings()
    assert (finding.code, finding.message) == ("check-1", NO_LF)
    assert Analysis.of_bytes(game("").encode()).findings() == []


@pytest.mark.parametrize(
    "text", [game("").replace("\n", "\r\n"), "\ufeff" + game(""), game('"PlayerA" pass').replace("pass", "pa\rss")]
)
def test_a_whole_file_with_crs_or_a_byte_order_mark_is_one_finding(text: str) -> None:
    (finding,) = Analysis.of_bytes(text.encode()).findings()
    assert finding.code == "check-1"
    assert finding.message in (CRLF, BOM[-1], CR)


def test_where_crs_stood_is_remembered() -> None:
    assert read_bytes(b"a\nb\rc\rd\n").removed == {1: [1, 3]}


def test_a_byte_order_mark_of_a_text_is_taken_off() -> None:
    source = Source(["\ufeffa", ""])
    assert (source.lines, source.problems) == (["a", ""], [BOM])


@given(st.binary(max_size=60) | st.text(st.sampled_from("a\r\n\ufeff\0é")).map(str.encode))
@example(b"\xef\xbb\xbf")
@example(b"\xef\xbb\xbf\xff")
@example(b"\r")
def test_any_bytes_are_a_source(data: bytes) -> None:
    source = read_bytes(data)
    assert source.lines
    assert not any("\r" in line or "\n" in line for line in source.lines)
    for line, start, end, message in source.problems:
        assert 0 <= line < len(source.lines)
        assert 0 <= start <= end
        assert message
    messages = [message for _, _, _, message in source.problems]
    assert len(set(messages)) == len(messages)
    Analysis.of_bytes(data).findings(hints=True)
