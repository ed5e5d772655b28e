// The view in its page: shows what the extension tells it, and asks the extension for what the user wants.
import type { FromView, Kept, Model, ToView, Way } from "../src/board/model";
import { become, element, made, type Piece } from "./dom";
import { render, summary } from "./render";

interface Page {
  postMessage(message: FromView): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
}
declare function acquireVsCodeApi(): Page;

const page = acquireVsCodeApi();
/** What is shown, and the element that shows it. */
let pieces: Piece = element("div", { id: "shown" });
const shown = made(pieces) as Element;
const spoken = made(element("div", { role: "status", "aria-live": "polite", class: "unseen" }));
let model: Model = { file: "", line: 0, board: null, course: null, guess: false, trouble: null };
let uri = "";
/** Milliseconds without a change after which the page is kept. */
const REST = 100;
let keeping: ReturnType<typeof setTimeout> | undefined;

/** Draws the model. What had the keyboard keeps it, and the page stays where it was scrolled to. */
function show(): void {
  const focused = document.activeElement as HTMLElement | null;
  const key = focused?.dataset.key;
  const wanted = element("div", { id: "shown" }, render(model));
  become(shown, pieces, wanted);
  pieces = wanted;
  if (key !== undefined && (!focused?.isConnected || focused.dataset.key !== key)) {
    const again = [...shown.querySelectorAll<HTMLElement>("[data-key]")].find((each) => each.dataset.key === key);
    (again ?? shown.querySelector<HTMLElement>("[data-key=nextEvent]"))?.focus({ preventScroll: true });
  }
  const said = summary(model);
  if (spoken.textContent !== said) {
    spoken.textContent = said;
  }
}

/** Keeps what is shown for when the page comes back, but not before it has been painted. */
function keep(): void {
  clearTimeout(keeping);
  keeping = setTimeout(
    () => page.setState({ uri, line: model.line, model: { ...model, course: null }, scroll: window.scrollY }),
    REST,
  );
}
/** Where a click leads. */
function follow(target: Element): void {
  const { ids, line, go, guess } = (target as HTMLElement).dataset;
  if (ids !== undefined) {
    page.postMessage({ kind: "object", ids: ids.split(" ") });
  } else if (line !== undefined) {
    page.postMessage({ kind: "line", line: Number(line) });
  } else if (go !== undefined) {
    page.postMessage({ kind: "go", to: go as Way, repeat: false });
  } else if (guess !== undefined) {
    page.postMessage({ kind: "guess", guess: guess === "yes" });
  }
}

const KEYS: Readonly<Record<string, Way>> = {
  ArrowLeft: "previousEvent",
  ArrowRight: "nextEvent",
  "Shift+ArrowLeft": "previousStep",
  "Shift+ArrowRight": "nextStep",
  e: "nextEvent",
  "Shift+e": "previousEvent",
  p: "nextPriority",
  "Shift+p": "previousPriority",
  s: "nextStep",
  "Shift+s": "previousStep",
  t: "nextTurn",
  "Shift+t": "previousTurn",
  a: "nextAnnotation",
  "Shift+a": "previousAnnotation",
};

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (event.key === "Escape") {
    page.postMessage({ kind: "editor" });
    return;
  }
  const inChart = (event.target as HTMLElement).dataset.key === "chart";
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // whatever Caps Lock makes of it
  const name = event.shiftKey ? `Shift+${key}` : key;
  const turns: Readonly<Record<string, Way>> = { ArrowLeft: "previousTurn", ArrowRight: "nextTurn" };
  const to = (inChart && Object.hasOwn(turns, name) ? turns[name] : undefined) ?? KEYS[name];
  if (to !== undefined) {
    event.preventDefault();
    page.postMessage({ kind: "go", to, repeat: event.repeat });
  }
}

document.body.append(shown, spoken);
document.addEventListener("click", (event) => {
  const target = (event.target as Element).closest("[data-ids], [data-line], [data-go], [data-guess]");
  if (target !== null) {
    follow(target);
  }
});
document.addEventListener("keydown", onKey);
window.addEventListener("scroll", keep, { passive: true });
window.addEventListener("message", ({ data }: MessageEvent<string>) => {
  const message: ToView = JSON.parse(data);
  if (message.kind === "show") {
    model = { ...model, ...message.model };
    uri = message.uri;
    show();
    keep();
  }
});

const kept = page.getState();
if (kept !== undefined) {
  ({ model, uri } = kept);
  show();
  window.scrollTo(0, kept.scroll);
}
page.postMessage({ kind: "ready" });
