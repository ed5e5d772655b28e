"""The tolerant path: what is wrong with a text that is not a well-formed statement, and what it means all the same.

Three steps. ``_mend`` rewrites the tokens with exactly one space between them and puts lexical damage right, so that
the meaning of a line with a tab or a leading zero is not lost (R47). If that matches a form, it is the statement. If
it does once
its annotations are set aside, the annotations are at fault. Otherwise the tokens are matched with the shapes of the
forms that begin like the text, and the place that the best of them reached is where the mistake is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from mtgr.spec import words
from mtgr.spec.shapes import BY_KEY, CAUSE, ID, KINDS, WORDS, Element, Optional, Slot, Word, elements
from mtgr.spec.statements import CHOICES, SNAPSHOT_TARGET, Cause, Form
from mtgr.syntax.statement import Problem, Statement, has_controls, match_form, well_formed, without_controls
from mtgr.syntax.tokens import ANNOTATIONS, Token, normalized, sorted_cost, tokenize

# Not those inside a source ID (section 6.5), whose characters are letters, digits, `-`, `_` and `.`.
_LEADING_ZEROS = re.compile(r"(?:(?<=[^0-9.:A-Za-z_-])|(?<=^-)|(?<=/-)|(?<=^#h)|^)0+(?=[0-9])")
_DIE_WITH_ZEROS = re.compile(r"(?<=^d)0+(?=[0-9]+$)")


def diagnose(text: str) -> Statement:
    """The statement of a text that ``parse`` could not match at once; ``problems`` is never empty."""
    mended = _mend(text)
    if len(mended.tokens) > _MOST_TOKENS:
        problem = mended.problems[0] if mended.problems else Problem(0, len(text), "this is no statement of the format")
        return Statement(text, None, (), (problem,))
    found = None
    if not mended.hopeless:
        found = match_form(mended.text) or _without_annotations(mended) or _misspelt_structure(mended, len(text))
    if found is None:
        grammar = None if mended.hopeless else _grammar(mended.tokens, len(text))
        mended.problems += [grammar] if grammar is not None else []
        found = Statement(text, None, (), (min(mended.problems, key=lambda problem: problem.start),))
        found.right = next((right for right in _guesses(text, mended, grammar) if well_formed(right) is not None), None)
        return found
    mended.problems.extend(
        _too_large(token) for token in mended.tokens if token.kind == "nag" and _nag_too_large(token)
    )
    found.problems = tuple(mended.problems[:1])
    found.right = _right(mended, found)
    found.kept = tuple(mended.kept) if found.text != text else None
    return found


_MOST_TOKENS = 2000
"""Longer statements that are not well-formed are not looked at in detail; well-formed ones may have any length."""


@dataclass(slots=True)
class _Mended:
    """A text with its lexical damage put right. ``tokens`` have the spans of the original text."""

    tokens: list[Token]
    problems: list[Problem]
    hopeless: bool = False
    text: str = ""
    kept: list[int] = field(default_factory=list)


def _mend(text: str) -> _Mended:
    mended = _Mended([], [])
    control = has_controls(text)
    if control is not None:
        name = "a tab" if control[0] == "\t" else f"the control character U+{ord(control[0]):04X}"
        mended.problems.append(Problem(control.start(), control.end(), f"{name} is not allowed"))
    pieces: list[str] = []
    previous_end = 0
    for token in tokenize(text, most=_MOST_TOKENS + 1):
        _check_gap(mended, text[previous_end : token.start], previous_end, token)
        previous_end = token.end
        new = _mend_token(mended, token)
        if not new:
            continue  # nothing but control characters
        if pieces:
            pieces.append(" ")
            mended.kept.append(max(token.start - 1, 0))
        pieces.append(new)
        last = token.end - 1
        mended.kept.extend(min(token.start + n, last) for n in range(len(new) - 1))
        mended.kept.append(last)
        mended.tokens.append(Token(token.kind, token.start, token.end, new))
    if previous_end < len(text) and len(mended.tokens) <= _MOST_TOKENS:
        mended.problems.append(Problem(previous_end, len(text), "no space may stand at the end of a line"))
    mended.text = "".join(pieces)
    return mended


def _check_gap(mended: _Mended, gap: str, start: int, token: Token) -> None:
    if "\t" in gap:
        return  # reported as a control character
    if not mended.tokens:
        if gap:
            mended.problems.append(Problem(start, token.start, "no space stands before a statement"))
    elif not gap:
        mended.problems.append(Problem(token.start, token.end, f"a space is missing before {_quote(token.text)}"))
    elif gap != " ":
        mended.problems.append(Problem(start + 1, token.start, "one space, and only one, stands between two tokens"))


def _mend_token(mended: _Mended, token: Token) -> str:
    if not unicodedata.is_normalized("NFC", token.text):
        mended.problems.append(Problem(token.start, token.end, "this text is not in Unicode Normalization Form C"))
    if token.kind == "string":
        _check_string(mended, token)
    elif _zeros(token).search(token.text) is not None:
        mended.problems.append(Problem(token.start, token.end, "a number has no leading zeros"))
    return without_controls(put_right(token))


def put_right(token: Token) -> str:
    """The text of a token with its lexical damage put right, as far as its meaning is plain (R47).

    It is in Normalization Form C, and outside strings and comments without control characters and leading zeros.
    """
    text = normalized(token.text)
    if token.kind in _TEXTS:
        return text
    return _zeros(token).sub("", without_controls(text))


_TEXTS = ("string", "brace-comment", "line-comment")


def _zeros(token: Token) -> re.Pattern[str]:
    """Matches the leading zeros in a token of this kind."""
    return _NOTHING if token.kind in _TEXTS else _DIE_WITH_ZEROS if token.kind == "word" else _LEADING_ZEROS


_NOTHING = re.compile(r"(?!)")


def _check_string(mended: _Mended, token: Token) -> None:
    text = token.text
    position = 1
    while (position := text.find("\\", position)) >= 0:
        if text[position + 1 : position + 2] not in ('"', "\\", "n"):
            start = token.start + position
            message = f'{_quote(text[position : position + 2])} is no escape; only `\\"`, `\\\\` and `\\n` are'
            mended.problems.insert(0, Problem(start, min(start + 2, token.end), message))
            mended.hopeless = True
            return
        position += 2
    if len(text) < 2 or not text.endswith('"') or re.fullmatch(r'"(?:[^"\\]|\\.)*"', text, re.DOTALL) is None:
        mended.problems.insert(0, Problem(token.start, token.end, "this string has no closing quote"))
        mended.hopeless = True


def _without_annotations(mended: _Mended) -> Statement | None:
    """The statement without what stands from its first annotation on, if that alone is at fault."""
    tokens = mended.tokens
    first = next((n for n, token in enumerate(tokens) if token.kind in ANNOTATIONS), len(tokens))
    if first == len(tokens) or not first:
        return None
    length = sum(len(token.text) + 1 for token in tokens[:first]) - 1
    misplaced = next((token for token in tokens[first:] if token.kind not in ANNOTATIONS), None)
    found = _annotations_moved(mended) if misplaced is not None else None
    found = found or match_form(mended.text[:length])
    if found is None:
        return None
    if misplaced is not None:
        message = f"only annotations can follow an annotation, found {_quote(misplaced.text)}"
        mended.problems.append(Problem(misplaced.start, tokens[-1].end, message))
        return found
    rank = 0
    for token in tokens[first:]:
        if _open_comment(token):
            message = "this comment has no closing brace"
        elif ANNOTATIONS.index(token.kind) < rank or (rank == 1 and token.kind == "brace-comment"):
            message = "annotations stand in the order NAGs, one brace comment, line comment"
        else:
            rank = ANNOTATIONS.index(token.kind)
            continue
        mended.problems.append(Problem(token.start, token.end, message))
        return found
    return None


def _annotations_moved(mended: _Mended) -> Statement | None:
    """The statement with what stands behind its first annotations put before them, if that makes it whole."""
    if any(map(_open_comment, mended.tokens)):
        return None
    pieces: list[str] = []
    kept: list[int] = []
    start = 0
    for token in mended.tokens:
        end = start + len(token.text)
        if token.kind not in ANNOTATIONS:
            kept += [mended.kept[start - 1], *mended.kept[start:end]] if pieces else mended.kept[start:end]
            pieces.append(token.text)
        start = end + 1
    found = match_form(" ".join(pieces))
    if found is not None:
        mended.kept = kept
    return found


def _open_comment(token: Token) -> bool:
    return token.kind == "brace-comment" and not token.text.endswith("}")


def _misspelt_structure(mended: _Mended, end: int) -> Statement | None:
    """A line of the game's structure whose first word is misspelt: what follows it belongs to it all the same."""
    first = mended.tokens[0] if mended.tokens else None
    if first is None or first.kind != "word":
        return None
    near = get_close_matches(first.text.lower(), _STRUCTURE, 1, 0.6)
    if not near or first.text == near[0] or '"' + first.text in BY_KEY or "#" + first.text in BY_KEY:
        return None
    found = match_form(near[0] + mended.text[len(first.text) :])
    if found is None:
        return None
    mended.problems.append(_grammar(mended.tokens, end))
    last = len(first.text) - 1
    mended.kept[: last + 1] = [mended.kept[min(n, last)] for n in range(len(near[0]))]
    return found


