"""The colours that editors give a line by themselves: those of the definition, in Vim, Neovim and Kate."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripts import highlighting
from scripts.highlighting import CONTEXTS, STYLES
from tests.editors.programs import EDITORS, ROOT, from_the_package, from_the_system

from mtgr.spec.statements import FORMS

GAME = ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"
ODD_LINES = r"""
[Event "a \"quoted\" by #4"]
[MTGO_Version "1"]
[Unknown "x"]
% a line comment by #4
0:01 #4 "Bear" tap by ? $5 {a comment by "A"} ; and by #5
0:01 "A"  damage 3
0:01 new card #h1 "B
- (
-   night by ?
- )
 0:01 tap
nonsense tap by #4
0:01 nonsense tap by #4
0:01 #4tap "x"y by:#3
1-0
1-0 x
"""
LINES = [
    *(f"0:01.5     {form.example}" for form in FORMS),
    *ODD_LINES.strip("\n").split("\n"),
    *GAME.read_text(encoding="utf-8").split("\n")[:150],
]

Colours = list[list[str]]
"""For each line and each of its characters the style, "" for a space or nothing."""


@pytest.mark.parametrize("path", highlighting.files())
def test_the_files_are_fresh(path: str) -> None:
    """Mended by scripts/highlighting.py."""
    assert (EDITORS / path).read_text(encoding="utf-8") == highlighting.files()[path]


def coloured(line: str) -> list[str]:
    """What the definition says of a line's characters."""
    found = [""] * len(line)
    column, context = 0, "start"
    while column < len(line):
        if line[column] == " " and context != "start":
            column += 1
            continue
        bounded = context != "rest" or line[column - 1 : column] in ("", " ")
        for rule in CONTEXTS[context] if bounded else ():
            match = re.compile(rule.pattern + highlighting.bounds(context, rule)[1]).match(line, column)
            if match and match[0]:
                found[column : match.end()] = [rule.style] * len(match[0])
                column, context = match.end(), rule.then
                break
        else:
            column += context == "rest"
            context = "rest"
    return [style if character != " " else "" for style, character in zip(found, line, strict=True)]


def words_of(line: str) -> list[tuple[str, str]]:
    """The words of a line (a text in quotes is one), each with its style."""
    styles = coloured(line)
    return [(found[0], styles[found.start()]) for found in re.finditer(r'"(?:[^"\\]|\\.)*"|\S+', line)]


@pytest.mark.parametrize(
    ("line", "styles"),
    [
        (
            '0:41.5     #3 "Electrolyze" move stack -> graveyard as discard by rule:resolve',
            "Time Object Name Event Zone Operator Zone Word Value Operator Rule",
        ),
        ('0:00 turn 3 "A"', "Time Structure Number Player"),
        ("0:00   untap", "Time Step"),
        ('0:00 #5 "Forest" untap by cost:#15', "Time Object Name Event Operator Operator"),
        ('0:00 #6 "Scamp" damage "A" 1 by #4', "Time Object Name Event Player Number Operator Object"),
        ('0:00 #6 attack "B"', "Time Object Event Player"),
        ('0:00 "A" life 20 -> 17 by "B"', "Time Player Event Number Operator Number Operator Player"),
        (
            '0:00 "A" priority clock "A" 24:53 "B" 25:00',
            "Time Player Event Word Player Time Player Time",
        ),
        ("0:00 #2 cost {B} -> {1}{B} by ? $5", "Time Object Event Mana Operator Mana Operator Object Nag"),
        ('0:00 "A" add {R} by #15 {done}', "Time Player Event Mana Operator Object Comment"),
        ('0:00 new emblem #40 "+1/+1" owner "A" by #39', "Time Event Word Object String Word Player Operator Object"),
        (
            '0:00 #12 "Goyf" battlefield "A" pt 3/4 tapped',
            "Time Object Name Zone Player Word Number Word",
        ),
        ('0:00 MTGO_note "sideboarding"', "Time Extension String"),
        ("-   ( ; x", "Time Bracket Comment Comment"),
        ('[Event "x"', "Tag String"),
        ("1/2-1/2", "Result"),
        ("% 0:00 pass", "Comment Comment Comment"),
    ],
)
def test_a_line_by_its_words(line: str, styles: str) -> None:
    assert [style for _, style in words_of(line)] == styles.split()


@pytest.mark.parametrize("example", [form.example for form in FORMS])
def test_every_word_of_every_statement_has_a_style(example: str) -> None:
    assert [word for word, style in words_of(f"0:00 {example}") if not style] == []


GROUPS = {highlighting.vim_group(context, each): each.style for context, rules in CONTEXTS.items() for each in rules}


