"""The state of a game (section 14.2), made of small values that states share.

Tokens are kept as the file writes them: an ID with its ``#`` (``#7``), a name, player or text with its
quotes and escapes (``"Forest"``), a number as its digits, power and toughness as ``2/1``. The format is
canonical, so two tokens are equal exactly when they mean the same, numbers may be of any length (R17), and
writing a keyframe entry is only putting tokens side by side.

``GameObject`` and ``Player`` are never changed once made: a change makes a new one, so that a state can be copied
by copying a few dictionaries. ``State`` itself is the replay's working copy; whoever keeps one copies it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, Literal

ObjectKind = Literal["card", "hidden", "token", "copy", "ability", "effect", "emblem", "unknown"]
Position = tuple[Literal["top", "bottom"], int]


class Unknown:
    """The single candidate of a field of which nothing is known any more: the next line that states it is believed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ANY"


ANY = Unknown()


class GameObject:
    """One object and its values. Read-only; ``replace`` makes a changed one.

    ``kind`` is ``unknown`` for an ID that was used without a ``new`` line: nothing is compared for it (R4).
    """

    __slots__ = (
        "ability", "adventure", "attached", "choices", "companion", "controller", "counters", "entry_text", "face",
        "from_effect", "fused", "goaded", "id", "kind", "name", "of", "own_name", "owner", "position", "pt",
        "snapshot_text", "tapped", "text", "with_id", "zone",
    )  # fmt: skip

    id: str
    kind: ObjectKind
    name: str | None
    owner: str | None
    controller: str | None
    zone: str | None
    """A zone keyword, ``outside "label"`` with its label, or None (mana abilities and effects)."""
    position: Position | None
    tapped: bool
    face: str | None
    fused: bool
    pt: str | None
    """``2/1``, ``?``, or None for what is not a creature (or has no recorded value)."""
    counters: tuple[tuple[str, str], ...]
    """(kind, count) in code point order of the decoded kind; counts above zero only."""
    attached: str | None
    with_id: str | None
    adventure: str | None
    companion: bool
    goaded: tuple[str, ...]
    choices: tuple[str, ...]
    """As a stack entry writes them: ``mode "..."``, ``target #17 "Urza's Tower" amount 2``."""
    text: str | None
    of: str | None
    """ID of the source of an ability or effect, or of the original of a copy."""
    from_effect: str | None
    ability: str | None
    """``activated``, ``triggered``, ``loyalty`` or ``mana``."""
    own_name: str | None
    """The card's own name while a copy effect gives it another."""

    def __init__(
        self,
        id: str,
        kind: ObjectKind,
        name: str | None = None,
        owner: str | None = None,
        controller: str | None = None,
        zone: str | None = None,
        position: Position | None = None,
        tapped: bool = False,
        face: str | None = None,
        fused: bool = False,
        pt: str | None = None,
        counters: tuple[tuple[str, str], ...] = (),
        attached: str | None = None,
        with_id: str | None = None,
        adventure: str | None = None,
        companion: bool = False,
        goaded: tuple[str, ...] = (),
        choices: tuple[str, ...] = (),
        text: str | None = None,
        of: str | None = None,
        from_effect: str | None = None,
        ability: str | None = None,
        own_name: str | None = None,
    ) -> None:
        self.id = id
        self.kind = kind
        self.name = name
        self.owner = owner
        self.controller = controller
        self.zone = zone
        self.position = position
        self.tapped = tapped
        self.face = face
        self.fused = fused
        self.pt = pt
        self.counters = counters
        self.attached = attached
        self.with_id = with_id
        self.adventure = adventure
        self.companion = companion
        self.goaded = goaded
        self.choices = choices
        self.text = text
        self.of = of
        self.from_effect = from_effect
        self.ability = ability
        self.own_name = own_name
        self.entry_text: str | None = None  # memo of the keyframe entry
        self.snapshot_text: str | None = None  # memo of the stack entry

    def copy(self) -> GameObject:
        """Another object with the same values, for who is going to change some before anybody else sees it."""
        return GameObject(
            self.id, self.kind, self.name, self.owner, self.controller, self.zone, self.position, self.tapped,
            self.face, self.fused, self.pt, self.counters, self.attached, self.with_id, self.adventure,
            self.companion, self.goaded, self.choices, self.text, self.of, self.from_effect, self.ability,
            self.own_name,
        )  # fmt: skip

    def replace(self, **changes: Any) -> GameObject:
        """A copy with some fields changed."""
        new = self.copy()
        for name, value in changes.items():
            setattr(new, name, value)
        return new

    def values(self) -> tuple[object, ...]:
        """Every recorded value, in a fixed order: what equality compares."""
        return (
            self.id, self.kind, self.name, self.owner, self.controller, self.zone, self.position, self.tapped,
            self.face, self.fused, self.pt, self.counters, self.attached, self.with_id, self.adventure,
            self.companion, self.goaded, self.choices, self.text, self.of, self.from_effect, self.ability,
            self.own_name,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, GameObject) and self.values() == other.values())

    __hash__ = None  # type: ignore[assignment]  # values may be compared, not used as keys

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id} {self.name or self.text or ''} in {self.zone}>"


class Player:
    """A player's totals. Read-only."""

    __slots__ = ("counters", "library", "life", "mana", "poison")

    def __init__(
        self,
        life: str = "0",
        poison: str = "0",
        library: int = 0,
        counters: tuple[tuple[str, str], ...] = (),
        mana: str = "",
    ) -> None:
        self.life = life
        self.poison = poison
        self.library = library
        self.counters = counters
        self.mana = mana
        """The pool's symbols in the order {W}{U}{B}{R}{G}{C}."""

    def values(self) -> tuple[object, ...]:
        """Every total, in a fixed order: what equality compares."""
        return self.life, self.poison, self.library, self.counters, self.mana

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Player) and self.values() == other.values())

    __hash__ = None  # type: ignore[assignment]  # values may be compared, not used as keys

    def __repr__(self) -> str:
        return f"Player{self.values()}"


