"""What the command line may say."""

from __future__ import annotations

import argparse
import sys

from mtgr import __version__
from mtgr.cli.output import Trouble, emit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

STANDARD_INPUT = "-"
_SHIELD = " "
"""Put before ``-:12`` on its way through argparse, which would take it for an option."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence instead of the usage text."""
        raise Trouble(f"{message} ({self.prog} --help shows more)")

    def _print_message(self, message: str, file: object = None) -> None:
        """Help and version go to standard output like everything else."""
        emit(message)


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of one command line; ``command`` names the command.

    Raises ``Trouble`` for bad arguments, and ``SystemExit`` after printing help or the version.
    """
    given = sys.argv[1:] if arguments is None else arguments
    parser, commands = _parsers()
    if not given:
        parser.error("a command is missing: check, format, state, strip, plot, explain or lsp")
    options, rest = parser.parse_known_args([_shielded(argument) for argument in given])
    if options.command in ("check", "format", "strip"):  # argparse stops collecting paths at an option that follows one
        options.paths += [argument for argument in rest if _is_path(argument)]
        rest = [argument for argument in rest if not _is_path(argument)]
    if rest:
        commands[options.command].error(f"unknown arguments: {' '.join(rest)}")
    if options.command == "state":
        options.place = options.place.removeprefix(_SHIELD)
    return options


def _shielded(argument: str) -> str:
    return _SHIELD + argument if argument.startswith("-:") else argument


def _is_path(argument: str) -> bool:
    return argument == STANDARD_INPUT or not argument.startswith("-")


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    parser = _Parser(
        prog="mtgr",
        description="Tools for .mtgr, the plain-text format that records games of Magic: The Gathering.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mtgr {__version__}")
    # Without `prog`, argparse would format the usage to find it, and import much for that.
    commands = parser.add_subparsers(prog=parser.prog, dest="command", required=True, metavar="COMMAND")
    return parser, {
        "check": _check(commands),
        "format": _format(commands),
        "state": _state(commands),
        "strip": _strip(commands),
        "plot": _plot(commands),
        "explain": _explain(commands),
        "lsp": _lsp(commands),
    }


_Commands = argparse._SubParsersAction  # the only name argparse has for it


def _command(commands: _Commands[_Parser], name: str, summary: str, more: str) -> _Parser:
    return commands.add_parser(
        name,
        help=summary[0].lower() + summary[1:].rstrip("."),
        description=f"{summary}\n\n{more}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _check(commands: _Commands[_Parser]) -> _Parser:
    parser = _command(
        commands,
        "check",
        "Check recorded games.",
        "Exit code: 0 without errors, 1 with some (--strict: or warnings), 2 if something could not be read or the\n"
        "command line is wrong. What is not shown because of --max-findings counts, too.",
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file, a folder to search, or - for standard input")
    parser.add_argument(
        "--output-format",
        choices=("text", "json", "sarif", "github"),
        default="text",
        help="text (the default), json, sarif (2.1.0) or github (annotations of GitHub Actions)",
    )
    parser.add_argument("--strict", action="store_true", help="let warnings fail the check, too")
    parser.add_argument("--hints", action="store_true", help="also show information and hints")
    parser.add_argument("--jobs", type=_count, metavar="N", help="processes to use (default: one for each core)")
    parser.add_argument("--max-findings", type=_most, metavar="N", help="show no more than the first N findings")
    parser.add_argument(
        "--stdin-filename", type=_file_name, metavar="NAME", help="the name to show for standard input (default: -)"
    )
    return parser


def _format(commands: _Commands[_Parser]) -> _Parser:
    parser = _command(
        commands,
        "format",
        "Write recorded games in their canonical form.",
        "What a game says never changes. If there is a line that cannot be read, no file is touched.\n"
        "Exit code: 0 when everything is formatted, 1 with --check or --diff when something is not, 2 if something\n"
        "could not be read or written.",
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file, a folder to search, or - for standard input")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--check", action="store_true", help="write nothing, name the files that would change")
    instead.add_argument("--diff", action="store_true", help="write nothing, show what would change")
    return parser


def _state(commands: _Commands[_Parser]) -> _Parser:
    parser = _command(
        commands,
        "state",
        "Show the game as it stands after a line.",
        "The state is replayed from the file: life, zones, stack, counters, and what each object is.",
    )
    parser.add_argument("place", metavar="FILE:LINE", help="a file and a line, the first is 1 (-:LINE: standard input)")
    parser.add_argument("--before", action="store_true", help="show the state before the line")
    parser.add_argument("--output-format", choices=("text", "json"), default="text", help="text (the default) or json")
    return parser


def _strip(commands: _Commands[_Parser]) -> _Parser:
    parser = _command(
        commands,
        "strip",
        "Take annotations and the like out of recorded games.",
        "What is left is the same game. Without one of --comments, --nags, --variations, --extensions and --escapes,\n"
        "all of these go. The result is written to standard output, and the file stays as it is.",
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file, a folder to search, or - for standard input")
    parser.add_argument("--comments", action="store_true", help="take out brace comments and line comments")
    parser.add_argument("--nags", action="store_true", help="take out annotation glyphs: $1, $2, ...")
    parser.add_argument("--variations", action="store_true", help="take out variations")
    parser.add_argument("--extensions", action="store_true", help="take out extension tags and statements")
    parser.add_argument("--escapes", action="store_true", help="take out escape lines, those that start with %%")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", metavar="FILE", help="write the result to this file (- for standard output)")
    where.add_argument("-i", "--in-place", action="store_true", help="write each result in the place of its file")
    return parser


def _plot(commands: _Commands[_Parser]) -> _Parser:
    parser = _command(
        commands,
        "plot",
        "Draw the course of a game.",
        "Life totals, hand and board of both players by turn, with the annotated lines marked, as an SVG picture.\n"
        "This needs matplotlib.",
    )
    parser.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    parser.add_argument(
        "-o", "--output", metavar="SVG", help="where to write the picture, - for standard output (default: beside FILE)"
    )
    parser.add_argument("--game", type=_game, metavar="N", help="draw this game of the file alone, the first being 1")
    return parser


def _explain(commands: _Commands[_Parser]) -> _Parser:
    parser = _command(
        commands,
        "explain",
        "Explain a finding's code.",
        "Says what the finding means and why it matters, with a wrong and a right example.",
    )
    parser.add_argument("code", metavar="CODE", nargs="?", help="for example check-7; without it, all codes are listed")
    return parser


def _lsp(commands: _Commands[_Parser]) -> _Parser:
    parser = _command(
        commands,
        "lsp",
        "Run the language server.",
        "Editors start this themselves. It speaks the Language Server Protocol on standard input and output.",
    )
    parser.add_argument("--stdio", action="store_true", help="the default; some editors add it")
    parser.add_argument("--clientProcessId", metavar="ID", help=argparse.SUPPRESS)  # VS Code adds it
    parser.add_argument("--tcp", metavar="HOST:PORT", help="listen there instead of using standard input and output")
    parser.add_argument("--allow-remote", action="store_true", help="let --tcp listen on more than this machine")
    return parser


def _count(text: str) -> int:
    return _number(text, 5, "a number of processes")


def _most(text: str) -> int:
    return _number(text, 9, "a number of findings")


def _file_name(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("a name has at least one character")
    return text


def _game(text: str) -> int:
    return _number(text, 9, "the number of a game")


def _number(text: str, digits: int, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= digits and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
    return int(text)
