"""One line a finding: ``path:line:column: severity: code: message``."""

from __future__ import annotations

from mtgr.cli.work import Checked
from mtgr.features.visible import visible


def plain(results: list[Checked]) -> str:
    """Lines and columns count from 1, columns in code points."""
    return "".join(
        visible(
            f"{result.path}:{finding.place.line + 1}:{finding.place.start + 1}: "
            f"{finding.severity.value}: {finding.code}: {finding.message}"
        )
        + "\n"
        for result in results
        for finding in result.findings
    )
