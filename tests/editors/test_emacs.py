"""Emacs itself, in batch, with the mode of this repository: what it shows of a recorded game with one mistake."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import textwrap
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from tests.support.scripts import load

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "editors" / "emacs"
MODE = FOLDER / "mtgr-mode.el"
SESSION = Path(__file__).with_name("emacs_session.el")
GAME = ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"
PROGRAMS = Path(sys.executable).parent  # not resolved: the virtual environment's, where the server's script is

NAME = "Ána🔥"
"""In place of a player's: one code point more than it has in NFD, one UTF-16 unit more than code points."""
MISTAKE = f'"{NAME}" life 12 -> 10 by #4'


UNCOMPILED = "(setq native-comp-deferred-compilation nil comp-deferred-compilation nil)"
"""Emacs would compile what it loads into the new home folder, and show a window of warnings."""


def emacs(home: Path, *arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs Emacs in batch, without the user's own settings."""
    program = shutil.which("emacs")
    assert program is not None, "Emacs is not installed; scripts/test installs it"
    environment = {
        **os.environ,
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "PATH": os.pathsep.join([str(PROGRAMS), os.environ["PATH"]]),
        **variables,
    }
    command = [program, "--batch", "--eval", UNCOMPILED, *map(str, arguments)]
    try:
        return subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired as late:
        pytest.fail(f"Emacs did not end.\n{late.stdout}\n{late.stderr}")


PACKAGES = ("--eval", "(package-initialize)")


@pytest.mark.parametrize("client", ["eglot", "lsp"])
def test_a_person_reads_and_annotates_a_game(client: str, tmp_path: Path) -> None:
    """All that the mode offers, with each of the language clients. Every line has a character outside the BMP."""
    text = GAME.read_text(encoding="utf-8").replace('"PlayerA"', f'"{NAME}"')
    game = tmp_path / "game.mtgr"
    game.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    row = next(row for row, line in enumerate(lines) if line.endswith(MISTAKE))
    new = next(row for row, line in enumerate(lines) if " new card #4 " in line)
    last = next(row for row, line in enumerate(lines) if line.endswith("#30 cease by rule:resolve"))
    time = lines[last].partition(" ")[0]
    start = lines[row].index(MISTAKE)
    steps = {
        "mistake": [row + 1, start],
        "cause": [row + 1, lines[row].index("#4")],
        "new": [new + 1, 0],
        "damage": [row, 0],
        "player": [row + 1, start + 2],
        "name": NAME,
        "last_board": "Turn 5 of PlayerB, end\n",
        "complete": [last + 1, 0],
        "lead": f"{time}     ",
    }
    result = tmp_path / "result.json"

    run = emacs(
        tmp_path,
        *PACKAGES,
        *("-L", FOLDER, "-l", SESSION),
        MTGR_CLIENT=client,
        MTGR_GAME=str(game),
        MTGR_RESULT=str(result),
        MTGR_STEPS=json.dumps(steps),
    )

    assert result.exists(), f"{run.stdout}\n{run.stderr}"
    seen: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    assert "failure" not in seen, f"{seen['failure']}\n{run.stderr}"
    assert seen["mode"] == "mtgr-mode"
    assert seen["faces"] == [
        ["mtgr-time", "3:43.952"],
        ["mtgr-player", f'"{NAME}"'],
        ["mtgr-event", "life"],
        ["mtgr-number", "12"],
        ["mtgr-word", "->"],
        ["mtgr-number", "10"],
        ["mtgr-word", "by"],
        ["mtgr-object", "#4"],
    ]
    turns = [f'turn {n} "{"PlayerB" if n % 2 else NAME}"' for n in range(1, 8)]
    assert seen["own_index"] == ["tags", 'deck "PlayerB"', "pregame", *turns]
    assert any(name.startswith("Turn 5 PlayerB, 11-18") for name in seen["index"])
    [[line, column, wrong, message]] = seen["diagnostics"]
    assert [line, column, wrong] == [row + 1, lines[row].index("12 ->"), "12"]
    assert "the replay has 11 since line 277" in message
    assert "Callous Sell-Sword // Burn Together" in seen["hover"]
    assert "zone: stack" in seen["hover"]
    assert seen["definition"] == [new + 1, lines[new].index("#4")]
    assert [line for _, line in seen["why"]] == [row]
    assert seen["why"][0][0].startswith(f"#6 Cacophony Scamp damage {NAME} 1  turn 5 PlayerB, precombat-main")
    caused = [n for n, line in enumerate(lines, 1) if line.endswith("by #4")]
    assert {line for _, line in seen["consequences"]} > {n for n in caused if n > row}
    assert seen["hints"] == ["life 10"]

    after, before, later = seen["board"]
    assert f"{NAME} ──" in after
    assert "10 life" in after
    assert "11 life" in before
    assert later.startswith(steps["last_board"])
    assert seen["board_line"] == row + 31
    assert seen["board_header"] == f" After line {row + 31} of game.mtgr"
    # Two for thirty lines, since the answer for the first was not there yet, and one when the board is shown again.
    assert seen["asked"] == 3
    assert seen["board_closed"] == seen["board_killed"] == [0, 0]

    following = next(n for n, line in enumerate(lines) if n > row and line.partition(" ")[2].startswith("turn "))
    this = max(n for n, line in enumerate(lines[:row]) if line.partition(" ")[2].startswith("turn "))
    earlier = max(n for n, line in enumerate(lines[:this]) if line.partition(" ")[2].startswith("turn "))
    step = next(n for n, line in enumerate(lines) if n > this and line.endswith("   untap"))
    priority = next(n for n, line in enumerate(lines) if n > step and line.endswith(" priority"))
    assert seen["next_turn"] == [following + 1, lines[following].index("turn")]
    assert seen["previous_turn"] == [this + 1, lines[this].index("turn")]
    assert seen["two_turns_back"] == [earlier + 1, lines[earlier].index("turn")]
    assert seen["next_step"] == [step + 1, lines[step].index("untap")]
    assert seen["next_priority"] == [priority + 1, lines[priority].index('"')]
    assert seen["next_event"][0] > priority + 1
    assert seen["of_object"] == [row, lines[row - 1].index("#4")]

    assert seen["glyph"] == f"{lines[row]} $6"
    assert seen["no_glyph"] == lines[row]
    assert seen["annotated"] == f"{lines[row]} $5 {{why not?}}"
    assert seen["annotation"] == [row + 1, start]
    assert seen["variation"] == [row + 2, len("-     (")]
    assert seen["typed"] == ["-     (", "-       night by ? $5", "-     )"]
    assert seen["fixed"] == seen["annotated"].replace("12 ->", "11 ->")
    assert seen["formatted"] == seen["fixed"]
    assert seen["renamed"] == seen["fixed"].replace(NAME, "Zoë")
    assert seen["left"] == 0
    assert seen["by_name"] == [f'{time}     #28 "Cacophony Scamp"']
    burn = (
        '#4 "Callous Sell-Sword // Burn Together" face "Burn Together" controller "PlayerB" '
        'target #6 "Cacophony Scamp" target "Zoë"'
    )
    assert seen["completed"] == [
        f'{time}     "PlayerB" priority',
        f"{time}       stack",
        f"{time}         {burn}",
    ]
    if client == "lsp":
        uses = [n for n, line in enumerate(lines, 1) for _ in re.findall(r"#4(?![0-9])", line)]
        assert seen["lens"] == [f"{len(uses) - 1} uses", uses[1:]]
        assert ["(mtgr-own lsp-face-semhl-interface lsp-face-semhl-variable)", "#4"] in seen["states"]


# As a person uses it


def test_it_works_as_the_readme_says(tmp_path: Path) -> None:
    """In a terminal, with the lines of the README as the init file, and keys."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    block = next(block for block in readme.split("\n\n") if "load-path" in block)
    assert "/where/you/cloned/it/editors/emacs" in block
    (tmp_path / ".emacs").write_text(
        textwrap.dedent(block).replace("/where/you/cloned/it", str(ROOT)), encoding="utf-8"
    )
    (tmp_path / ".emacs.d").mkdir()
    (tmp_path / ".emacs.d" / "early-init.el").write_text(UNCOMPILED, encoding="utf-8")
    game = Path(shutil.copy(GAME, tmp_path / "game.mtgr"))
    board = tmp_path / "board.txt"
    lines = game.read_text(encoding="utf-8").split("\n")
    row = next(row for row, line in enumerate(lines) if line.endswith('damage "PlayerA" 1 by #4'))

    with Terminal(tmp_path, "emacs", "-nw", str(game)) as terminal:
        terminal.wait("the server", lambda: b"Connected! Server" in terminal.shown)
        terminal.type(f"\x1bgg{row + 1}\r")
        terminal.type(CONTROL_C_M + "m")
        terminal.wait("the board", lambda: b"After line" in terminal.shown)
        terminal.type(f"\x1bgg{row + 2}\r")

        def followed() -> bool:
            board.unlink(missing_ok=True)
            terminal.type(f'\x1b:(with-current-buffer mtgr--board (write-region nil nil "{board}"))\r')
            terminal.wait("the board in a file", board.exists)
            return "10 life" in board.read_text(encoding="utf-8")

        terminal.wait("the board to follow", followed)
        terminal.type("\x05!")
        terminal.type("\x18\x03y")
        terminal.wait("the end", terminal.has_ended)
    after = game.read_text(encoding="utf-8").split("\n")
    assert after == [*lines[: row + 1], f"{lines[row + 1]} $1", *lines[row + 2 :]]


CONTROL_C_M = "\x03\r"


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, home: Path, *command: str) -> None:
        self.shown = b""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 110, 0, 0))
        path = os.pathsep.join([str(PROGRAMS), os.environ["PATH"]])
        environment = {**os.environ, "HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": path}
        self._process = subprocess.Popen(
            command,
            env=environment,
            cwd=home,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # the terminal is the session's
        )
        os.close(theirs)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def wait(self, what: str, condition: Callable[[], bool]) -> None:
        end = monotonic() + 60
        while not condition():
            if select.select([self._ours], [], [], 0.05)[0]:
                with contextlib.suppress(OSError):  # Linux says so when the other end is closed
                    self.shown += os.read(self._ours, 1 << 16)
            if monotonic() > end:
                pytest.fail(f"waited in vain for {what}:\n{self.shown.decode(errors='replace')}")


# Without a server


def lisp(home: Path, form: str, *arguments: str | Path, **variables: str) -> Any:
    """The value of a form, as JSON, with the mode loaded."""
    run = emacs(home, "-l", "json", "-l", MODE, *arguments, "--eval", f"(princ (json-encode {form}))", **variables)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


LINES = """\
[Mtgr "0.3.0"]

0:41     #2 "Foo ; {x}" cost {B} -> {1}{B} by #30 $1 {a "comment #7} ; more "x
0:41     "A" pay {U}{B} by cost:#2 {good play}
0:41     #4 "unclosed move hand
0:41     #9 "Bar" choose symbol {U/R} {R} {why}
% an escape "line
0:41     #9 "Bar" move hand "A" -> outside "sideboard" as discard by rule:resolve
1-0
"""
FACES = {
    '"Foo ; {x}"': "mtgr-object",
    "{1}{B}": "mtgr-number",
    "{U}{B}": "mtgr-number",
    "{R}": "mtgr-number",
    "$1": "mtgr-nag",
    '{a "comment #7}': "font-lock-comment-face",
    'more "x': "font-lock-comment-face",
    "{good play}": "font-lock-comment-face",
    "{why}": "font-lock-comment-face",
    '% an escape "line': "font-lock-comment-face",
    "#4": "mtgr-object",
    "hand": "mtgr-zone",
    "move": "mtgr-word",
    '"A"': "mtgr-player",
    '"sideboard"': "font-lock-string-face",
    "discard": "mtgr-value",
    "resolve": "mtgr-value",
    "Mtgr": "mtgr-tag",
    "1-0": "mtgr-value",
}


def test_colours_know_comments_from_mana_and_strings(tmp_path: Path) -> None:
    """A string that is not closed ends with its line, mana is no comment, and nothing in a comment is coloured."""
    file = tmp_path / "lines.mtgr"
    file.write_text(LINES, encoding="utf-8")
    form = """
      (with-current-buffer (find-file-noselect "lines.mtgr")
        (font-lock-ensure)
        (vconcat
         (mapcar (lambda (text)
                   (goto-char (point-min))
                   (search-forward text)
                   (let ((from (match-beginning 0)) faces)
                     (dotimes (n (length text) (vconcat (delete-dups faces)))
                       (push (format "%s" (get-text-property (+ from n) 'face)) faces))))
                 (json-parse-string (getenv "TEXTS") :array-type 'list))))"""
    found = lisp(tmp_path, form, TEXTS=json.dumps(list(FACES)))
    assert dict(zip(FACES, found, strict=True)) == {text: [face] for text, face in FACES.items()}


def test_the_outline_folds_games_turns_and_steps(tmp_path: Path) -> None:
    form = f"""
      (with-current-buffer (find-file-noselect "{GAME}")
        (outline-minor-mode 1)
        (let (shown)
          (dolist (level '(1 2 3) (vconcat (nreverse shown)))
            (outline-hide-sublevels level)
            (goto-char (point-min))
            (push (vconcat (delq nil (mapcar (lambda (_)
                                               (prog1 (and (outline-on-heading-p)
                                                           (buffer-substring (point) (line-end-position)))
                                                 (forward-visible-line 1)))
                                             (number-sequence 1 60))))
                  shown))))"""
    games, turns, steps = lisp(tmp_path, form)
    assert games == ['[Mtgr "0.3.0"]']
    assert turns[:4] == [*games, '0:00.000 deck "PlayerB"', "0:00.000 pregame", '0:37.779 turn 1 "PlayerB"']
    assert steps[3:6] == ["0:00.000   keyframe", '0:37.779 turn 1 "PlayerB"', "0:37.779   keyframe"]
    assert "0:37.779   untap" in steps


def test_every_byte_of_a_file_is_shown_and_stays(tmp_path: Path) -> None:
    """A byte-order mark and CRs are mistakes, which the server can tell of only if Emacs does not hide them."""
    file = tmp_path / "windows.mtgr"
    written = b"\xef\xbb\xbf" + LINES.replace("\n", "\r\n").encode()
    file.write_bytes(written)
    form = """
      (with-current-buffer (find-file-noselect "windows.mtgr")
        (prog1 (buffer-string)
          (set-buffer-modified-p t)
          (save-buffer)))"""
    assert lisp(tmp_path, form) == written.decode()
    assert file.read_bytes() == written
    form = """
      (progn
        (setq-default buffer-file-coding-system 'utf-8-dos) ; as on Windows
        (with-current-buffer (find-file-noselect "new.mtgr")
          (insert "é\n")
          (save-buffer)))"""
    lisp(tmp_path, form)
    assert (tmp_path / "new.mtgr").read_bytes() == "é\n".encode()


def test_the_server_of_the_clone_is_found_without_a_path(tmp_path: Path) -> None:
    """Who ran scripts/try needs no other set-up: the mode finds the `.venv` beside it."""
    clone = tmp_path / "clone"
    (clone / "editors" / "emacs").mkdir(parents=True)
    copied = shutil.copy(MODE, clone / "editors" / "emacs")
    server = clone / ".venv" / "bin" / "mtgr-language-server"
    server.parent.mkdir(parents=True)
    server.write_text("#!/bin/sh\n")
    server.chmod(0o755)
    find = "(princ (condition-case failure (mtgr--command) (user-error (cadr failure))))"
    assert emacs(tmp_path, "-l", copied, "--eval", find, PATH="/usr/bin:/bin").stdout == f"({server})"
    server.unlink()
    assert "run scripts/try in ~/clone" in emacs(tmp_path, "-l", copied, "--eval", find, PATH="/usr/bin:/bin").stdout


def test_settings_are_given_as_the_server_takes_them(tmp_path: Path) -> None:
    settings = """'(("inlayHints.totals" . t) ("inlayHints.names" . nil) ("hints" . nil) ("formatText" . "x"))"""
    form = f"(progn (setq mtgr-settings {settings}) (mtgr--options))"
    wanted = {"inlayHints": {"totals": True, "names": False}, "hints": False, "formatText": "x"}
    assert lisp(tmp_path, form) == {"mtgr": wanted}
    assert lisp(tmp_path, "(mtgr--options)") == {"mtgr": {}}


def test_settings_are_those_of_the_documentation(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "features" / "settings.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `mtgr\.(\S+)` \|", page, re.MULTILINE)
    options = "(vconcat (mapcar #'car (plist-get (cdr (get 'mtgr-settings 'custom-type)) :options)))"
    assert lisp(tmp_path, options) == documented


# The file


def test_words_are_fresh() -> None:
    """Mended by editors/emacs/scripts/words.py."""
    text = MODE.read_text(encoding="utf-8")
    assert load(FOLDER / "scripts" / "words.py").fresh(text) == text


def test_it_compiles_without_warnings_and_is_well_documented(tmp_path: Path) -> None:
    """The compiler (with the language clients and without), checkdoc, and package-lint."""
    copied = shutil.copy(MODE, tmp_path)
    for packages in ((), PACKAGES):
        run = emacs(
            tmp_path, *packages, "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", copied
        )
        assert run.returncode == 0, run.stderr
    run = emacs(tmp_path, "--eval", "(require 'checkdoc)", "--eval", f'(checkdoc-file "{copied}")')
    assert "Warning" not in run.stderr
    run = emacs(tmp_path, *PACKAGES, "--eval", "(require 'package-lint)", "-f", "package-lint-batch-and-exit", copied)
    said = [line.partition(" warning: ")[2] for line in run.stderr.splitlines() if line.startswith("mtgr-mode.el:")]
    # A package that offers itself to another one, which may not be there, has no other way.
    reminder = "`with-eval-after-load' is for use in configurations, and should rarely be used in packages."
    assert said == [reminder] * 3, run.stderr


def test_it_can_be_installed_as_a_package(tmp_path: Path) -> None:
    install = f'(progn (package-initialize) (package-install-file "{MODE}"))'
    run = emacs(tmp_path, "--eval", install)
    assert run.returncode == 0, run.stderr
    opened = f'(progn (package-initialize) (find-file "{GAME}") (princ major-mode))'
    assert emacs(tmp_path, "--eval", opened).stdout == "mtgr-mode"
