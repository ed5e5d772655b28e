// The table: both players with their zones, and the stack between them.
import type { Board, Thing } from "../src/board/model";
import { type Child, element, own, type Piece } from "./dom";
import { card, chip, counters, entry, strip } from "./things";

/** More cards than this in a row are put together where they are alike. */
const ROW = 7;

/** The zones beside the battlefield, in the order in which they are shown; others only when something is there. */
const ZONES = ["hand", "graveyard", "exile", "command", "library", "ante", "outside"] as const;
const ALWAYS: readonly string[] = ["hand", "graveyard", "exile"];
const LABELS: Readonly<Record<string, string>> = { library: "Known in the library" };

type Entry = readonly [id: string, thing: Thing];

export function table(board: Board): Piece {
  const things: Entry[] = Object.entries(board.state.objects).filter(([, thing]) => thing.ability !== "mana");
  const below = board.own !== null && board.seats.includes(board.own) ? board.own : board.seats[0];
  const others = board.seats.filter((seat) => seat !== below);
  const onStack = new Set(board.state.stack);
  const loose = things.filter(
    ([id, thing]) => !onStack.has(id) && !board.seats.includes(holder(thing) ?? "\0"), // in no player's zone
  );
  const effects = loose.filter(([, thing]) => thing.kind === "effect");
  const elsewhere = loose.filter(([, thing]) => thing.kind !== "effect");
  return element(
    "div",
    { class: "table" },
    ...others.map((name) => seat(board, name, things, true)),
    element(
      "div",
      { class: "middle" },
      stack(board),
      list(board, "Lasting effects", effects),
      list(board, "Elsewhere", elsewhere),
    ),
    below !== undefined && seat(board, below, things, false),
  );
}

/** The player with whom an object is shown. */
function holder(thing: Thing): string | null {
  switch (thing.zone) {
    case null:
    case "stack":
      return null;
    case "battlefield":
      return thing.controller;
    default:
      return thing.owner;
  }
}

function stack(board: Board): Piece {
  const ids = board.state.stack;
  const changed = board.changed.game.includes("stack") && "changed";
  if (ids.length === 0) {
    return element("section", { class: "stack empty", "aria-label": "Stack, empty" }, element("h2", {}, "Stack empty"));
  }
  return element(
    "section",
    { class: ["stack", changed].filter(Boolean).join(" "), "aria-label": `Stack, ${ids.length}, the top first` },
    element("h2", {}, "Stack ", element("span", { class: "count" }, ids.length)),
    element("ol", {}, ...ids.map((id, index) => entry(board, id, ids.length - index))),
  );
}

/** What is in no player's zone: lasting effects, and objects of which too little is known. */
function list(board: Board, label: string, things: readonly Entry[]): Child {
  if (things.length === 0) {
    return null;
  }
  return element(
    "section",
    { class: "effects", "aria-label": label },
    element("h2", {}, label),
    element("ul", {}, ...things.map(([id]) => entry(board, id))),
  );
}

function seat(board: Board, name: string, all: readonly Entry[], above: boolean): Piece {
  const things = all.filter(([, thing]) => holder(thing) === name);
  const parts: Child[] = [bar(board, name), zones(board, things), battlefield(board, name, all, above)];
  const active = board.state.active === name;
  return element(
    "section",
    { class: ["seat", above ? "above" : "below", active && "active"].filter(Boolean).join(" "), "aria-label": name },
    ...(above ? parts : parts.reverse()),
  );
}

// A player's totals

function bar(board: Board, name: string): Piece {
  const player = own(board.state.players, name);
  const changed = own(board.changed.players, name) ?? [];
  const active = board.state.active === name;
  const clock = own(board.clocks.players, name);
  const open = (field: string) => own(board.state.open, `players/${name}/${field}`) !== undefined;

  function total(field: string, label: string, value: Child): Piece {
    const marks = [changed.includes(field) && "changed", open(field) && "open", field].filter(Boolean);
    const notes = [changed.includes(field) && "changed by this line", open(field) && "not settled"].filter(Boolean);
    return element(
      "div",
      { class: ["total", ...marks].join(" "), title: [label, ...notes].join(", ") },
      element("dt", {}, label),
      element("dd", {}, value, notes.length > 0 && element("span", { class: "unseen" }, `, ${notes.join(", ")}`)),
    );
  }

  return element(
    "header",
    { class: "bar" },
    element(
      "h2",
      { class: "player" },
      element("span", { class: `swatch player-${board.seats.indexOf(name)}`, "aria-hidden": "true" }),
      element("bdi", {}, name),
      active && element("span", { class: "turn-mark", "aria-hidden": "true" }, "▶ active"),
      active && element("span", { class: "unseen" }, ", whose turn it is"),
    ),
    player !== undefined &&
      element(
        "dl",
        { class: "totals" },
        total("life", "life", player.life),
        String(player.poison) !== "0" && total("poison", "poison", player.poison),
        Object.keys(player.counters).length > 0 &&
          total("counters", "counters", element("span", {}, ...counters(player.counters))),
        player.mana !== "" && total("mana", "mana", mana(player.mana)),
        total("library", "library", player.library),
        clock !== undefined && total("clock", "clock", clock),
      ),
  );
}

