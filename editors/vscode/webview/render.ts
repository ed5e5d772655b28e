// The whole view, from its model.
import { type Board, type Model, WAYS } from "../src/board/model";
import { chart } from "./chart";
import { type Child, element, type Piece } from "./dom";
import { table } from "./table";

const STEPS = [
  ["untap", "Untap"],
  ["upkeep", "Upkeep"],
  ["draw", "Draw"],
  ["precombat-main", "Main 1"],
  ["beginning-of-combat", "Combat"],
  ["declare-attackers", "Attack"],
  ["declare-blockers", "Block"],
  ["combat-damage", "Damage"],
  ["end-of-combat", "End of combat"],
  ["postcombat-main", "Main 2"],
  ["end", "End"],
  ["cleanup", "Cleanup"],
] as const;

const KEYS = { Event: "← →", Priority: "P", Step: "S", Turn: "T", Annotation: "A" } as const;
const LABELS = { Event: "Event", Priority: "Priority", Step: "Step", Turn: "Turn", Annotation: "Annotated" } as const;

/** What the view shows for a model. Nothing is kept from what it showed before. */
export function render(model: Model): Piece {
  const { board, course } = model;
  return element(
    "main",
    { class: board?.failure?.here ? "board broken" : "board" },
    toolbar(),
    ...notices(model),
    board === null ? nothing(model) : element("div", { class: "scene" }, heading(board), table(board)),
    course !== null && chart(course, model.line),
  );
}

function toolbar(): Piece {
  return element(
    "nav",
    { class: "toolbar", "aria-label": "Go through the game" },
    ...WAYS.map((way) => {
      const button = (to: "previous" | "next", sign: string) =>
        element(
          "button",
          {
            type: "button",
            "data-go": to + way,
            "data-key": to + way,
            "aria-label": `${to === "next" ? "Next" : "Previous"} ${LABELS[way].toLowerCase()}`,
            title: `${to === "next" ? "Next" : "Previous"} ${LABELS[way].toLowerCase()} (${keyOf(way, to)})`,
          },
          sign,
        );
      const label = element("span", { class: "way", "aria-hidden": "true" }, LABELS[way]);
      return element(
        "div",
        { class: "pair", role: "group", "aria-label": LABELS[way] },
        button("previous", "‹"),
        label,
        button("next", "›"),
      );
    }),
  );
}

function keyOf(way: keyof typeof KEYS, to: "previous" | "next"): string {
  const [before, after] = KEYS[way].split(" ");
  return after === undefined
    ? ((to === "next" ? before : `Shift+${before}`) ?? "")
    : to === "next"
      ? after
      : (before ?? "");
}

function* notices({ board, guess, trouble }: Model): Generator<Piece> {
  if (trouble !== null) {
    yield element("p", { class: "notice trouble" }, trouble);
  }
  if (board === null) {
    return;
  }
  const { failure, state } = board;
  if (failure !== null) {
    yield element(
      "div",
      { class: failure.here ? "notice failure here" : "notice failure", role: failure.here ? "alert" : "note" },
      element(
        "p",
        {},
        element("strong", {}, failure.here ? state_of(board, guess) : "The record is not sound throughout. "),
        "The replay first failed at ",
        element(
          "button",
          { type: "button", class: "link", "data-line": failure.line, "data-key": "failure" },
          `line ${failure.line + 1}`,
        ),
        ": ",
        element("span", { class: "message" }, ...quoted(failure.message)),
      ),
      failure.here &&
        element(
          "button",
          { type: "button", class: "secondary", "data-guess": guess ? "no" : "yes", "data-key": "guess" },
          guess ? "Show the last good state" : "Show the replay’s guess",
        ),
    );
  }
  if (state.branch !== null) {
    yield element(
      "p",
      { class: "notice branch" },
      element("strong", {}, "Variation. "),
      "This did not happen: it is the branch that begins at ",
      element(
        "button",
        { type: "button", class: "link", "data-line": state.branch - 1, "data-key": "branch" },
        `line ${state.branch}`,
      ),
      ".",
    );
  }
  if (state.suspended) {
    yield element(
      "p",
      { class: "notice gap" },
      "The record is incomplete here: events are missing until the next turn.",
    );
  }
}

/** A message of the server. Words of the format stand between backticks in it. */
function quoted(message: string): Child[] {
  const parts = message.split("`");
  const paired = parts.length % 2 === 1;
  return paired ? parts.map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part)) : [message];
}

function state_of(board: Board, guess: boolean): string {
  return guess
    ? "The replay’s guess at what the record means. "
    : `The last good state, after line ${board.shown + 1}. `;
}

function nothing({ file, trouble }: Model): Child {
  if (trouble !== null) {
    return null;
  }
  return element(
    "p",
    { class: "notice" },
    file === ""
      ? "Put the cursor into a recorded game."
      : "There is no game at the cursor: put it on a line of a game, below its tags.",
  );
}

function heading(board: Board): Piece {
  const { state, changed } = board;
  const active = state.active;
  return element(
    "header",
    { class: "heading" },
    element(
      "h1",
      { class: changed.game.includes("turn") ? "changed" : "" },
      state.turn === null ? "Before the first turn" : `Turn ${state.turn}`,
      active !== null && element("span", { class: "of" }, " of ", element("bdi", {}, active)),
      state.day_night !== null &&
        element(
          "span",
          { class: changed.game.includes("day_night") ? "day changed" : "day" },
          state.day_night === "day" ? "☀ day" : "☾ night",
        ),
      board.clocks.round !== null && element("span", { class: "round" }, `round ${board.clocks.round}`),
    ),
    element(
      "ol",
      { class: "steps", "aria-label": `Step: ${board.step ?? "none"}` },
      ...STEPS.map(([step, label]) =>
        element("li", step === board.step ? { class: "now", "aria-current": "step" } : {}, label),
      ),
    ),
    element(
      "p",
      { class: "statement" },
      element(
        "button",
        { type: "button", class: "link number", "data-line": board.line, "data-key": "line", title: "Go to the line" },
        board.line + 1,
      ),
      element("code", {}, board.statement),
    ),
  );
}

/** What has happened, in a sentence for those who do not see it. */
export function summary({ board, trouble }: Model): string {
  if (board === null) {
    return trouble ?? "No game at the cursor";
  }
  const where = board.state.turn === null ? "Before the first turn" : `Turn ${board.state.turn}`;
  const failed = board.failure?.here ? `The replay failed at line ${board.failure.line + 1}. ` : "";
  return `${failed}${[where, board.step].filter(Boolean).join(", ")}. ${board.statement}`;
}
