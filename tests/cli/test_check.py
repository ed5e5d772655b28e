"""`mtgr check` from its arguments to its exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import BAD, BAD_COLUMN, BAD_LINE, GOOD, Command

from mtgr.cli import main

WARNED = GOOD.replace('[Date "2026.10.28"]', '[Date "2026.02.30"]')


def write(name: str, text: str | bytes) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())


class Output:
    """What one run in this process wrote, and its exit code."""

    def __init__(self, capture: pytest.CaptureFixture[bytes], *arguments: str) -> None:
        self.code = main(["check", *arguments])
        captured = capture.readouterr()
        self.text, self.errors = captured.out.decode(), captured.err.decode()

    @property
    def codes(self) -> list[str]:
        return [line.split(": ")[2] for line in self.text.splitlines()]


Check = Callable[..., Output]


@pytest.fixture
def check(capsysbinary: pytest.CaptureFixture[bytes]) -> Check:
    return lambda *arguments: Output(capsysbinary, *arguments)


def test_a_valid_game_is_silent(check: Check) -> None:
    write("a.mtgr", GOOD)
    output = check("a.mtgr")
    assert (output.code, output.text, output.errors) == (0, "", "")


def test_a_mistake_is_one_line_and_exit_code_1(check: Check) -> None:
    write("a.mtgr", BAD)
    output = check("a.mtgr")
    assert output.code == 1
    assert output.text.startswith(f"a.mtgr:{BAD_LINE}:{BAD_COLUMN}: error: check-9: ")
    assert output.text.count("\n") == 1
    assert output.errors == ""


def test_json_says_the_same(check: Check) -> None:
    write("a.mtgr", BAD)
    output = check("--output-format", "json", "a.mtgr")
    assert output.code == 1
    (finding,) = json.loads(output.text)
    assert (finding["path"], finding["line"], finding["column"]) == ("a.mtgr", BAD_LINE, BAD_COLUMN)
    assert (finding["end_line"], finding["end_column"]) == (BAD_LINE, BAD_COLUMN + len("graveyard"))
    assert (finding["code"], finding["severity"]) == ("check-9", "error")


@pytest.mark.parametrize("output_format", ["sarif", "github"])
def test_the_other_forms_name_the_code(check: Check, output_format: str) -> None:
    write("a.mtgr", BAD)
    output = check("--output-format", output_format, "a.mtgr")
    assert output.code == 1
    assert "check-9" in output.text


def test_warnings_fail_only_a_strict_check(check: Check) -> None:
    write("a.mtgr", WARNED)
    assert (check("a.mtgr").code, check("a.mtgr").codes) == (0, ["tag-date"])
    assert check("--strict", "a.mtgr").code == 1


def test_hints_are_shown_on_request_and_never_fail(check: Check) -> None:
    write("a.mtgr", GOOD.replace('0:01     "PlayerB" concede', '0:02.5     "PlayerB" concede'))
    output = check("--hints", "--strict", "a.mtgr")
    assert output.code == 0
    assert "information: time-precision:" in output.text
    assert check("a.mtgr").text == ""


def test_findings_are_sorted_by_path_then_place(check: Check) -> None:
    twice = BAD.replace('[Date "2026.10.28"]', '[Date "2026.02.30"]')
    write("b/x.mtgr", twice)
    write("a.mtgr", twice)
    output = check("b", "a.mtgr", "b/x.mtgr")
    places = [line.split(": ")[0].split(":")[:2] for line in output.text.splitlines()]
    assert places == [["a.mtgr", "4"], ["a.mtgr", str(BAD_LINE)], ["b/x.mtgr", "4"], ["b/x.mtgr", str(BAD_LINE)]]


TIME = BAD.split("\n")[BAD_LINE - 1].split(" ")[0]
TWICE = BAD.replace("play from graveyard", f'play from graveyard\n{TIME}     "PlayerA" life 3 -> 20 by ?')
"""Two mistakes, on lines that follow each other."""


def test_no_more_findings_than_wished(check: Check) -> None:
    write("a.mtgr", TWICE)
    write("b.mtgr", BAD)
    write("c.mtgr", GOOD)
    every = check(".").text.splitlines()
    assert len(every) == 3
    for most, left_out in (("1", "2 more findings,"), ("2", "1 more finding,")):
        output = check(".", "--max-findings", most)
        assert output.text.splitlines() == every[: int(most)]
        assert output.errors == f"mtgr: {left_out} not shown (--max-findings {most})\n"
        assert output.code == 1
    for most in ("3", "99"):
        output = check(".", "--max-findings", most)
        assert (output.text.splitlines(), output.errors) == (every, "")


@pytest.mark.parametrize("output_format", ["json", "sarif", "github"])
def test_no_more_findings_than_wished_in_any_form(check: Check, output_format: str) -> None:
    write("a.mtgr", TWICE)
    output = check("--output-format", output_format, "--max-findings", "1", "a.mtgr")
    assert "is not in graveyard" in output.text
    assert 'life of "PlayerA"' not in output.text


def test_what_is_not_shown_counts_for_the_exit_code(check: Check) -> None:
    write("a.mtgr", BAD.replace('[Date "2026.10.28"]', '[Date "2026.02.30"]'))
    output = check("a.mtgr", "--max-findings", "1")
    assert (output.codes, output.code) == (["tag-date"], 1)


def test_standard_input_has_the_name_it_is_given(mtgr: Command) -> None:
    write("b.mtgr", BAD)
    result = mtgr("check", "--stdin-filename", "c/x y.mtgr", "d.mtgr", "-", "b.mtgr", stdin=BAD.encode())
    assert [line.split(":")[0] for line in result.stdout.decode().splitlines()] == ["b.mtgr", "c/x y.mtgr"]
    assert (result.returncode, result.stderr.count(b"\n")) == (2, 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["a.mtgr", "--stdin-filename", "x"],
            "--stdin-filename names standard input, which is not among the paths; add -",
        ),
        (["-", "--stdin-filename", ""], "argument --stdin-filename: a name has at least one character"),
        (["a.mtgr", "--max-findings", "0"], "argument --max-findings: '0' is not a number of findings"),
        (["a.mtgr", "--max-findings", "-3"], "argument --max-findings: '-3' is not a number of findings"),
        (["a.mtgr", "--jobs", "two"], "argument --jobs: 'two' is not a number of processes"),
    ],
)
def test_options_that_make_no_sense(check: Check, arguments: list[str], sentence: str) -> None:
    write("a.mtgr", BAD)
    output = check(*arguments)
    assert (output.code, output.text) == (2, "")
    assert output.errors.removeprefix("mtgr: ").startswith(sentence)


@pytest.mark.parametrize("jobs", ["1", "2", "99"])
def test_the_number_of_processes_changes_nothing(check: Check, jobs: str) -> None:
    write("a.mtgr", BAD)
    write("b.mtgr", TWICE)
    assert check("--jobs", jobs, "--output-format", "github", ".").text == check("--output-format", "github", ".").text


def test_options_may_stand_between_the_paths(check: Check) -> None:
    write("a.mtgr", WARNED)
    write("b.mtgr", WARNED)
    output = check("a.mtgr", "--strict", "b.mtgr")
    assert (output.code, output.text.count("\n")) == (1, 2)


def test_what_cannot_be_read_is_said_and_the_rest_is_checked(check: Check) -> None:
    write("a.mtgr", BAD)
    write("folder/notes.txt", b"")
    output = check("gone.mtgr", "a.mtgr", "folder")
    assert output.code == 2
    assert output.codes == ["check-9"]
    assert output.errors == (
        "mtgr: cannot read gone.mtgr: No such file or directory\nmtgr: there are no .mtgr files in folder\n"
    )


def test_json_is_json_even_when_nothing_could_be_read(check: Check) -> None:
    output = check("--output-format", "json", "gone.mtgr")
    assert (output.code, json.loads(output.text)) == (2, [])


def test_a_file_that_cannot_be_opened(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.mtgr", GOOD)

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    output = check("a.mtgr")
    assert (output.code, output.errors) == (2, "mtgr: cannot read a.mtgr: Permission denied\n")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        bytes(range(256)) * 20,
        GOOD.encode("utf-16"),
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.encode()[:-30],
        GOOD.replace("Forest", "\x1b[31m").encode(),
    ],
    ids=["empty", "one line feed", "binary", "utf-16", "bom", "crlf", "cut off", "escapes"],
)
def test_damaged_files_are_files_with_errors(check: Check, data: bytes) -> None:
    write("a.mtgr", data)
    output = check("a.mtgr")
    assert (output.code, output.errors) == (1, "")
    assert 1 <= output.text.count("\n") <= 3
    assert "\x1b" not in output.text


def test_the_file_is_only_read(check: Check) -> None:
    write("a.mtgr", BAD.replace("\n", "\r\n"))
    before = Path("a.mtgr").stat()
    check("a.mtgr")
    after = Path("a.mtgr").stat()
    assert (before.st_mtime_ns, before.st_ino, before.st_size) == (after.st_mtime_ns, after.st_ino, after.st_size)
    assert [path.name for path in Path().iterdir()] == ["a.mtgr"]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (IndexError("boom"), "a fault of mtgr (IndexError('boom')); please report it"),
        (MemoryError(), "it needs more memory than there is"),
    ],
)
def test_a_fault_of_the_checker_costs_only_that_file(
    check: Check, monkeypatch: pytest.MonkeyPatch, fault: Exception, said: str
) -> None:
    from mtgr.analysis import Analysis

    write("a.mtgr", BAD)
    write("b.mtgr", b"boom")
    sound = Analysis.of_bytes

    def faulty(data: bytes) -> Analysis:
        if data == b"boom":
            raise fault
        return sound(data)

    monkeypatch.setattr(Analysis, "of_bytes", faulty)
    output = check("a.mtgr", "b.mtgr")
    assert (output.code, output.codes) == (2, ["check-9"])
    assert output.errors == f"mtgr: b.mtgr could not be checked{',:'[isinstance(fault, MemoryError)]} {said}\n"


def test_standard_input_is_read_as_bytes(mtgr: Command) -> None:
    result = mtgr("check", "-", "-", stdin=BAD.encode())
    assert result.returncode == 1
    assert result.stdout.startswith(f"-:{BAD_LINE}:{BAD_COLUMN}: error: check-9: ".encode())
    assert result.stdout.count(b"\n") == 1
    assert result.stderr == b""


def test_carriage_returns_in_standard_input_are_seen(mtgr: Command) -> None:
    result = mtgr("check", "-", stdin=GOOD.replace("\n", "\r\n").encode())
    assert result.returncode == 1
    assert result.stdout.startswith(b"-:1:")


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_output_is_utf_8_with_lf_in_every_locale(mtgr: Command, locale: str) -> None:
    text = BAD.replace("Forest", "Lim-Dûl's 森").encode()
    result = mtgr("check", "--output-format", "json", "-", stdin=text, env={"LC_ALL": locale, "PYTHONUTF8": "0"})
    assert len(json.loads(result.stdout.decode("utf-8"))) == 1
    assert b"\r" not in result.stdout
    assert result.stderr == b""


def test_a_path_that_is_no_unicode(mtgr: Command, tmp_path: Path) -> None:
    name = b"\xff\x1b.mtgr"
    Path(tmp_path / name.decode("utf-8", "surrogateescape")).write_bytes(BAD.encode())
    text = mtgr("check", name)
    assert (text.returncode, text.stderr) == (1, b"")
    assert text.stdout.startswith(b"<0xFF><U+001B>.mtgr:")
    (finding,) = json.loads(mtgr("check", "--output-format", "json", ".").stdout)
    assert finding["path"] == name.decode("utf-8", "surrogateescape")
    missing = mtgr("check", b"\xfe.mtgr")
    assert (missing.returncode, missing.stderr) == (2, b"mtgr: cannot read <0xFE>.mtgr: No such file or directory\n")


@pytest.mark.parametrize("output_format", ["text", "json", "sarif", "github"])
def test_control_characters_of_the_file_never_get_out(mtgr: Command, output_format: str) -> None:
    text = GOOD.replace("Forest", "\x1b]0;evil\x07\u009b31m").encode()
    result = mtgr("check", "--output-format", output_format, "-", stdin=text)
    assert result.returncode == 1
    assert not set(result.stdout.decode()) & set("\x1b\x07\x9b\r")
