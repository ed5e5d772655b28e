"""Writes what colours a line by itself, for editors that read no TextMate grammar, from the tables of the format.

Usage: highlighting.py [FOLDER], where FOLDER is ``editors`` by default. A test fails when the files there are stale.

A line is read from left to right. ``CONTEXTS`` says for each place what may stand there, with its style and what is
expected behind it; Vim, Kate and Sublime Text each have words for that.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import quoteattr

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "editors" / "vscode" / "scripts")]

# ruff: noqa: E402 - what follows is found by the line above
from grammar import BLOCKS, inner_words, kinds_of_new, openings, values, verbs, words_before
from mtgr.spec import words
from mtgr.spec.shapes import ID, TIME
from mtgr.spec.tags import EXTENSION_TAG, TAGS

NOTE = "Written by scripts/highlighting.py from the tables in server/mtgr/spec. Do not edit."

STYLES: dict[str, tuple[str, str, str]] = {
    "Time": ("NonText", "Comment", "constant.numeric.time"),
    "Structure": ("Statement", "ControlFlow", "keyword.control.structure"),
    "Step": ("Label", "ControlFlow", "keyword.control.step"),
    "Event": ("Keyword", "Keyword", "keyword.other.event"),
    "Word": ("Keyword", "Normal", "keyword.other.word"),
    "Object": ("Identifier", "Variable", "variable.other.object"),
    "Name": ("String", "String", "string.quoted.name"),
    "Player": ("Type", "DataType", "entity.name.type.player"),
    "String": ("String", "String", "string.quoted.double"),
    "Zone": ("Constant", "Constant", "constant.language.zone"),
    "Value": ("Constant", "Constant", "constant.language.value"),
    "Rule": ("Constant", "Attribute", "constant.language.rule"),
    "Number": ("Number", "DecVal", "constant.numeric.value"),
    "Mana": ("Number", "Float", "constant.numeric.mana"),
    "Operator": ("Operator", "Operator", "keyword.operator"),
    "Bracket": ("Delimiter", "RegionMarker", "punctuation.section.variation"),
    "Extension": ("Special", "Extension", "entity.name.function.extension"),
    "Nag": ("PreProc", "Annotation", "entity.name.function.nag"),
    "Comment": ("Comment", "Comment", "comment.line"),
    "Tag": ("Type", "DataType", "entity.name.tag"),
    "Result": ("Constant", "Constant", "constant.language.result"),
}
"""Each style with the highlight group of Vim, the default style of Kate and the scope of Sublime Text that it is."""


@dataclass(frozen=True)
class Rule:
    """A pattern of what all know: groups ``(?:...)``, sets, ``|`` and the usual repeats."""

    style: str
    pattern: str
    then: str = "rest"
    """The context behind it."""
    whole: bool = True
    """It stands between spaces or the ends of the line."""


def one_of(options: Iterable[str]) -> str:
    """Any of some words, longest first, so that none hides one that begins with it."""
    found = sorted(options, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.sub(r"([*{}])", r"\\\1", word) for word in found) + ")"


OBJECT = ID.replace(r"\#", "#")
STRING = r'"(?:[^"\\]|\\.)*"?'
SYMBOLS = rf"(?:\{{(?:[0-9]+|[{words.COST_SYMBOLS}])\}})+"
LABEL = Rule("String", STRING, whole=False)
PLAYER = Rule("Player", STRING, whole=False)
NUMBER = "[0-9]+"
POWER = rf"(?:-?{NUMBER}/-?{NUMBER}|none|\?)"

LEADS = {"mana": {"mana", "cost"}, "player": {"player", "target"}, "source": {"source"}, "split": {"split"}}
"""Contexts, each with the kinds of slots that the words before it stand before."""


def leading(style: str, options: Iterable[str]) -> tuple[Rule, ...]:
    """Rules for words, by what may stand behind them."""
    left = set(options)
    rules = []
    for context, kinds in LEADS.items():
        if found := left & set(words_before(kinds)):
            rules.append(Rule(style, one_of(found), context))
            left -= found
    return (*rules, Rule(style, one_of(left))) if left else tuple(rules)


VERBS = leading("Event", {*verbs("#"), *verbs('"')})
CONTEXTS: dict[str, tuple[Rule, ...]] = {
    "start": (
        Rule("Comment", "%.*", whole=False),
        Rule("Tag", rf"\[{one_of(TAGS)}", "tag"),
        Rule("Extension", rf"\[{EXTENSION_TAG}", "tag"),
        Rule("Result", one_of(words.RESULTS)),
        Rule("Time", rf"(?:{TIME}|-)", "statement"),
    ),
    "tag": (LABEL,),
    "statement": (
        Rule("Event", "new", "kind"),
        Rule("Structure", "turn", "turn"),
        *leading("Structure", set(BLOCKS) - {"turn"}),
        Rule("Step", one_of(words.STEPS)),
        *leading("Event", openings()),
        Rule("Extension", EXTENSION_TAG),
        Rule("Object", OBJECT, "subject"),
        Rule("Player", STRING, "verb", whole=False),
        Rule("Bracket", "[()]"),
    ),
    "kind": (Rule("Word", one_of(set(kinds_of_new()) - {"emblem"})), Rule("Word", "emblem", "emblem")),
    "emblem": (Rule("Object", OBJECT, "text"),),
    "text": (LABEL,),
    "turn": (Rule("Number", NUMBER, "player"),),
    "subject": (Rule("Name", STRING, "verb", whole=False), *VERBS),
    "verb": VERBS,
    "player": (PLAYER,),
    "name": (Rule("Name", STRING, whole=False),),
    "mana": (Rule("Mana", SYMBOLS, "arrow"),),
    "arrow": (Rule("Operator", "->", "mana"),),
    "split": (Rule("Mana", r"\{[^}]*\}", "payment"),),
    "payment": (Rule("Mana", r"(?:life|\{.\})"),),
    "cause": (
        Rule("Rule", rf"(?:rule:{one_of(words.RULES)}|source:{one_of(words.SOURCES)})"),
        Rule("Operator", "cost:", "object", whole=False),
        Rule("Object", rf"(?:{OBJECT}|\?)"),
        PLAYER,
    ),
    "object": (Rule("Object", OBJECT),),
    "source": (Rule("Value", "[a-z]+:[A-Za-z0-9._-]+"),),
    "rest": (
        Rule("Comment", ";.*", whole=False),
        Rule("Nag", r"\$[0-9]+"),
        Rule("Comment", r"\{[^}]*\}?", whole=False),
        Rule("Operator", "->"),
        Rule("Operator", "(?:by|replacement)", "cause"),
        Rule("Word", "emblem", "emblem"),
        Rule("Zone", one_of(set(words.ZONES) - {"outside"}), "player"),
        Rule("Zone", "outside"),
        Rule("Object", OBJECT, "name"),
        LABEL,
        Rule("Number", POWER),
        Rule("Time", TIME, "player"),
        Rule("Number", rf"d?-?{NUMBER}"),
        Rule("Value", one_of(values())),
        *leading("Word", set(inner_words()) - {"by", "replacement", "emblem"}),
    ),
}
"""What may stand where. Where nothing of it stands, it is as in ``rest``."""


# Vim and Neovim


def vim() -> str:
    """A syntax file. A rule of a context other than ``rest`` is found only behind what leads there."""
    lines = [f'" {NOTE}', 'if exists("b:current_syntax")', "  finish", "endif", "syntax case match", ""]
    for context, rules in reversed(CONTEXTS.items()):
        # Of several that match in one place Vim takes the last one.
        lines += [vim_rule(context, each) for each in reversed(rules)]
    lines.append("syntax sync minlines=1 maxlines=1")
    lines.append("")
    links = {vim_group(context, each): each.style for context, rules in CONTEXTS.items() for each in rules}
    lines += [f"highlight default link {group} mtgr{style}" for group, style in links.items()]
    lines += [f"highlight default link mtgr{style} {group}" for style, (group, _, _) in STYLES.items()]
    return "\n".join([*lines, "", 'let b:current_syntax = "mtgr"', ""])


def vim_rule(context: str, rule: Rule) -> str:
    before = {"start": "^", "rest": r"%(^|[ ])@1<="}.get(context, "")
    pattern = rule.pattern.replace("(?:", "%(").replace("%.*", r"\%.*").replace("/", r"\/")
    pattern = re.sub("[<>=@~&]", r"\\\g<0>", pattern)
    behind = r"%( |$)@=" if rule.whole and context != "start" else r"%([ \]]|$)@=" if rule.whole else ""
    found = f"syntax match {vim_group(context, rule)} /\\v{before}{pattern}{behind}/"
    if context not in ("start", "rest"):
        found += " contained"
    if rule.then != "rest":
        found += f" skipwhite nextgroup={','.join(vim_groups(rule.then))}"
    return found


def vim_group(context: str, rule: Rule) -> str:
    return f"mtgr{context.capitalize()}{rule.style}"


def vim_groups(context: str) -> list[str]:
    return sorted({vim_group(context, rule) for rule in CONTEXTS[context]})


# Kate


def kate() -> str:
    """A definition for KSyntaxHighlighting, which Kate, KWrite and KDevelop use."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<!DOCTYPE language>",
        f"<!-- {NOTE} -->",
        '<language name="Magic game record" section="Other" extensions="*.mtgr" mimetype="" version="1"',
        '          kateversion="5.62" casesensitive="1" author="" license="MIT">',
        "  <highlighting>",
        "    <contexts>",
    ]
    for context, rules in CONTEXTS.items():
        lines += kate_context(context, rules)
    lines += ["    </contexts>", "    <itemDatas>", '      <itemData name="Normal" defStyleNum="dsNormal"/>']
    lines += [f'      <itemData name="{style}" defStyleNum="ds{name}"/>' for style, (_, name, _) in STYLES.items()]
    lines += ["    </itemDatas>", "  </highlighting>", "  <general>"]
    lines += ["    <comments>", '      <comment name="singleLine" start=";"/>', "    </comments>"]
    return "\n".join([*lines, "  </general>", "</language>", ""])