_STRUCTURE = ("turn", "pregame", "deck", "keyframe", "stack", *words.STEPS)


def _right(mended: _Mended, found: Statement) -> str | None:
    """The whole text as it should be written: with its annotations in order, where each of them is one."""
    for text in (mended.text, _in_order(mended.tokens), "" if mended.text.startswith(found.text) else found.text):
        if text and well_formed(text) is not None:
            return text
    return None


def _in_order(tokens: list[Token]) -> str:
    """The tokens of a statement with its annotations behind it: NAGs, one brace comment, line comment."""
    braces = [token.text.removeprefix("{").removesuffix("}") for token in tokens if token.kind == "brace-comment"]
    parts = [token.text for token in tokens if token.kind not in ANNOTATIONS]
    parts += [token.text for token in tokens if token.kind == "nag"]
    parts += ["{" + " ".join(braces) + "}"] if braces else []
    parts += [token.text for token in tokens if token.kind == "line-comment"]
    return " ".join(parts)


def _guesses(text: str, mended: _Mended, problem: Problem | None) -> Iterator[str]:
    """How a text that could not be read might be meant, if one thing is wrong with it."""
    if problem is None:
        yield f'{text}"'
        return
    yield _OTHER_SPACES.sub(" ", text)
    for n, token in enumerate(mended.tokens):
        if token.start != problem.start:
            continue
        before, after = [each.text for each in mended.tokens[:n]], [each.text for each in mended.tokens[n + 1 :]]
        annotation = _STUCK.search(text, token.start, token.end)
        if annotation is not None:
            yield " ".join([*before, text[token.start : annotation.start()], text[annotation.start() :]])
        near = _SUGGESTION.search(problem.message)
        if near is not None:
            yield " ".join([*before, near[1], *after])
        if token.kind == "symbols":
            yield " ".join([*before, sorted_cost(token.text), *after])


