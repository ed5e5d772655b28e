"""``mtgr check``: the findings of files and folders."""

from __future__ import annotations

import atexit
import gc
from argparse import Namespace

from mtgr.cli.files import find
from mtgr.cli.output import complain, emit, for_people, show, width
from mtgr.cli.progress import Progress
from mtgr.cli.work import Checked, Wish, check_all


def check(options: Namespace) -> int:
    """Check what the command line names and write the findings. Returns the exit code (0, 1 or 2)."""
    # What the check leaves is not searched for cycles as the process ends, which would take a quarter of its time.
    atexit.register(gc.freeze)
    sources, problems = find(options.paths)
    terminal = options.output_format == "text" and for_people()
    with Progress(len(sources), sum(source.size for source in sources)) as progress:
        checked = check_all(sources, Wish(options.hints, with_lines=terminal), options.jobs, progress.advance)
    problems += [result.problem for result in checked if result.problem]
    results = [result for result in checked if not result.problem]
    if terminal:
        from mtgr.cli.reports.terminal import terminal as report

        show(report(results, width()))
    else:
        emit(_written(results, problems, options.output_format))
    for problem in problems:
        complain(problem)
    failing = {"error", "warning"} if options.strict else {"error"}
    return 2 if problems else int(bool(_severities(results) & failing))


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
