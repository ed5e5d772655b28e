"""Whole lines: one that is there twice, one that takes an object off the stack, a bracket, a tag that is missing."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.analysis.game import Game
from mtgr.features.changes import in_line, insert_lines, remove_lines
from mtgr.features.fixes.fix import Fix
from mtgr.spec.statements import Place
from mtgr.spec.tags import REQUIRED
from mtgr.syntax.line import Line, kind_of


def repeated(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Removes a line that stands there twice."""
    lines, n = analysis.lines, finding.place.line
    if n == 0 or not lines[n]:
        return
    if kind_of(lines[n]) == "tag":
        game = analysis.game_at(n)
        first = next((m for m in range(game.start, n) if lines[m] == lines[n]), None) if game is not None else None
        if first is not None:
            yield Fix("Remove this tag, which stands here twice", (remove_lines(n, n + 1),))
    elif lines[n] == lines[n - 1] or (n + 1 < len(lines) and lines[n] == lines[n + 1]):
        yield Fix("Remove this line, which stands here twice", (remove_lines(n, n + 1),))
    elif finding.code == "check-15":
        yield Fix("Remove this line: the name is known already", (remove_lines(n, n + 1),))


def tapped(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """The other one of ``tap`` and ``untap``; or without a line that changes nothing."""
    n = finding.place.line
    verb = analysis.lines[n][finding.place.start : finding.place.end]
    other = {"tap": "untap", "untap": "tap"}.get(verb)
    if other is not None:
        yield Fix(f"Write `{other}`", (in_line(n, finding.place.start, finding.place.end, other),))
        yield Fix("Remove this line, which changes nothing", (remove_lines(n, n + 1),))


def left_on_stack(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Takes an ability off the stack that has resolved, fizzled or been countered; where a card goes is not known."""
    n = finding.place.line
    state = analysis.state(n, before=True)
    line = Line(analysis.lines[n])
    block = analysis.block_at(n - 1)
    if state is None or block is None:
        return
    level = 1 if block.kind == "pregame" else 2
    for id, (verb, cause) in state.memory.leaving.items():
        obj = state.objects.get(id)
        if obj is not None and obj.kind == "ability" and id in state.stack:
            by = f"rule:{verb}" if verb != "countered" else cause or "?"
            text = f"{line.time} {'  ' * level}{id} cease by {by}"
            yield Fix(f"Insert the `cease` line of {id}", (insert_lines(n, [text]),))


def unclosed(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Closes a variation where it ends, or opens one where its lines begin; or without the bracket."""
    n = finding.place.line
    lines = analysis.lines
    kind = kind_of(lines[n])
    block = analysis.block_at(n)
    if block is None or kind not in ("open", "close"):
        return
    indent = Line(lines[n]).indent
    for least in (indent + 1, 0):  # lines that are indented, or all up to the next bracket
        first, end = n, n + 1
        while kind == "close" and first > block.start and _inside(lines[first - 1], indent, least):
            first -= 1
        while kind == "open" and end < block.end and _inside(lines[end], indent, least):
            end += 1
        if kind == "open":
            yield Fix("Close the variation", (insert_lines(end, [f"- {' ' * indent})"]),))
        elif first < n:
            yield Fix("Open the variation", (insert_lines(first, [f"- {' ' * indent}("]),))
    yield Fix("Remove this bracket", (remove_lines(n, n + 1),))


def _inside(text: str, indent: int, least: int) -> bool:
    """Whether a line can stand inside a variation whose brackets have this indentation, its lines ``least`` or more."""
    own = Line(text).indent
    return text[:1] == "%" or (text.startswith("- ") and own >= least and (kind_of(text) == "body" or own > indent))


_UNKNOWN = {"Mtgr": "0.3.0", "Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "Format": "?"}
"""What a tag has of which nothing is known (section 4.2)."""


def missing_tag(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Inserts a required tag, with what the rest of the game says of it or as unknown."""
    game = analysis.game_at(finding.place.line)
    if game is None:
        return
    names = [tag.name for tag in game.section.tags]
    first = game.start + game.tags_offset
    facts = game.section.game
    known = dict(_UNKNOWN)
    if game.result is not None:
        known["Result"] = analysis.lines[game.start + game.result]
    if len(facts.seated) == 2:
        known["Player1"], known["Player2"] = (name[1:-1] for name in facts.seated)
    known.update(_perspective(analysis, game))
    for rank, tag in enumerate(REQUIRED):
        if tag.name in names or tag.name not in known:
            continue
        before = {each.name for each in REQUIRED[:rank]}
        line = first + max((each.line + 1 for each in game.section.tags if each.name in before), default=0)
        text = f'[{tag.name} "{known[tag.name]}"]'
        yield Fix(f"Insert the tag `{text}`", (insert_lines(line, [text]),))


def _perspective(analysis: Analysis, game: Game) -> dict[str, str]:
    """The player whose decklist the game has, since it is that of the perspective (section 10.5)."""
    for block in game.blocks[:1]:
        st = Line(analysis.lines[block.start]).statement
        if st.form is not None and st.form.name == "deck" and st["player"]:
            return {"Perspective": st["player"][1:-1]}
    return {}


def keyword(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Inserts the ``deck`` line of entries that have lost it."""
    n = finding.place.line
    line = Line(analysis.lines[n])
    form = line.statement.form
    game = analysis.game_at(n)
    if form is None or game is None:
        return
    perspective = game.section.game.perspective
    if form.place is Place.DECK_ENTRY and perspective is not None:
        yield Fix("Insert the `deck` line", (insert_lines(n, [f"{line.time} deck {perspective}"]),))
    elif form.place is Place.STACK_ENTRY and line.level > 0:
        yield Fix("Insert the `stack` line", (insert_lines(n, [f"{line.time} {'  ' * (line.level - 1)}stack"]),))
    elif form.place is Place.KEYFRAME_ENTRY:
        yield Fix("Insert the `keyframe` line", (insert_lines(n, [f"{line.time}   keyframe"]),))
    elif form.name == "keyframe" and not any(block.kind == "pregame" for block in game.blocks):
        yield Fix("Insert the `pregame` line", (insert_lines(n, [f"{line.time} pregame"]),))
    elif form.name in ("turn", "pregame") and not any(block.kind == "deck" for block in game.blocks) and perspective:
        yield Fix("Insert an unknown decklist", (insert_lines(n, [f"{line.time} deck {perspective} unknown"]),))


def recorded(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Writes the name where it was recorded, as it stands here."""
    lines, n = analysis.lines, finding.place.line
    name = lines[n][finding.place.start : finding.place.end]
    if name[:1] != '"':
        return
    for at in (*(each.place.line for each in finding.related), *_listed(analysis, finding)):
        tokens = Line(lines[at]).tokens
        word = next((i for i, token in enumerate(tokens) if token.text in ("new", "identify")), 0)
        wanted = next((token for token in tokens[word:] if token.kind == "string"), None)
        if wanted is not None and wanted.text != name:
            yield Fix(f"Write {name} in line {at + 1}", (in_line(at, wanted.start, wanted.end, name),))


def _listed(analysis: Analysis, finding: Finding) -> Iterator[int]:
    """The entry of the named object in the keyframe of its turn, whose name was taken after a gap (R41)."""
    lines, n = analysis.lines, finding.place.line
    block = analysis.block_at(n)
    id = next((token.text for token in Line(lines[n]).tokens if token.end == finding.place.start - 1), None)
    for at in range(block.start, n) if block is not None else ():
        form = Line(lines[at]).statement.form
        if form is not None and form.name == "object entry" and Line(lines[at]).statement["object"] == id:
            yield at


def hypothetical(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Writes an ID of the main line where a hypothetical one stands."""
    n, start, end = finding.place.line, finding.place.start, finding.place.end
    id = analysis.lines[n][start:end]
    if id.startswith("#h"):
        yield Fix(f"Write #{id[2:]}", (in_line(n, start, end, f"#{id[2:]}"),))


def named(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Writes the ID of the only object that has the name beside it."""
    n, repair = finding.place.line, finding.repair
    line = Line(analysis.lines[n])
    tokens = line.tokens
    at = next((i for i, token in enumerate(tokens) if token.end in (finding.place.end, finding.place.start - 1)
               and token.kind == "id"), None)  # fmt: skip
    state = analysis.state(n, before=True)
    if state is None or at is None or at + 1 >= len(tokens) or tokens[at + 1].kind != "string":
        return
    if finding.code == "check-4" and (repair is None or not repair.text):
        return
    id, name = tokens[at].text, tokens[at + 1].text
    found = [obj.id for obj in state.objects.values() if obj.name == name]
    if len(found) == 1 and found[0] != id:
        yield Fix(
            f"Write {found[0]}, the object of this name", (in_line(n, tokens[at].start, tokens[at].end, found[0]),)
        )