_OTHER_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u3000]")
_STUCK = re.compile(r"(?<=[^ ])[$;{]")
_SUGGESTION = re.compile(r"; did you mean `([^`]*)`\?\Z")


def _nag_too_large(token: Token) -> bool:
    return len(token.text) > 4 or int(token.text[1:]) > 255


def _too_large(token: Token) -> Problem:
    return Problem(token.start, token.end, "a NAG is a number from 0 to 255")


# --- What was expected ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Furthest:
    """The furthest token that a form could not be matched with, and all that could have stood there."""

    index: int = 0
    wanted: list[Word | Slot] = field(default_factory=list)

    def fail(self, index: int, element: Word | Slot) -> None:
        if index > self.index:
            self.index, self.wanted = index, []
        if index == self.index and element not in self.wanted:
            self.wanted.append(element)


def _grammar(tokens: list[Token], end: int) -> Problem:
    """The one grammatical mistake of a statement."""
    if not tokens:
        return Problem(0, end, "expected a statement")
    verb = 0
    if tokens[0].kind in ("id", "string"):
        verb = 2 if tokens[0].kind == "id" and len(tokens) > 1 and tokens[1].kind == "string" else 1
    subject = tokens[0].text[0] if verb else ""
    if subject == "#" and re.fullmatch(ID, tokens[0].text) is None:
        return Problem(tokens[0].start, tokens[0].end, f"expected an ID like `#7`, found {_quote(tokens[0].text)}")
    key = _key(tokens, verb, subject)
    forms = BY_KEY.get(key, ())
    if not forms:
        return _no_form(tokens, verb, subject, end)
    furthest = _Furthest()
    for form in forms:
        for index in _match(elements(form.shape), tokens, 0, furthest):
            _match_trailer(form, tokens, index, furthest)
    return _message(tokens, furthest, end)


