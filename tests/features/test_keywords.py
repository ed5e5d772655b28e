"""Every word of the format is explained where it stands."""

from __future__ import annotations

import pytest

from mtgr.features.answer import render
from mtgr.features.keywords import (
    bracket_rows,
    code_at,
    code_rows,
    keyword_rows,
    nag_rows,
    result_rows,
    tag_rows,
)  # fmt: skip
from mtgr.features.roles import roles
from mtgr.spec import words
from mtgr.spec.codes import CODES
from mtgr.spec.statements import BY_NAME, CHOICES, FORMS, Form, Place
from mtgr.spec.tags import TAGS
from mtgr.syntax.statement import parse
from mtgr.syntax.tokens import tokenize


def explained(statement: str, word: str, nth: int = 0) -> list[str]:
    """The plain answer for the (n-th) token that is this word."""
    tokens = tokenize(statement)
    index = [index for index, token in enumerate(tokens) if token.text == word][nth]
    form = parse(statement).form
    rows = keyword_rows(form, roles(form, tokens) if form else [], tokens, index)
    return render(rows, bullets=False)[1].split("\n") if rows else []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_words_of_every_example_are_explained(form: Form) -> None:
    tokens = tokenize(form.example)
    for index, (token, role) in enumerate(zip(tokens, roles(form, tokens), strict=True)):
        value = role.kind in (
            "id",
            "name",
            "player",
            "string",
            "int",
            "sint",
            "pt",
            "ptvalue",
            "mana",
            "cost",
            "time",
            "die",
        )
        value = value or (role.kind in ("cause", "text") and token.text[0] in '#"') or role.kind == "argument"
        rows = keyword_rows(form, roles(form, tokens), tokens, index)
        assert bool(rows) is not value, token
        assert len(rows) <= 3


@pytest.mark.parametrize("choice", CHOICES)
def test_every_choice_is_explained(choice: str) -> None:
    example = CHOICES[choice][2]
    assert CHOICES[choice][1] in explained(f"#1 choose {example}", choice)[0]
    assert explained(f'#1 controller "p" {example}', choice)


@pytest.mark.parametrize("form", [form for form in FORMS if form.place is Place.EVENT], ids=lambda form: form.name)
def test_a_verb_is_explained_by_the_table(form: Form) -> None:
    tokens = tokenize(form.example)
    found = roles(form, tokens)
    verb = next(index for index, role in enumerate(found) if role.kind in ("keyword", "extension"))
    first = render(keyword_rows(form, found, tokens, verb), bullets=False)[1].split("\n")[0]
    assert f"section {form.section}" in first or form.name == "extension"


def test_a_verb_with_its_shape_and_example() -> None:
    cast = BY_NAME["cast"]
    assert explained('#3 "x" cast from hand', "cast") == [
        f"cast (section 7.1): {cast.doc} Takes by ID (what allowed the cast) or by ?, or no cause.",
        "Shape: OBJECT cast from ZONE [face NAME | fused]",
        'Example: #3 "Electrolyze" cast from hand',
    ]


PASSED_OVER = "Readers that do not know it pass over it."


@pytest.mark.parametrize(
    ("statement", "word", "expected"),
    [
        ("draw", "draw", "draw (step, section 9.2): Draw step: the active player draws a card."),
        ("#1 move library -> hand as draw by rule:draw", "draw",
         "draw (action, section 7.1): The card is drawn: the top card of its library."),
        ("#1 move library -> hand as draw by rule:draw", "rule:draw",
         "rule:draw (cause, section 8): The draw of the draw step (CR 504.1)."),
        ("#1 move library -> hand as draw by rule:draw", "hand", "hand (zone, section 6.7): A player's hand."),
        ("#1 tap by cost:#7", "cost:#7",
         "cost: (cause, section 8): Done to pay a cost of this spell, ability or special action."),
        ('"p" lose by source:clock', "source:clock", "source:clock (cause, section 8): A player's clock ran out."),
        ('"p" lose by ?', "?", "? (cause, section 8): The cause is not known."),
        ('"p" lose by ?', "by", "by (section 8): The cause: why this happened."),
        ('new ability #2 triggered of #1 ? controller "p" in stack from #1', "from",
         "from (section 9.10): The lasting effect that this delayed trigger came from."),
        ('new ability #2 triggered of #1 ? controller "p" in stack', "?",
         "? (section 6.5): The source does not report this text."),
        ("#1 pt 2/2 -> none by ?", "none", "none (section 7.5): Not a creature."),
        ("#1 choose symbol {B/P} life", "life", "life (section 7.2): The Phyrexian symbol is paid with 2 life."),
        ("#1 choose color red", "red", "red (color, section 7.2): A color that was chosen (CR 105.1)."),
        ("#1 special plot", "plot", "plot (special action, section 7.3): Plotting a card (CR 116.2k)."),
        ('new card #1 "a" owner "p" in hand src mtgo:1', "mtgo:1",
         "mtgo:1 (section 6.4): The card's identifier in Magic: The Gathering Online."),
        ('new card #1 "a" owner "p" in hand src xyz:1', "xyz:1",
         "xyz:1 (section 6.4): The card's identifier in a source that is not registered."),
        ('ARENA_note "x"', "ARENA_note",
         "ARENA_note (extension, section 13): Data of Magic: The Gathering Arena. " + PASSED_OVER),
        ('XYZ_note "x"', "XYZ_note",
         "XYZ_note (extension, section 13): Data of an application; the prefix is not registered. " + PASSED_OVER),
    ],
)  # fmt: skip
def test_one_line_answers(statement: str, word: str, expected: str) -> None:
    assert explained(statement, word) == [expected]


