// Makes elements. Whatever comes from the file becomes text or an attribute's value, never markup.

export type Child = Node | string | number | null | undefined | false;

type Attributes = Readonly<Record<string, string | number | boolean | undefined | null>>;

/** An element. `true` is an attribute without a value; what is false, null or undefined is left out. */
export function element(name: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  return filled(document.createElement(name), attributes, children);
}

/** An element of a drawing. */
export function shape(name: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled<Made extends Element>(made: Made, attributes: Attributes, children: Child[]): Made {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      made.setAttribute(key, value === true ? "" : String(value));
    }
  }
  made.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (typeof child === "number" ? String(child) : child)),
  );
  return made;
}

/** Makes an element like another one. What is alike already stays as it is, which saves the browser most of its work. */
export function become(now: Element, wanted: Element): void {
  for (const { name } of [...now.attributes]) {
    if (!wanted.hasAttribute(name)) {
      now.removeAttribute(name);
    }
  }
  for (const { name, value } of wanted.attributes) {
    if (now.getAttribute(name) === value) {
      continue;
    }
    if (name === "style") {
      (now as HTMLElement).style.cssText = value; // the policy forbids to set the attribute
    } else {
      now.setAttribute(name, value);
    }
  }
  const before = [...now.childNodes];
  const after = [...wanted.childNodes];
  after.forEach((child, index) => {
    replace(now, before[index], child);
  });
  for (const left of before.slice(after.length)) {
    left.remove();
  }
}

function replace(parent: Element, before: ChildNode | undefined, after: ChildNode): void {
  if (before === undefined) {
    parent.append(after);
  } else if (before.nodeName !== after.nodeName) {
    before.replaceWith(after);
  } else if (before instanceof Element) {
    become(before, after as Element);
  } else if (before.nodeValue !== after.nodeValue) {
    before.nodeValue = after.nodeValue;
  }
}

/** An own property of a record whose keys come from the file. */
export function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