def _key(tokens: list[Token], verb: int, subject: str) -> str:
    if verb >= len(tokens):
        return ""
    word = tokens[verb].text
    if not subject and word == "new":
        return f"new {tokens[1].text}" if len(tokens) > 1 else ""
    if not subject and re.fullmatch(KINDS["extension"][0], word):
        return "extension"
    return subject + word


def _no_form(tokens: list[Token], verb: int, subject: str, end: int) -> Problem:
    known = [key[len(subject) :] for key in BY_KEY if (key[0] == subject if subject else key[0] not in '#"')]
    if not subject and tokens[0].text == "new":
        verb, known = 1, [key[4:] for key in BY_KEY if key.startswith("new ")]
    else:
        known = sorted({*(word for word in known if not word.startswith("new ")), *(() if subject else ("new",))})
    what = {"#": "what the object does", '"': "what the player does"}.get(subject, "a statement")
    if verb == 1 and not subject:
        what = "what is introduced"
    if verb >= len(tokens):
        before = tokens[-1]
        return Problem(
            before.start, before.end, f"expected {what} after {_quote(before.text)}, found the end of the line"
        )
    found = tokens[verb]
    after = f" after {_quote(tokens[verb - 1].text)}" if verb else ""
    return Problem(
        found.start, found.end, f"expected {what}{after}, found {_quote(found.text)}{_suggest(found.text, known)}"
    )


def _match(parts: tuple[Element, ...], tokens: list[Token], index: int, furthest: _Furthest) -> Iterator[int]:
    """Every index up to which the elements match the tokens from ``index`` on."""
    if not parts:
        yield index
        return
    first, rest = parts[0], parts[1:]
    match first:
        case Optional(alternatives, repeated):
            if repeated:
                ends = [_repeat(alternatives, tokens, index, furthest)]
            else:
                ends = [index]
                for each in alternatives:
                    ends.extend(_match(each, tokens, index, furthest))
            for end in reversed(ends):
                yield from _match(rest, tokens, end, furthest)
        case _:
            for end in _match_one(first, tokens, index, furthest):
                yield from _match(rest, tokens, end, furthest)


def _repeat(alternatives: tuple[tuple[Element, ...], ...], tokens: list[Token], index: int, furthest: _Furthest) -> int:
    while True:
        end = next((end for each in alternatives for end in _match(each, tokens, index, furthest)), index)
        if end == index:
            return index
        index = end