@pytest.mark.parametrize(
    ("statement", "word", "expected"),
    [
        ("#1 move hand -> hnad as draw by rule:sba", "move", "move (section 7.1)"),
        ('#1 "a b" move hand -> hnad', "move", "move (section 7.1)"),
        ("#1 move hnad -> hand", "hand", "hand (zone"),
        ("#1 move hand -> hnad as draw by rule:sba", "draw", "draw (action"),
        ("#1 move hand -> hnad as draw by rule:sba", "rule:sba", "rule:sba (cause"),
        ("#1 move hand -> hnad as draw by rule:sba", "as", "as (section 7.1)"),
        ("#1 choose mode", "mode", "mode (choice"),
        ('"p" life twenty -> 19', "life", "life (section 9.5)"),
        ("upkeep now", "upkeep", "upkeep (step"),
        ("turn one", "turn", "turn (section 9.2)"),
    ],
)
def test_words_of_a_statement_that_cannot_be_read(statement: str, word: str, expected: str) -> None:
    assert explained(statement, word)[0].startswith(expected)


@pytest.mark.parametrize("word", ["hnad", "rule:sab", "source:me", "cost", "7", "zz"])
def test_what_is_no_word_of_the_format_is_not_explained(word: str) -> None:
    assert explained(f"#1 move hand -> {word} by {word}", word, 1) == []


def plain(rows: object) -> str:
    assert isinstance(rows, list)
    return render(rows, bullets=False)[1]


@pytest.mark.parametrize(
    ("nag", "expected"),
    [
        ("$5", "$5 !? (NAG, section 11): speculative, interesting."),
        ("$20", "$20 (NAG, section 11): see the PGN standard."),
        ("$200", "$200 (NAG, section 11): PGN gives it no meaning."),
        ("$256", "$256 (NAG, section 11): There are $0 to $255."),
        ("$99999999", "$99999999 (NAG, section 11): There are $0 to $255."),
    ],
)
def test_nags(nag: str, expected: str) -> None:
    assert plain(nag_rows(nag)) == expected


@pytest.mark.parametrize("result", words.RESULTS)
def test_results(result: str) -> None:
    assert plain(result_rows(result)).startswith(f"{result} (result, section 3): {words.RESULTS[result]}")


def test_brackets() -> None:
    assert plain(bracket_rows("(")).startswith("( (section 12): Opens a variation")
    assert plain(bracket_rows(")")).startswith(") (section 12): Ends a variation")


@pytest.mark.parametrize("name", TAGS)
def test_tags(name: str) -> None:
    assert TAGS[name].doc.replace("`", "") in plain(tag_rows(name, ""))


def test_a_tag_with_listed_values_explains_the_value() -> None:
    assert plain(tag_rows("Termination", "poison")).endswith("\npoison: A player had ten or more poison counters.")
    assert plain(tag_rows("Result", "*")).endswith("\n*: Unfinished, abandoned, or unknown.")
    assert plain(tag_rows("Date", "yesterday")).endswith("\nIts value is YYYY.MM.DD with ? for unknown digits.")
    assert plain(tag_rows("Game", "1")).endswith("\nIts value is a positive integer.")
    assert plain(tag_rows("MTGO_Version", "3")).startswith("MTGO_Version (extension, section 13)")
    assert tag_rows("Nonsense", "") == []


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained_in_a_comment(code: str) -> None:
    if "-" in code:
        assert code_at(f"see {code}.", 6) == (4, code)
    assert plain(code_rows(code)).startswith(f"{code} ({CODES[code].severity.value}, section")


def test_what_is_no_code_is_not_explained() -> None:
    assert code_at("pre-check-9, check-99, face-down", 5) is None
    assert code_at("check-99", 3) is None
    assert code_at("a variation", 4) is None