/** `{G}{G}` as symbols. */
function mana(pool: string): Piece {
  const symbols = [...pool.matchAll(/\{([^}]*)\}/g)].map(([, symbol = ""]) =>
    element("span", { class: `symbol ${/^[WUBRGC]$/.test(symbol) ? symbol : ""}`.trim() }, symbol),
  );
  return element("span", { class: "pool" }, ...(symbols.length > 0 ? symbols : [pool]));
}

// The battlefield

function battlefield(board: Board, name: string, all: readonly Entry[], above: boolean): Piece {
  const attachments = attached(all);
  const inside = new Set([...attachments.values()].flat());
  const here = all.filter(
    ([id, thing]) => thing.zone === "battlefield" && thing.controller === name && !inside.has(id),
  );
  const creatures = here.filter(([, thing]) => thing.pt !== undefined);
  const others = here.filter(([, thing]) => thing.pt === undefined);
  const rows = [row(board, "Creatures", creatures, attachments), row(board, "Other permanents", others, attachments)];
  return element(
    "div",
    { class: "battlefield", role: "group", "aria-label": `Battlefield, ${here.length}` },
    ...(here.length === 0 ? [element("p", { class: "nothing" }, "No permanents")] : above ? rows.reverse() : rows),
  );
}

/** What is attached to each permanent; of permanents that are attached to each other the first stands by itself. */
function attached(all: readonly Entry[]): Map<string, string[]> {
  const permanents = new Map(all.filter(([, thing]) => thing.zone === "battlefield"));
  const found = new Map<string, string[]>();
  for (const id of permanents.keys()) {
    const host = hostOf(permanents, id);
    if (host !== id) {
      found.set(host, [...(found.get(host) ?? []), id]);
    }
  }
  return found;
}

/** The permanent that one is attached to in the end; itself if to none. */
function hostOf(permanents: ReadonlyMap<string, Thing>, id: string): string {
  const passed = [id];
  for (;;) {
    const next = permanents.get(passed.at(-1) ?? "")?.attached;
    if (next === undefined || !permanents.has(next)) {
      return passed.at(-1) ?? id;
    }
    if (passed.includes(next)) {
      const ring = passed.slice(passed.indexOf(next));
      return ring.sort((one, other) => Number(one) - Number(other))[0] ?? id;
    }
    passed.push(next);
  }
}

function row(board: Board, label: string, things: readonly Entry[], attachments: Map<string, string[]>): Child {
  if (things.length === 0) {
    return null;
  }
  const alone = (id: string) => attachments.has(id) || own(board.changed.objects, id) || board.mentioned.includes(id);
  const groups = new Map<string, string[]>();
  for (const [id, thing] of things) {
    const key = things.length <= ROW || alone(id) ? id : JSON.stringify(thing);
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  const pieces = [...groups.values()].map((ids) => {
    const strips = attachments.get(ids[0] ?? "") ?? [];
    const whole = card(board, ids);
    return strips.length === 0
      ? whole
      : element("div", { class: "cluster" }, whole, ...strips.map((id) => strip(board, id)));
  });
  return element("div", { class: "row", role: "group", "aria-label": `${label}, ${things.length}` }, ...pieces);
}

// The other zones

function zones(board: Board, things: readonly Entry[]): Piece {
  return element("div", { class: "zones" }, ...ZONES.map((zone) => zoneOf(board, zone, things)));
}

function zoneOf(board: Board, zone: string, things: readonly Entry[]): Child {
  const here = things.filter(([, thing]) => thing.zone === zone);
  if (here.length === 0 && !ALWAYS.includes(zone)) {
    return null;
  }
  if (zone === "library") {
    here.sort(([, one], [, other]) => depth(one) - depth(other));
  }
  const label = own(LABELS, zone) ?? zone.charAt(0).toUpperCase() + zone.slice(1);
  return element(
    "div",
    {
      class: `zone ${zone}${here.length === 0 ? " none" : ""}`,
      role: "group",
      "aria-label": `${label}, ${here.length}`,
    },
    element("h3", {}, label, " ", element("span", { class: "count" }, here.length)),
    ...here.map(([id]) => chip(board, id)),
  );
}

/** Sorts the known cards of a library: from the top, at unknown places, to the bottom. */
function depth({ position }: Thing): number {
  const [end, place] = position?.split(" ") ?? [];
  return end === "top" ? Number(place) - 1e9 : end === "bottom" ? 1e9 - Number(place) : 0;
}