def kate_context(context: str, rules: Iterable[Rule]) -> Iterator[str]:
    start, rest = context == "start", context == "rest"
    ends = "#stay" if start else "#pop"
    falls = "" if rest else ' fallthroughContext="rest"' if start else ' fallthroughContext="#pop!rest"'
    yield f'      <context name="{context}" attribute="Normal" lineEndContext="{ends}"{falls}>'
    yield "        <DetectSpaces/>"
    for each in rules:
        before, behind = bounds(context, each)
        then = each.then if start else "#stay" if rest and each.then == "rest" else f"#pop!{each.then}"
        place = ' column="0"' if start else ""
        pattern = quoteattr(f"{before}{each.pattern}{behind}")
        yield f'        <RegExpr attribute="{each.style}" context="{then}" String={pattern}{place}/>'
    yield "      </context>"


def bounds(context: str, rule: Rule) -> tuple[str, str]:
    """What a pattern looks for before and behind itself."""
    before = "(?<![^ ])" if context == "rest" else ""
    return before, (r"(?=[ \]]|$)" if context == "start" else "(?= |$)") if rule.whole else ""


# Sublime Text


def sublime() -> str:
    """A .sublime-syntax file. It is YAML, of which JSON is a part."""
    contexts = {"main": sublime_rules("start"), **{name: sublime_rules(name) for name in CONTEXTS if name != "start"}}
    syntax = {
        "name": "Magic game record",
        "scope": "source.mtgr",
        "version": 2,
        "file_extensions": ["mtgr"],
        "contexts": contexts,
    }
    return f"%YAML 1.2\n---\n# {NOTE}\n{json.dumps(syntax, indent=1)}\n"


def sublime_rules(context: str) -> list[dict[str, object]]:
    start = context == "start"
    found: list[dict[str, object]] = [] if start else [{"match": "$", "pop": True}]
    for each in CONTEXTS[context]:
        before, behind = bounds(context, each)
        rule: dict[str, object] = {
            "match": ("^" if start else before) + each.pattern + behind,
            "scope": f"{STYLES[each.style][2]}.mtgr",
        }
        if start or context != each.then:
            rule["push" if start else "set"] = each.then
        found.append(rule)
    if start:
        found.append({"match": "(?=.)", "push": "rest"})
    elif context != "rest":
        found.append({"match": r"(?=\S)", "set": "rest"})
    return found


def files() -> dict[str, str]:
    """The files, by their paths in the folder of editors."""
    return {
        "neovim/syntax/mtgr.vim": vim(),
        "vim/syntax/mtgr.vim": vim(),
        "kate/mtgr.xml": kate(),
        "sublime/mtgr.sublime-syntax": sublime(),
    }


def main(folder: Path) -> None:
    for path, text in files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "editors")
