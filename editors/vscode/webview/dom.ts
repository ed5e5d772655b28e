// What the page is to hold, as plain data, and how the page becomes so. Whatever comes from the file becomes text or an
// attribute's value, never markup.

/** An element that is wanted. */
export interface Piece {
  readonly name: string;
  /** It belongs to a drawing. */
  readonly drawn: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Piece | string)[];
}

export type Child = Piece | string | number | null | undefined | false;

type Attributes = Readonly<Record<string, string | number | boolean | undefined | null>>;

/** An element. `true` is an attribute without a value; what is false, null or undefined is left out. */
export function element(name: string, attributes: Attributes = {}, ...children: Child[]): Piece {
  return piece(name, false, attributes, children);
}

/** An element of a drawing. */
export function shape(name: string, attributes: Attributes = {}, ...children: Child[]): Piece {
  return piece(name, true, attributes, children);
}

function piece(name: string, drawn: boolean, attributes: Attributes, children: readonly Child[]): Piece {
  const kept = new Map<string, string>();
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      kept.set(key, value === true ? "" : String(value));
    }
  }
  const inside: (Piece | string)[] = [];
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      inside.push(typeof child === "number" ? String(child) : child);
    }
  }
  return { name, drawn, attributes: kept, children: inside };
}

const NOTHING: Piece = { name: "", drawn: false, attributes: new Map(), children: [] };
const DRAWING = "http://www.w3.org/2000/svg";

export function made(wanted: Piece | string): Element | Text {
  if (typeof wanted === "string") {
    return document.createTextNode(wanted);
  }
  const { name, drawn } = wanted;
  const fresh = drawn ? document.createElementNS(DRAWING, name) : document.createElement(name);
  become(fresh, NOTHING, wanted);
  return fresh;
}

/** Makes an element what is wanted, given what it was made to be `before`. Only what differs is touched. */
export function become(now: Element, before: Piece, wanted: Piece): void {
  for (const name of before.attributes.keys()) {
    if (!wanted.attributes.has(name)) {
      now.removeAttribute(name);
    }
  }
  for (const [name, value] of wanted.attributes) {
    if (before.attributes.get(name) === value) {
      continue;
    }
    if (name === "style") {
      (now as HTMLElement).style.cssText = value; // the policy forbids to set the attribute
    } else {
      now.setAttribute(name, value);
    }
  }
  fill(now, before.children, wanted.children);
}

/** Children that are the same at the start and at the end stay where they are, as most do when a card comes or goes. */
function fill(parent: Element, before: readonly (Piece | string)[], wanted: readonly (Piece | string)[]): void {
  const nodes = [...parent.childNodes];
  const shorter = Math.min(before.length, wanted.length);
  let start = 0;
  while (start < shorter && isSame(before[start], wanted[start])) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), wanted.at(-1 - end))) {
    end += 1;
  }
  const gone = before.length - end;
  const come = wanted.length - end;
  wanted.forEach((child, index) => {
    const old = index < come ? index : index - come + gone;
    const [was, node] = index < come && old >= gone ? [] : [before[old], nodes[old]];
    if (was === undefined || node === undefined) {
      parent.insertBefore(made(child), nodes[gone] ?? null);
    } else if (typeof was === "string" && typeof child === "string") {
      if (was !== child) {
        node.nodeValue = child;
      }
    } else if (typeof was === "object" && typeof child === "object" && was.name === child.name) {
      become(node as Element, was, child);
    } else {
      node.replaceWith(made(child));
    }
  });
  for (const left of nodes.slice(come, gone)) {
    left.remove();
  }
}

/** Whether two elements stand for the same thing: the same object or control, or just the same kind of element. */
function isSame(one: Piece | string | undefined, other: Piece | string | undefined): boolean {
  return typeof one === "object" && typeof other === "object"
    ? one.name === other.name && one.attributes.get("data-key") === other.attributes.get("data-key")
    : typeof one === typeof other;
}

/** An own property of a record whose keys come from the file. */
export function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