def by_vim(command: list[str | Path], folder: Path) -> Colours:
    answer = folder / "colours.json"
    environment = {**os.environ, "MTGR_RESULT": str(answer), "HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    script = Path(__file__).with_name("colours.vim")
    syntax = ["--cmd", "let g:loaded_mtgr = 1 | filetype plugin on | syntax enable"]
    run = [*command, *syntax, folder / "game.mtgr", "-S", script]
    subprocess.run(run, env=environment, check=True, timeout=60, capture_output=True, stdin=subprocess.DEVNULL)
    rows: list[list[str]] = json.loads(answer.read_text(encoding="utf-8"))
    styled = []
    for line, groups in zip(LINES, rows, strict=True):
        places = [len(line[:column].encode()) for column in range(len(line))]  # Vim counts bytes
        styled.append([GROUPS.get(groups[place], groups[place]) for place in places])
    return styled


def by_neovim(program: Path, folder: Path) -> Colours:
    return by_vim([program, "--clean", "--headless", "--cmd", f"set runtimepath^={EDITORS}/neovim"], folder)


def by_kate(folder: Path) -> Colours:
    """KSyntaxHighlighting, with a theme that gives each style a colour of its own."""
    data = folder / "org.kde.syntax-highlighting"
    (data / "syntax").mkdir(parents=True)
    (data / "themes").mkdir()
    shutil.copy(EDITORS / "kate" / "mtgr.xml", data / "syntax")
    codes = {f"#0000{number:02x}": style for number, style in enumerate(STYLES, 1)}
    theme: dict[str, Any] = {
        "metadata": {"name": "Test", "revision": 1},
        "text-styles": {"Normal": {"text-color": "#000000"}},
        "custom-styles": {"Magic game record": {style: {"text-color": code} for code, style in codes.items()}},
    }
    (data / "themes" / "test.theme").write_text(json.dumps(theme))
    program = shutil.which("kate-syntax-highlighter")
    assert program is not None, "kate-syntax-highlighter is not installed; scripts/test installs it"
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "QT_QPA_PLATFORM": "offscreen"}
    command = [program, "-t", "Test", folder / "game.mtgr"]
    run = subprocess.run(command, env=environment, check=True, timeout=60, capture_output=True)
    page = run.stdout.decode().partition("<pre>\n")[2].partition("</pre>")[0]
    styled = []
    for row in page.split("\n"):
        styles: list[str] = []
        style = ""
        for tag, text in re.findall(r"(<[^>]*>)|([^<]+)", row):
            if tag:
                colour = re.search("color:(#[0-9a-f]{6})", tag)
                style = codes.get(colour[1], "") if colour else ""
            else:
                styles += [style] * len(html.unescape(text))
        styled.append(styles)
    return styled[: len(LINES)]


def by_sublime(_: Path) -> Colours:
    """The file for Sublime Text, read as its documentation says; the program itself cannot be had."""
    syntax = json.loads(
        (EDITORS / "sublime" / "mtgr.sublime-syntax").read_text().partition("\n# ")[2].partition("\n")[2]
    )
    scopes = {f"{scope}.mtgr": style for style, (_, _, scope) in STYLES.items()}
    styled = []
    for line in LINES:
        styles = [""] * len(line)
        stack, column = ["main"], 0
        while column < len(line):
            for rule in syntax["contexts"][stack[-1]]:
                match = re.compile(rule["match"]).match(line, column)
                if not match or (not match[0] and not {"push", "set", "pop"} & {*rule}):
                    continue
                if "scope" in rule:
                    styles[column : match.end()] = [scopes[rule["scope"]]] * len(match[0])
                column = match.end()
                if "push" in rule:
                    stack.append(rule["push"])
                elif "set" in rule:
                    stack[-1] = rule["set"]
                break
            else:
                column += 1
        styled.append(styles)
    return styled


@pytest.mark.parametrize(
    "colours",
    [
        lambda folder: by_neovim(from_the_system(), folder),
        lambda folder: by_neovim(from_the_package(), folder),
        lambda folder: by_vim(["vim", "-Nes", "-u", "NONE", "--cmd", f"set runtimepath^={EDITORS}/vim"], folder),
        by_kate,
        by_sublime,
    ],
    ids=["neovim", "newer-neovim", "vim", "kate", "sublime"],
)
def test_editors_colour_as_defined(colours: Callable[[Path], Colours], tmp_path: Path) -> None:
    (tmp_path / "game.mtgr").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    for line, found in zip(LINES, colours(tmp_path), strict=True):
        seen = [style if character != " " else "" for style, character in zip(found, line, strict=True)]
        assert seen == coloured(line), line
