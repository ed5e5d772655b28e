// Objects: what each is called, what there is to say about it, and how it is drawn.
import type { Board, Thing } from "../src/board/model";
import { type Child, element, own, type Piece } from "./dom";

/** What an object is called. */
export function titleOf(board: Board, id: string, thing: Thing): string {
  if (thing.face !== undefined) {
    return thing.face;
  }
  if (thing.name !== null) {
    return thing.name;
  }
  if (thing.kind === "hidden") {
    return "Hidden card";
  }
  if (thing.kind === "unknown") {
    return `Unknown #${id}`;
  }
  const kind = thing.ability === undefined ? thing.kind : `${thing.ability} ability`;
  const source = thing.of === undefined ? undefined : nameOf(board, thing.of);
  return source === undefined ? capital(kind) : `${capital(kind)} of ${source}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nameOf(board: Board, id: string): string {
  return own(board.state.objects, id)?.name ?? `#${id}`;
}

const KINDS = ["token", "copy", "emblem", "unknown"];
const STATED = { tapped: "tapped", controller: "controller", zone: "zone", pt: "power and toughness", new: "new" };

/** What is to be said of an object beside its name, for a tooltip and for those who do not see it. */
function* details(board: Board, id: string, thing: Thing): Generator<string> {
  if (KINDS.includes(thing.kind)) {
    yield thing.kind;
  }
  if (thing.pt !== undefined) {
    yield thing.pt;
  }
  if (thing.tapped) {
    yield "tapped";
  }
  if (thing.face !== undefined && thing.name !== null) {
    yield `face of ${thing.name}`;
  }
  if (thing.own_name !== undefined && thing.own_name !== thing.name) {
    yield `really ${thing.own_name}`;
  }
  for (const [kind, count] of Object.entries(thing.counters ?? {})) {
    yield `${count} ${kind} ${count === 1 ? "counter" : "counters"}`;
  }
  if (thing.attached !== undefined) {
    yield `attached to ${nameOf(board, thing.attached)}`;
  }
  if (thing.with !== undefined) {
    yield `exiled with ${nameOf(board, thing.with)}`;
  }
  if (thing.position !== undefined) {
    yield `${thing.position} of the library`;
  }
  if (thing.adventure !== undefined) {
    yield `on an adventure of ${thing.adventure}`;
  }
  if (thing.companion) {
    yield "companion";
  }
  if (thing.fused) {
    yield "fused";
  }
  for (const player of thing.goaded ?? []) {
    yield `goaded by ${player}`;
  }
  if (thing.text !== undefined && thing.text !== "?") {
    yield thing.text;
  }
  const where = thing.zone === "battlefield" || thing.zone === "stack" ? thing.controller : thing.owner;
  if (thing.controller !== null && thing.controller !== where) {
    yield `controlled by ${thing.controller}`;
  }
  if (thing.owner !== null && thing.owner !== where) {
    yield `owned by ${thing.owner}`;
  }
  const open = openFields(board, id);
  if (open.length > 0) {
    yield `not settled: ${open.join(", ")}`;
  }
  const changed = own(board.changed.objects, id);
  if (changed !== undefined) {
    const fields = changed.map((field) => own(STATED, field) ?? field.replaceAll("_", " "));
    yield `changed by this line: ${fields.join(", ")}`;
  } else if (board.mentioned.includes(id)) {
    yield "mentioned by this line";
  }
}

/** The fields of an object of which several values are possible. */
function openFields(board: Board, id: string): string[] {
  const start = `objects/${id}/`;
  return Object.keys(board.state.open)
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length).replaceAll("_", " "));
}

/** Attributes of the button that stands for objects: what it does, what it is called, how it is marked. */
function attributes(board: Board, ids: readonly string[], style: string): Record<string, string> {
  const id = ids[0] ?? "";
  const thing = board.state.objects[id];
  if (thing === undefined) {
    return {};
  }
  const title = titleOf(board, id, thing);
  const said = [...details(board, id, thing)];
  const many = ids.length > 1 ? `${ids.length} times ` : "";
  const marks = [
    thing.tapped && "tapped",
    thing.kind === "hidden" && thing.name === null && "hidden-card",
    ids.some((each) => own(board.changed.objects, each)) && "changed",
    ids.some((each) => board.mentioned.includes(each)) && "mentioned",
    openFields(board, id).length > 0 && "open",
  ];
  return {
    class: [style, ...marks.filter((mark) => mark !== false)].join(" "),
    type: "button",
    "data-ids": ids.join(" "),
    "data-key": `thing ${id}`,
    "aria-label": [many + title, ...said].join(", "),
    title: [`${title} ${ids.map((each) => `#${each}`).join(" ")}`, ...said].join("\n"),
  };
}

/** A card on the battlefield: turned when tapped. Several that are alike may be one. */
export function card(board: Board, ids: readonly string[]): Piece {
  const id = ids[0] ?? "";
  const thing = board.state.objects[id] as Thing;
  return element(
    "button",
    attributes(board, ids, "card"),
    element("span", { class: "name" }, titleOf(board, id, thing)),
    element(
      "span",
      { class: "foot" },
      ids.length > 1 && element("span", { class: "times" }, `×${ids.length}`),
      KINDS.includes(thing.kind) && element("span", { class: "kind" }, thing.kind),
      ...counters(thing.counters ?? {}),
      thing.goaded !== undefined && element("span", { class: "pill" }, "goaded"),
      thing.pt !== undefined && element("span", { class: "pt" }, thing.pt),
    ),
  );
}

export function counters(of: Readonly<Record<string, unknown>>): Child[] {
  return Object.entries(of).map(([kind, count]) =>
    element("span", { class: "pill", title: `${count} ${kind}` }, `${count} `, element("bdi", {}, kind)),
  );
}

/** What is attached to a card: a strip below it. */
export function strip(board: Board, id: string): Piece {
  const thing = board.state.objects[id] as Thing;
  return element(
    "button",
    attributes(board, [id], "strip"),
    element("span", { class: "name" }, titleOf(board, id, thing)),
    ...counters(thing.counters ?? {}),
  );
}

/** A card elsewhere than on the battlefield: its name alone, or its back. */
export function chip(board: Board, id: string): Piece {
  const thing = board.state.objects[id] as Thing;
  const hidden = thing.kind === "hidden" && thing.name === null;
  return element(
    "button",
    attributes(board, [id], "chip"),
    thing.position !== undefined && element("span", { class: "place" }, thing.position),
    !hidden && element("span", { class: "name" }, titleOf(board, id, thing)),
    ...counters(thing.counters ?? {}),
  );
}

/** Something on the stack, or an effect: what it is, what it says, and what was chosen. */
export function entry(board: Board, id: string, number?: number): Piece {
  const thing = board.state.objects[id];
  if (thing === undefined) {
    return element("li", { class: "entry" }, `#${id}`);
  }
  return element(
    "li",
    {},
    element(
      "button",
      attributes(board, [id], "entry"),
      number !== undefined && element("span", { class: "number" }, number),
      element(
        "span",
        { class: "said" },
        element("span", { class: "name" }, titleOf(board, id, thing)),
        thing.text !== undefined && thing.text !== "?" && element("span", { class: "text" }, thing.text),
        ...(thing.zone === "stack" ? (thing.choices ?? []) : []).map((choice) =>
          element("span", { class: "choice" }, choice),
        ),
      ),
      thing.controller !== null && element("span", { class: "whose" }, thing.controller),
    ),
  );
}
