"""No regular expression of the program takes more than linear time for text that was made to make it."""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mtgr
from mtgr.features.habits import LONGEST_LINE
from mtgr.spec.shapes import KINDS

try:
    from re import _constants as constants
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_constants as constants
    import sre_parse as parser

ROOT = Path(mtgr.__file__).parent
FUNCTIONS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
LONG = (24, 1_000, 4_000, 16_000)
"""Repetitions in a bait. The first finds exponential time before the next could take for ever."""
MOST = 0.25  # seconds; linear time for the longest is a hundredth of this


BOUNDED = {"mtgr.features.habits": LONGEST_LINE, "mtgr.features.analogy": LONGEST_LINE}
"""Modules that look at no text longer than so many characters."""


class Use:
    """A pattern, in which ways text is held against it, and how long that can be."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self.pattern = pattern
        self.methods: set[str] = set()
        self.longest = 0


def uses() -> dict[str, Use]:
    """Every regular expression in the program: those that modules hold, and those that stand where they are used."""
    trees = {name_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("*.py"))}
    del trees["mtgr.__main__"]  # which runs the program
    called = defaultdict[tuple[str, str], set[str]](set)  # by module, or none where it is an attribute, and name
    for module_name, tree in trees.items():
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(ast.Name(name), method) if method in FUNCTIONS:
                    called[module_name, name].add(method)
                case ast.Attribute(ast.Attribute(_, name), method) if method in FUNCTIONS:
                    called["", name].add(method)
    found: dict[str, Use] = {}

    def note(pattern: re.Pattern[Any], methods: set[str], name: str) -> None:
        use = found.setdefault(f"{pattern.pattern!r}/{pattern.flags}", Use(pattern))
        use.methods |= methods
        use.longest = max(use.longest, BOUNDED.get(name, max(LONG) * 8))

    for name, tree in trees.items():
        module = importlib.import_module(name)
        for variable, value in vars(module).items():
            for pattern in held(value):
                note(pattern, called[name, variable] | called["", variable], name)
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Attribute(ast.Name("re"), method), [first, *_]) if method in FUNCTIONS:
                    for text in written(first, module):
                        note(re.compile(text), {method}, name)
    return found


def name_of(path: Path) -> str:
    return ".".join(("mtgr", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def held(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """The compiled patterns in a value of a module."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 4 and isinstance(value, dict):
        for each in value.values():
            yield from held(each, depth + 1)
    elif depth < 4 and isinstance(value, (list, tuple)):
        for each in value:
            yield from held(each, depth + 1)
    elif depth < 4 and hasattr(value, "__slots__") and type(value).__module__.startswith("mtgr."):
        for name in type(value).__slots__:
            yield from held(getattr(value, name, None), depth + 1)


def written(expression: ast.expr, module: Any) -> list[str]:
    """What an argument may be: a constant, names of the module, or the kinds of the table of statements."""
    if "KINDS[kind]" in ast.unparse(expression):
        return [pattern for pattern, *_ in KINDS.values()]
    try:
        text = eval(compile(ast.Expression(expression), "pattern", "eval"), vars(module))
    except NameError as error:
        return OTHERWISE[module.__name__, error.name]
    assert isinstance(text, (str, bytes))
    return [text] if isinstance(text, str) else []


OTHERWISE: dict[tuple[str, str], list[str]] = {
    ("mtgr.features.expected", "pattern"): [pattern for pattern, *_ in KINDS.values()],
}
"""Patterns that are put together where they are used: the module and the name that no module has."""


def sample(items: Any) -> str:
    """A short text that fits a parsed pattern, as well as can be told."""
    return "".join(map(of_item, items))


def of_item(item: Any) -> str:
    op, value = item
    if op is constants.LITERAL:
        return chr(value)
    if op is constants.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if op is constants.ANY:
        return "a"
    if op is constants.IN:
        return of_set(value)
    if op is constants.BRANCH:
        return sample(value[1][0])
    if op is constants.SUBPATTERN:
        return sample(value[3])
    if op in REPEATS:
        return sample(value[2]) * value[0]
    if str(op) == "ATOMIC_GROUP":
        return sample(value)
    return ""


REPEATS = [constants.MAX_REPEAT, constants.MIN_REPEAT, *filter(None, [getattr(constants, "POSSESSIVE_REPEAT", None)])]


def of_set(items: Any) -> str:
    shown = re.compile("[" + "".join(map(in_set, items)) + "]", re.DOTALL)
    return next((each for each in 'a1 "\\{}#x-([;$%\t\n,.:A/é\x01' if shown.fullmatch(each)), "a")


def in_set(item: Any) -> str:
    op, value = item
    if op is constants.NEGATE:
        return "^"
    if op is constants.LITERAL:
        return re.escape(chr(value))
    if op is constants.RANGE:
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    return {"CATEGORY_DIGIT": r"\d", "CATEGORY_NOT_DIGIT": r"\D", "CATEGORY_SPACE": r"\s", "CATEGORY_NOT_SPACE": r"\S",
            "CATEGORY_WORD": r"\w", "CATEGORY_NOT_WORD": r"\W"}[str(value)]  # fmt: skip


def baits(items: Any, head: str = "") -> Iterator[tuple[str, str]]:
    """For each repetition of a pattern: a text that leads there, and what can be repeated."""
    for item in items:
        op, value = item
        if op in REPEATS:
            for unit in alternatives(value[2]):
                if unit and value[1] > 8:
                    yield head, unit
            yield from baits(value[2], head)
        elif op is constants.BRANCH:
            for branch in value[1]:
                yield from baits(branch, head)
        elif op is constants.SUBPATTERN:
            yield from baits(value[3], head)
        elif op in (constants.ASSERT, constants.ASSERT_NOT):
            yield from baits(value[1], head)
        elif str(op) == "ATOMIC_GROUP":
            yield from baits(value, head)
        head += of_item(item)


def alternatives(items: Any) -> list[str]:
    """What one repetition may be."""
    if len(items) == 1 and items[0][0] is constants.BRANCH:
        return [sample(branch) for branch in items[0][1][1]]
    if len(items) == 1 and items[0][0] is constants.SUBPATTERN:
        return alternatives(items[0][1][3])
    return [sample(items)]


ENDS = ("", "\x00", "!", '"', " x", "}")
USES = uses()


def run(pattern: re.Pattern[Any], method: str, text: Any) -> None:
    match method:
        case "sub" | "subn":
            pattern.sub(text[:0], text)
        case "finditer":
            for _ in pattern.finditer(text):
                pass
        case _:
            getattr(pattern, method)(text)


def test_there_are_patterns() -> None:
    assert len(USES) > 100


@pytest.mark.parametrize("key", USES)
def test_no_text_takes_long(key: str) -> None:
    use = USES[key]
    plain = use.pattern.pattern
    found = set(baits(parser.parse(plain, use.pattern.flags)))
    for head, unit in found:
        for method in use.methods & set(FUNCTIONS) or {"match", "fullmatch"}:
            for end in ENDS:
                for count in LONG:
                    text: Any = (head + unit * count)[: use.longest] + end
                    if isinstance(plain, bytes):
                        text = text.encode("latin-1", "replace")
                    begun = time.process_time()
                    run(use.pattern, method, text)
                    took = time.process_time() - begun
                    assert took < MOST, (
                        f"{method} of {plain!r} takes {took:.2f} s for {head!r} + {unit!r} * {count} + {end!r}"
                    )
