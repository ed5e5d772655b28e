"""The parts of the benchmarks that only compute. What they measure is no matter of tests."""

from __future__ import annotations

import io
import json as json_module
import random
import xml.etree.ElementTree as ElementTree
from itertools import islice

import pytest
from tests.bench import documents, plot, processes, stats, table, truth
from tests.bench.answers import WHOLE, sites, with_variations
from tests.bench.client import Message, bodies, change, frame
from tests.bench.edits import KINDS, edits
from tests.bench.questions import OBJECT, QUESTIONS, Site
from tests.bench.session import Edit, Sample
from tests.bench.stats import Row

from mtgr.lsp.handlers import HANDLERS
from mtgr.lsp.protocol import NOTIFICATIONS

# Framing


def test_what_is_framed_is_read_again() -> None:
    messages: list[Message] = [{"method": "a", "params": "Æther"}, {"id": 1, "result": None}]
    stream = io.BytesIO(b"".join(frame(message) for message in messages))
    assert [json_module.loads(body) for body in bodies(stream)] == messages


def test_other_headers_and_a_body_that_is_cut_off_do_no_harm() -> None:
    stream = io.BytesIO(b"Content-Type: x\r\ncontent-length: 2\r\n\r\n{}Content-Length: 9\r\n\r\n{}")
    assert list(bodies(stream)) == [b"{}"]


def test_a_change_names_its_document_and_version() -> None:
    params = change("file:///a", 3, [{"text": ""}])["params"]
    assert params == {"textDocument": {"uri": "file:///a", "version": 3}, "contentChanges": [{"text": ""}]}


# Statistics


def test_quantiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(1, 101)]
    assert stats.quantile(values, 0.95) == 95
    assert stats.quantile([3.0], 0.95) == 3
    assert stats.median([4.0, 1.0, 2.0, 3.0]) == 2.5


def test_the_slow_side_of_speeds_is_the_low_one() -> None:
    speeds = Row("cold", "", "", 0, [1.0, 2.0, 3.0], "lines/s")
    times = Row("cold", "", "", 0, [1.0, 2.0, 3.0], "s")
    assert (speeds.slow(1), times.slow(1)) == (1, 3)


def test_the_slope_of_a_line() -> None:
    assert stats.slope([0, 1, 2], [5, 7, 9]) == pytest.approx(2)
    assert stats.slope([1], [5]) == 0


def test_a_row_divides_its_median_by_what_it_is_compared_with() -> None:
    assert Row("peers", "", "", 0, [2.0, 4.0], base=1.5).as_json()["ratio"] == 2
    assert Row("peers", "", "", 0, [], base=1.5).as_json()["ratio"] is None


def test_the_stat_of_a_process_with_an_odd_name() -> None:
    fields = ["S", "7", *"0" * 9, "10", "20", "3", "4", "20"]
    assert processes.parse_stat(f"12 (a) b) {' '.join(fields)}") == (7, 37)


# Documents


@pytest.mark.parametrize("make", [documents.python, documents.yaml, documents.json])
@pytest.mark.parametrize("lines", [20, 1000])
def test_a_document_has_its_lines_and_a_place_to_type_at(make: documents.Make, lines: int) -> None:
    document = make(lines)
    split = document.text.split("\n")
    assert len(split) == lines + 1
    assert split[-1] == ""
    assert len(split[document.line]) >= document.character


def test_python_and_json_are_what_they_say() -> None:
    compile(documents.python(100).text, "document", "exec")
    assert json_module.loads(documents.json(100).text)[0] == {"name": "card 0", "life": 20, "lif": 7}


def test_a_ledger_has_its_lines() -> None:
    assert documents.ledger(50).count("\n") == 50


def test_games_end_near_the_number_of_lines_and_are_right() -> None:
    text = documents.league(1000)
    assert abs(text.count("\n") - 1000) < 300
    assert truth.fresh(text.split("\n")) == []


# Texts and findings


def test_an_edit_is_told_in_utf_16_and_can_be_taken_back() -> None:
    sample = Sample("a😀b\nc\nd\n")
    told, back = sample.apply(Edit(0, 2, 1, 1, "x\ny"))
    assert told == {
        "range": {"start": {"line": 0, "character": 3}, "end": {"line": 1, "character": 1}},
        "text": "x\ny",
    }
    assert sample.text == "a😀x\ny\nd\n"
    sample.apply(back)
    assert sample.text == "a😀b\nc\nd\n"


