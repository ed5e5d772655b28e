"""A state with something of everything, made by hand."""

from __future__ import annotations

from mtgr.replay.state import ANY, GameObject, Player, State

A, B = '"PlayerA"', '"PlayerB"'


def full_state() -> State:
    """Turn 5 of PlayerA, by day, with two things on the stack and much that is not settled."""
    state = State(
        players={
            A: Player("20", "0", 43, (('"energy"', "2"),), "{R}{R}"),
            B: Player("-1", "3", 52),
        },
        turn="5",
        active=A,
        day_night="day",
        stack=["#11", "#12"],
    )

    def add(id: str, kind: str, **values: object) -> None:
        state.objects[id] = GameObject(id, kind).replace(**values)  # type: ignore[arg-type]

    add("#1", "card", name='"Forest"', owner=A, controller=A, zone="battlefield", tapped=True)
    add(
        "#2", "card", name='"Ragavan, Nimble Pilferer"', owner=B, controller=A, zone="battlefield", pt="3/2",
        counters=(('"+1/+1"', "1"), ('"shield"', "2")), goaded=(B,), own_name='"Clone"',
    )  # fmt: skip
    add("#3", "hidden", owner=B, controller=B, zone="hand")
    add("#4", "copy", name='"Goblin"', owner=B, controller=B, zone="battlefield", pt="?", attached="#2")
    add("#5", "card", name='"Bonecrusher Giant // Stomp"', owner=B, controller=B, zone="exile", adventure=A)
    add("#6", "card", name='"Fatal Push"', owner=B, controller=B, zone="exile", with_id="#2")
    add(
        "#7",
        "card",
        name='"Delver // Aberration"',
        owner=A,
        controller=A,
        zone="battlefield",
        face='"Aberration"',
        pt="3/2",
    )
    add("#8", "card", name='"Opt"', owner=A, controller=B, zone="graveyard")
    add("#9", "card", name='"Lurrus"', owner=A, controller=A, zone='outside "sideboard"', companion=True)
    add("#10", "effect", text='"Until your \\"next\\" turn"', of="#2", controller=A)
    add(
        "#11", "card", name='"Fire // Ice"', owner=B, controller=B, zone="stack", fused=True,
        choices=('target #2 "Ragavan, Nimble Pilferer"', "x 3"),
    )  # fmt: skip
    add(
        "#12",
        "ability",
        text='"Add {C}\\nor {G}"',
        ability="triggered",
        of="#2",
        from_effect="#10",
        controller=A,
        zone="stack",
    )
    add("#13", "ability", text="?", ability="mana", of="#1", controller=A)
    add("#14", "emblem", text='"Creatures you control have haste."', owner=A, controller=A, zone="command")
    add("#15", "card", name='"Island"', owner=A, controller=A, zone="library", position=("top", 2))
    add("#h1", "unknown", name='"\x1b[31mRed"')
    state.open = {
        ("#2", "controller"): (A, B),
        (B, "life"): ("-1", "0"),
        ("#6", "with_id"): (ANY,),
        ("#6", "zone"): (ANY,),
        ("#6", "tapped"): (True, False),
        ("#6", "counters"): ((), (('"+1/+1"', "2"),)),
        ("", "day_night"): ("day", None),
        ("#6", "position"): (("top", 1), None),
        ("#6", "choices"): ((), ("x 3", "hidden")),
    }
    return state