@dataclass(slots=True)
class Memory:
    """What the checks remember from line to line beside the state of section 14.2."""

    next_id: int = 1
    skipped: list[tuple[int, int]] = field(default_factory=list)
    """Ranges of IDs (first, last) that a reported gap left out, in order; they are silent afterwards (R55)."""
    linked: set[str] = field(default_factory=set)
    """IDs that something is or was attached to or exiled with."""
    reported: set[str] = field(default_factory=set)
    """IDs whose misuse has been reported once."""
    aliases: tuple[tuple[str, str], ...] = ()
    """Unknown player names and the player each is taken for (R4)."""
    cost_chain: dict[str, str] = field(default_factory=dict)
    """The NEW value of the last ``cost`` line of a spell or ability (check 10, R51)."""
    cast_from: dict[str, str] = field(default_factory=dict)
    """The zone each spell on the stack was cast from (R44)."""
    leaving: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    """Objects that resolved, fizzled or were countered and are still on the stack: the verb and its cause."""
    left: frozenset[str] = frozenset()
    """Objects that were to leave the stack and were still there at a priority or step line."""
    fresh_copy: str | None = None
    """The copy just introduced, whose next ``target`` line replaces the copied targets (section 7.2)."""
    bottoms: tuple[str | None, str, tuple[str, ...]] | None = None
    """A run of moves to the bottom of a library: cause, owner, objects (R28)."""
    together: tuple[tuple[str, ...], ...] = ()
    """The runs of such moves since the last keyframe: their positions are all known, or all unknown (R28)."""
    unordered: bool = False
    """The live objects may not be in the order of their IDs, since an ID was used before its time or after its end."""
    last_time: str = ""
    precision: int = -1
    """Fraction digits of the first time of the game; -1 before it, -2 once a difference was reported."""
    ended: bool = False
    """The game has ended, and nothing after it has been reported yet."""
    reported_after_end: bool = False
    bare: bool = False
    """The last ``pregame`` or ``turn`` line has no keyframe."""
    early_keyframe: bool = False
    """A keyframe without entries stands where none can: a line further down may have lost it."""
    deck_seen: bool = False
    pregame_seen: bool = False

    def copy(self) -> Memory:
        """A memory that can be changed without changing this one."""
        return Memory(
            self.next_id, self.skipped.copy(), self.linked.copy(), self.reported.copy(), self.aliases,
            self.cost_chain.copy(), self.cast_from.copy(), self.leaving.copy(), self.left, self.fresh_copy,
            self.bottoms, self.together, self.unordered, self.last_time, self.precision, self.ended,
            self.reported_after_end, self.bare, self.early_keyframe, self.deck_seen, self.pregame_seen,
        )  # fmt: skip


@dataclass(slots=True)
class State:
    """A game's state between two lines, together with what the checks remember.

    ``open`` maps ``(ID or player, field)`` to the candidates of a field whose value is not settled (R4); ``(ANY,)``
    stands for any value. Its subject is '' for the game's own fields ``stack``, ``turn`` and ``day_night``.
    """

    players: dict[str, Player] = field(default_factory=dict)
    """The two players by name token, Player1 first."""
    turn: str | None = None
    active: str | None = None
    day_night: str | None = None
    stack: list[str] = field(default_factory=list)
    """IDs, bottom first (the format lists them top first)."""
    objects: dict[str, GameObject] = field(default_factory=dict)
    """Live objects by ID."""
    ended: dict[str, GameObject] = field(default_factory=dict)
    """Objects whose ID has ended, as they were last."""
    open: dict[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)
    tracked: dict[str, dict[str, None]] = field(default_factory=dict)
    """The IDs of the tracked objects in each player's library; a set, in effect, of which the order says nothing."""
    suspended: bool = False
    """After ``incomplete``, until the next keyframe (section 14.4)."""
    memory: Memory = field(default_factory=Memory)

    def same(self, other: State) -> bool:
        """Whether a replay goes on from both in the same way; the order of the players counts too."""
        return self is other or (self == other and list(self.players) == list(other.players))

    def copy(self) -> State:
        """A state that can be changed without changing this one; objects and players are shared."""
        memory = self.memory.copy()
        tracked = {player: dict(ids) for player, ids in self.tracked.items()}
        return State(
            dict(self.players), self.turn, self.active, self.day_night, list(self.stack), dict(self.objects),
            dict(self.ended), dict(self.open), tracked, self.suspended, memory,
        )  # fmt: skip


def in_ranges(ranges: list[tuple[int, int]], value: int) -> bool:
    """Whether a value is in one of the ranges (first, last), which are in increasing order."""
    index = bisect_right(ranges, value, key=lambda each: each[0]) - 1
    return index >= 0 and value <= ranges[index][1]


def number(digits: str) -> int:
    """The integer of a digit string of any length, with or without a sign (R17).

    Python refuses to convert very long digit strings, and converts them in quadratic time. Beyond 4,000 digits only
    the last 4,000 count, which is enough for adding one.
    """
    if len(digits) <= 4000:
        return int(digits)
    return 10**4000 + int(digits[-4000:])


def id_number(id: str) -> int:
    """The number of an ID; hypothetical IDs count after all others."""
    return number(id[1:]) if id[1] != "h" else number(id[2:]) + 10**4001