def test_the_findings_of_one_game_are_those_of_the_file() -> None:
    sample = Sample.of_games(1000)
    seen = set()
    for kind, edit in edits(sample, "end", 2):
        sample.apply(edit)
        expected = sample.expected(edit.line)
        assert expected == truth.fresh(sample.lines)
        seen.add((kind, bool(expected)))
    assert {kind for kind, _ in seen} == set(KINDS)
    assert any(wrong for _, wrong in seen)


def test_diagnostics_are_compared_as_they_are_sent() -> None:
    lines = ["[Mtgr", ""]
    [expected] = truth.fresh(lines)
    (line, start, end_line, end), severity, code, message, _ = expected
    place = {"start": {"line": line, "character": start}, "end": {"line": end_line, "character": end}}
    sent = {"range": place, "severity": severity, "code": code, "message": message}
    assert truth.equal([expected], [sent])
    assert not truth.equal([expected], [{**sent, "message": "?"}])
    assert not truth.equal([expected], [])
    assert truth.equal([expected] * 3, [sent, sent, {"range": place, "message": "2 more"}])


# Questions


def test_every_request_about_a_document_is_asked() -> None:
    asked = {question.method for question in QUESTIONS} | {method for method, _ in WHOLE.values()}
    of_documents = {
        method
        for method in HANDLERS
        if method not in NOTIFICATIONS and not method.startswith(("initialize", "workspace/symbol"))
    }
    assert of_documents <= asked


def test_variations_do_not_make_a_game_wrong() -> None:
    text = with_variations(documents.league(1000))
    assert text.count("#h1") >= 2
    assert truth.fresh(text.split("\n")) == []


def test_places_are_where_the_pattern_is() -> None:
    sample = Sample("a 😀 #12 #3\nb\nc #4\n")
    found = {(site.line, site.character) for site in islice(sites(sample, OBJECT, random.Random(0)), 30)}
    assert found == {(0, 6), (0, 10), (2, 3)}


def test_a_place_moves_with_the_lines_and_with_what_is_typed() -> None:
    site = Site(3, 1, "a 😀", 10)
    assert site.moved(2) == Site(5, 1, "a 😀", 10)
    assert site.behind(" !?") == Site(3, 7, "a 😀 !?", 10)
    assert site.behind("\n- 😀") == Site(4, 4, "- 😀", 11)


def test_the_parameters_of_every_question_can_be_written() -> None:
    sample = Sample(with_variations(documents.league(1000)))
    for question in QUESTIONS:
        site = next(sites(sample, question.at, random.Random(0)))
        params = question.params(site, [] if question.first else None)
        assert params is None if question.first else json_module.dumps(params)


# What is shown


def test_a_table_shows_what_there_is() -> None:
    rows = [Row("start", "a", "mtgr", 1000, [0.5, 1.5], base=0.5, note="b"), Row("start", "c", "d", 0, [])]
    assert table.markdown(rows) == (
        "### Start (ratio: to the empty server)\n\n"
        "| what | who  | lines |   n | median |    p95 |  worst | ratio | note |\n"
        "| ---- | ---- | ----: | --: | -----: | -----: | -----: | ----: | ---- |\n"
        "| a    | mtgr | 1,000 |   2 | 1.00 s | 1.50 s | 1.50 s |  2.00 | b    |\n"
        "| c    | d    |       |   0 |        |        |        |       |      |"
    )


def test_the_drawing_has_a_line_for_each_server() -> None:
    rows = [
        Row("peers", "one letter", who, lines, [seconds], more={"size": lines})
        for who, lines, seconds in [("mtgr", 1000, 0.01), ("mtgr", 10_000, 0.01), ("a & b", 1000, 0.5)]
    ]
    root = ElementTree.fromstring(plot.svg(rows))
    assert len(root.findall("{*}polyline")) == 2
    assert {"mtgr", "a & b", "10,000", "10 ms"} <= {text.text for text in root.findall("{*}text")}
