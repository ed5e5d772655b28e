"""``mtgr check``: the findings of files and folders."""

from __future__ import annotations

import atexit
import dataclasses
import gc
from argparse import Namespace

from mtgr.cli.arguments import STANDARD_INPUT
from mtgr.cli.files import find
from mtgr.cli.output import Trouble, complain, emit, for_people, show, width
from mtgr.cli.progress import Progress
from mtgr.cli.work import Checked, Wish, check_all


def check(options: Namespace) -> int:
    """Check what the command line names and write the findings. Returns the exit code (0, 1 or 2)."""
    # What the check leaves is not searched for cycles as the process ends, which would take a quarter of its time.
    atexit.register(gc.freeze)
    if options.stdin_filename is not None and STANDARD_INPUT not in options.paths:
        raise Trouble("--stdin-filename names standard input, which is not among the paths; add -")
    sources, problems = find(options.paths)
    terminal = options.output_format == "text" and for_people()
    with Progress(len(sources), sum(source.size for source in sources)) as progress:
        checked = check_all(sources, Wish(options.hints, with_lines=terminal), options.jobs, progress.advance)
    problems += [result.problem for result in checked if result.problem]
    results = _named([result for result in checked if not result.problem], options.stdin_filename)
    shown, left_out = first_findings(results, options.max_findings)
    if terminal:
        from mtgr.cli.reports.terminal import summary
        from mtgr.cli.reports.terminal import terminal as report

        show([*report(shown, width()), *summary(results)])
    else:
        emit(_written(shown, problems, options.output_format))
    if left_out:
        complain(f"{left_out:,} more finding{'s' * (left_out > 1)}, not shown (--max-findings {options.max_findings})")
    for problem in problems:
        complain(problem)
    failing = {"error", "warning"} if options.strict else {"error"}
    return 2 if problems else int(bool(_severities(results) & failing))


def first_findings(results: list[Checked], most: int | None) -> tuple[list[Checked], int]:
    """The results with no more than ``most`` findings in all, the first ones, and how many that leaves out."""
    if most is None:
        return results, 0
    shown: list[Checked] = []
    room = most
    for result in results:
        shown.append(dataclasses.replace(result, findings=result.findings[:room]))
        room -= len(shown[-1].findings)
    return shown, sum(len(result.findings) for result in results) - (most - room)


def _named(results: list[Checked], stdin: str | None) -> list[Checked]:
    """The results in the order of their paths, standard input under the name it was given."""
    if stdin is None:
        return results
    named = [dataclasses.replace(each, path=stdin) if each.path == STANDARD_INPUT else each for each in results]
    return sorted(named, key=lambda each: each.path)


def _written(results: list[Checked], problems: list[str], output_format: str) -> str:
    match output_format:
        case "json":
            from mtgr.cli.reports.as_json import as_json

            return as_json(results)
        case "sarif":
            from mtgr.cli.reports.sarif import sarif

            return sarif(results, problems)
        case "github":
            from mtgr.cli.reports.github import github

            return github(results)
        case _:
            from mtgr.cli.reports.plain import plain

            return plain(results)


def _severities(results: list[Checked]) -> set[str]:
    return {finding.severity.value for result in results for finding in result.findings}
