"""The table of sections has every section that the rest of the program speaks of."""

from __future__ import annotations

import re

from mtgr.spec.codes import CODES
from mtgr.spec.sections import SECTIONS
from mtgr.spec.statements import FORMS


def test_every_section_that_is_cited_is_one() -> None:
    cited = {form.section for form in FORMS}
    cited |= {section for code in CODES.values() for section in re.findall(r"[0-9]+(?:\.[0-9]+)?", code.section)}
    assert cited <= SECTIONS.keys()


def test_sections_stand_in_their_order() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in SECTIONS]
    assert numbers == sorted(numbers)
