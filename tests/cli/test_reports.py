"""The four forms of a report, from findings made by hand."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from mtgr.analysis import Finding, Place, Related
from mtgr.cli.output import Line
from mtgr.cli.reports.as_json import as_json
from mtgr.cli.reports.github import github
from mtgr.cli.reports.plain import plain
from mtgr.cli.reports.sarif import sarif
from mtgr.cli.reports.terminal import summary, terminal
from mtgr.cli.work import Checked
from mtgr.spec.codes import CODES

LIFE = Finding(
    Place(211, 24, 26),
    "check-10",
    'life of "PlayerB" is 18 here; the replay has 17 since line 198',
    (Related(Place(197, 24, 32), "set here last"),),
)
HOSTILE = Finding(Place(0, 0, 0), "time-order", "50% of \x1b[31m this,\r\nthat: \x9b", ())
HINT = Finding(Place(1, 0, 3), "print-missing", "no printing", ())
LINES = {
    211: '0:44     "PlayerB" life 18 -> 16 by #9',
    197: '0:40     "PlayerB" life 20 -> 17 by #3',
    0: "\x1b]0;evil\x07",
    1: "abc",
}


def checked(*findings: Finding, path: str = "games/a.mtgr", line_count: int = 300) -> Checked:
    return Checked(path, findings, LINES, line_count)


def test_plain_text_is_one_line_a_finding() -> None:
    assert plain([checked(LIFE), checked(HINT, path="b.mtgr")]) == (
        'games/a.mtgr:212:25: error: check-10: life of "PlayerB" is 18 here; the replay has 17 since line 198\n'
        "b.mtgr:2:1: hint: print-missing: no printing\n"
    )


def test_plain_text_stays_on_its_line() -> None:
    assert plain([checked(HOSTILE, path="a\nb\udcff.mtgr")]) == (
        "a<U+000A>b<0xFF>.mtgr:1:1: warning: time-order: 50% of <U+001B>[31m this,<U+000D><U+000A>that: <U+009B>\n"
    )


def test_nothing_found_is_nothing_written() -> None:
    assert plain([checked()]) == github([checked()]) == ""
    assert as_json([checked()]) == "[]\n"


def test_json_is_the_promised_array() -> None:
    assert json.loads(as_json([checked(LIFE), checked(HINT, path="-")])) == [
        {
            "path": "games/a.mtgr",
            "line": 212,
            "column": 25,
            "end_line": 212,
            "end_column": 27,
            "code": "check-10",
            "severity": "error",
            "message": 'life of "PlayerB" is 18 here; the replay has 17 since line 198',
            "related": [{"path": "games/a.mtgr", "line": 198, "column": 25, "message": "set here last"}],
        },
        {
            "path": "-",
            "line": 2,
            "column": 1,
            "end_line": 2,
            "end_column": 4,
            "code": "print-missing",
            "severity": "hint",
            "message": "no printing",
            "related": [],
        },
    ]


def test_json_keeps_the_message_and_writes_no_control_character() -> None:
    text = as_json([checked(HOSTILE)])
    assert json.loads(text)[0]["message"] == HOSTILE.message
    assert set(text) & set("\x1b\x9b\r") == set()


def test_github_escapes_what_would_end_a_message_or_property() -> None:
    assert github([checked(LIFE), checked(HOSTILE, HINT, path="a,b:c%.mtgr")]) == (
        "::error file=games/a.mtgr,line=212,col=25,endLine=212,endColumn=27,title=mtgr check-10"
        '::life of "PlayerB" is 18 here; the replay has 17 since line 198\n'
        "::warning file=a%2Cb%3Ac%25.mtgr,line=1,col=1,endLine=1,endColumn=1,title=mtgr time-order"
        "::50%25 of <U+001B>[31m this,<U+000D><U+000A>that: <U+009B>\n"
        "::notice file=a%2Cb%3Ac%25.mtgr,line=2,col=1,endLine=2,endColumn=4,title=mtgr print-missing::no printing\n"
    )


def run_of(text: str) -> dict[str, Any]:
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def test_sarif_has_a_result_for_each_finding() -> None:
    run = run_of(sarif([checked(LIFE)], []))
    assert run["columnKind"] == "unicodeCodePoints"
    place = {"uri": "games/a.mtgr", "uriBaseId": "%SRCROOT%"}
    assert run["results"] == [
        {
            "ruleId": "check-10",
            "ruleIndex": list(CODES).index("check-10"),
            "level": "error",
            "message": {"text": LIFE.message},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": place,
                        "region": {"startLine": 212, "startColumn": 25, "endLine": 212, "endColumn": 27},
                    }
                }
            ],
            "relatedLocations": [
                {
                    "id": 0,
                    "physicalLocation": {
                        "artifactLocation": place,
                        "region": {"startLine": 198, "startColumn": 25, "endLine": 198, "endColumn": 33},
                    },
                    "message": {"text": "set here last"},
                }
            ],
        }
    ]
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_sarif_doubles_braces() -> None:
    finding = Finding(Place(0, 0, 1), "check-11", "the pool has {R}{R}, not {2}", ())
    assert run_of(sarif([checked(finding)], []))["results"][0]["message"] == {
        "text": "the pool has {{R}}{{R}}, not {{2}}"
    }


def test_sarif_explains_every_code() -> None:
    rules = run_of(sarif([], []))["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(CODES)
    for rule in rules:
        code = CODES[rule["id"]]
        assert code.why in rule["help"]["text"]
        assert f"```mtgr\n{code.right}```" in rule["help"]["markdown"]


@pytest.mark.parametrize(
    ("code", "level"), [("check-1", "error"), ("version", "warning"), ("time-precision", "note"), ("variation", "note")]
)
def test_sarif_levels(code: str, level: str) -> None:
    run = run_of(sarif([checked(Finding(Place(0, 0, 1), code, "x", ()))], []))
    assert run["results"][0]["level"] == level
    assert run["tool"]["driver"]["rules"][list(CODES).index(code)]["defaultConfiguration"] == {"level": level}


def test_sarif_reports_what_could_not_be_read() -> None:
    (invocation,) = run_of(sarif([], ["cannot read x"]))["invocations"]
    assert invocation == {
        "executionSuccessful": False,
        "toolExecutionNotifications": [{"level": "error", "message": {"text": "cannot read x"}}],
    }


def artifact(path: str) -> dict[str, str]:
    run = run_of(sarif([checked(HINT, path=path)], []))
    location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert isinstance(location, dict)
    return location


def test_sarif_addresses_are_relative_and_percent_encoded(tmp_path: Path) -> None:
    assert artifact("a b/ü#?%.mtgr") == {"uri": "a%20b/%C3%BC%23%3F%25.mtgr", "uriBaseId": "%SRCROOT%"}
    assert artifact("a:b.mtgr")["uri"] == "a%3Ab.mtgr"
    assert artifact(os.fsdecode(b"\xff.mtgr"))["uri"] == "%FF.mtgr"
    assert artifact(str(tmp_path / "c.mtgr")) == {"uri": "c.mtgr", "uriBaseId": "%SRCROOT%"}
    assert artifact("../d e.mtgr") == {"uri": (tmp_path.parent / "d e.mtgr").as_uri()}


def text_of(lines: list[Line]) -> str:
    return "".join("".join(piece for piece, _ in line) + "\n" for line in lines)


def test_on_a_terminal_the_line_is_shown_with_a_mark() -> None:
    results = [checked(LIFE), checked(HINT, path="b.mtgr", line_count=2), checked(path="c.mtgr")]
    assert text_of([*terminal(results, 80), *summary(results)]) == (
        'error check-10: life of "PlayerB" is 18 here; the replay has 17 since line 198\n'
        "    ╭─ games/a.mtgr:212:25\n"
        '212 │ 0:44     "PlayerB" life 18 -> 16 by #9\n'
        "    │                         ^^\n"
        '198 │ 0:40     "PlayerB" life 20 -> 17 by #3\n'
        "    │                         ──────── set here last\n"
        "\n"
        "hint print-missing: no printing\n"
        "  ╭─ b.mtgr:2:1\n"
        "2 │ abc\n"
        "  │ ^^^\n"
        "\n"
        "1 error, 1 hint in 2 of 3 files, 602 lines.\n"
        "What does that mean? mtgr explain check-10\n"
    )


def test_the_mark_has_the_colour_of_the_finding() -> None:
    lines = list(terminal([checked(LIFE)], 80))
    assert lines[0][0] == ("error", "error")
    assert ("18", "error") in lines[2]
    assert (" " * 24 + "^^", "error") in lines[3]


def test_no_line_is_wider_than_the_terminal() -> None:
    finding = Finding(Place(5, 3000, 3004), "check-1", "odd", ())
    lines = list(terminal([Checked("a.mtgr", (finding,), {5: "x" * 9000}, 6)], 60))
    assert [len(text_of([line])) - 1 for line in lines[2:4]] == [60, 43]


def test_nothing_reaches_the_terminal_raw() -> None:
    text = text_of(list(terminal([checked(HOSTILE, path="\x1b.mtgr")], 80)))
    assert "<U+001B>]0;evil<U+0007>" in text
    assert set(text) & set("\x1b\x9b\r\x07") == set()


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ([checked()], "No problems in 1 file, 300 lines.\n"),
        ([checked(line_count=1), checked(line_count=2000)], "No problems in 2 files, 2,001 lines.\n"),
        ([], ""),
    ],
)
def test_a_clean_check_says_so(results: list[Checked], sentence: str) -> None:
    assert text_of([*terminal(results, 80), *summary(results)]) == sentence