def _match_one(element: Word | Slot, tokens: list[Token], index: int, furthest: _Furthest) -> Iterator[int]:
    text = tokens[index].text if index < len(tokens) else None
    following = tokens[index + 1].text if index + 1 < len(tokens) else ""
    match element:
        case Word(word) if text == word:
            yield index + 1
            return
        case Slot(_, "choice" | "snapshot-choice" as kind) if text is not None:
            shape = CHOICES[text][0] if text in CHOICES else SNAPSHOT_TARGET if text == "target" else None
            if shape is not None and (text != "target" or kind == "snapshot-choice"):
                yield from _match(elements(shape), tokens, index, furthest)
                return
        case Slot(_, "object" | "target" as kind) if text is not None:
            if re.fullmatch(ID, text):
                if following.startswith('"'):
                    yield index + 2
                yield index + 1
                return
            if kind == "target" and text.startswith('"'):
                yield index + 1
                return
        case Slot(_, "zone") if text == "outside":
            if following.startswith('"'):
                yield index + 2
            else:
                furthest.fail(index + 1, Slot("label", "string"))
            return
        case Slot(_, "position") if text in ("top", "bottom"):
            if re.fullmatch(KINDS["int"][0], following):
                yield index + 2
            else:
                furthest.fail(index + 1, Slot("position", "int"))
            return
        case Slot(_, "argument") if text == "by":
            pass
        case Slot(_, kind) if text is not None and re.fullmatch(KINDS[kind][0], text, re.DOTALL):
            yield index + 1
            return
    furthest.fail(index, element)


def _match_trailer(form: Form, tokens: list[Token], index: int, furthest: _Furthest) -> None:
    """Reads cause, replacements and annotations; the statement does not match as a whole, so it fails somewhere."""
    if index < len(tokens) and tokens[index].text == "by":
        index += 1
        if index >= len(tokens) or re.fullmatch(CAUSE, tokens[index].text, re.DOTALL) is None:
            furthest.fail(index, Slot("cause", "cause"))
            return
        index += 1
        while index < len(tokens) and tokens[index].text == "replacement":
            index += 1
            if index >= len(tokens) or re.fullmatch(ID, tokens[index].text) is None:
                furthest.fail(index, Slot("replacement", "id"))
                return
            index += 1
        furthest.fail(index, Word("replacement"))
    elif form.cause is not Cause.NONE:
        furthest.fail(index, Word("by"))
    furthest.fail(index, Slot("end", "line end"))


_OTHER_KINDS = {"cause": "a cause like `#7`, `cost:#7` or `rule:sba`", "line end": "the end of the line"}
_CAUSES = ("cost:", *(f"rule:{name}" for name in words.RULES), *(f"source:{name}" for name in words.SOURCES))


def _message(tokens: list[Token], furthest: _Furthest, end: int) -> Problem:
    wanted: list[str] = []
    known: list[str] = []
    for element in furthest.wanted:
        match element:
            case Word(text):
                wanted.append(f"`{text}`")
                known.append(text)
            case Slot(_, kind):
                wanted.append(_OTHER_KINDS.get(kind) or KINDS[kind][1])
                known.extend(_CAUSES if kind == "cause" else WORDS.get(kind, ()))
    wanted = list(dict.fromkeys(wanted))
    index = furthest.index
    after = f" after {_quote(tokens[index - 1].text)}" if index else ""
    if index >= len(tokens):
        last = tokens[-1]
        return Problem(last.start, last.end, f"expected {_any_of(wanted)}{after}, found the end of the line")
    found = tokens[index]
    suggestion = _suggest(found.text, known)
    if suggestion and len(wanted) > 1:
        return Problem(found.start, found.end, f"{_quote(found.text)} cannot stand{after}{suggestion}")
    return Problem(found.start, found.end, f"expected {_any_of(wanted)}{after}, found {_quote(found.text)}{suggestion}")


def _any_of(wanted: list[str]) -> str:
    if len(wanted) > 5:
        wanted = [*wanted[:4], "something else that may stand here"]
    return wanted[0] if len(wanted) == 1 else ", ".join(wanted[:-1]) + " or " + wanted[-1]


def _suggest(found: str, known: list[str] | tuple[str, ...]) -> str:
    if len(found) > 40:
        return ""
    near = get_close_matches(found.lower(), known, 1, 0.6)
    return f"; did you mean `{near[0]}`?" if near else ""


def _quote(text: str) -> str:
    """A token for a message, shortened."""
    text = text if len(text) <= 60 else text[:57] + "..."
    return f"`{text}`"
