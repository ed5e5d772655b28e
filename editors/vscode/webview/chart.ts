// The life totals of a game from turn to turn.
import type { Course } from "../src/board/model";
import { type Child, element, shape } from "./dom";

/** Life totals beyond this are drawn at the edge. */
const MOST = 100;
const HEIGHT = 100;

/** The stretch that a line lies in, and how far; undefined before the first and behind the last. */
export function momentOf(course: Course, line: number): { index: number; at: number } | undefined {
  const index = course.stretches.findIndex((each) => each.line <= line && line < each.end);
  const stretch = course.stretches[index];
  if (stretch === undefined) {
    return undefined;
  }
  return { index, at: index + (line - stretch.line) / (stretch.end - stretch.line) };
}

export function chart(course: Course, line: number): Child {
  const end = course.stretches.length;
  if (end === 0) {
    return null;
  }
  const lives = course.points.flatMap(([, ...totals]) => totals.map(([life]) => life ?? 0));
  const top = Math.min(Math.max(20, ...lives), MOST);
  const bottom = Math.max(Math.min(0, ...lives), -MOST);
  const x = (at: number) => (at / end) * 100;
  const y = (life: number) => ((top - Math.min(Math.max(life, bottom), top)) / (top - bottom)) * HEIGHT;
  const now = momentOf(course, line);
  const levels = [0, 10, 20, 40, 60, 80, 100].filter((level) => level >= bottom && level <= top);
  const every = Math.ceil(end / 24);

  const drawing = shape(
    "svg",
    { class: "lines", viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...course.gaps.map(([from, to]) =>
      shape("rect", { class: "gap", x: x(from), width: x(to) - x(from), y: 0, height: HEIGHT }),
    ),
    ...course.stretches.map((each, index) =>
      shape("rect", {
        class: `stretch ${index % 2 === 0 ? "even" : "odd"}${index === now?.index ? " now" : ""}`,
        x: x(index),
        width: 100 / end,
        y: 0,
        height: HEIGHT,
        "data-line": each.line,
      }),
    ),
    ...levels.map((level) => shape("line", { class: "level", x1: 0, x2: 100, y1: y(level), y2: y(level) })),
    ...course.players.map((_, player) =>
      shape("path", { class: `life player-${player}`, d: steps(course, player, x, y) }),
    ),
    now !== undefined && shape("line", { class: "now", x1: x(now.at), x2: x(now.at), y1: 0, y2: HEIGHT }),
  );

  const said = now === undefined ? "outside the turns" : valueAt(course, now);
  return element(
    "section",
    { class: "chart", "aria-label": "Life totals" },
    element(
      "div",
      { class: "legend" },
      element("h2", {}, "Life"),
      ...course.players.map((name, player) =>
        element(
          "span",
          { class: "key" },
          element("span", { class: `swatch player-${player}`, "aria-hidden": "true" }),
          element("bdi", {}, name),
        ),
      ),
    ),
    element(
      "div",
      {
        class: "plot",
        tabindex: 0,
        role: "slider",
        "aria-label": "Turn",
        "aria-valuemin": 0,
        "aria-valuemax": end - 1,
        "aria-valuenow": now?.index ?? 0,
        "aria-valuetext": said,
        "data-key": "chart",
      },
      ...levels.map((level) => element("span", { class: "mark", style: `top: ${y(level)}%` }, level)),
      drawing,
      ...(now === undefined ? [] : dots(course, now.at, x, y)),
      ...course.moments.map((each) =>
        element(
          "button",
          {
            class: "moment",
            style: `left: ${x(each.at)}%`,
            type: "button",
            tabindex: -1,
            "data-line": each.line,
            title: [each.statement, each.glyphs.join(" "), each.comment].filter(Boolean).join("\n"),
            "aria-label": `Annotated: ${each.statement}`,
          },
          each.glyphs[0] ?? "•",
        ),
      ),
    ),
    element(
      "div",
      { class: "turns", "aria-hidden": "true" },
      ...course.stretches.map((each, index) =>
        index % every === 0
          ? element(
              "span",
              {
                class: index === now?.index ? "turn now" : "turn",
                style: `left: ${x(index)}%`,
                "data-line": each.line,
              },
              each.turn ?? "Pre",
            )
          : null,
      ),
    ),
  );
}

/** A line that keeps its height from change to change; broken where the total is not known. */
function steps(course: Course, player: number, x: (at: number) => number, y: (life: number) => number): string {
  const parts: string[] = [];
  let before: number | null = null;
  for (const [at, ...totals] of course.points) {
    const life = totals[player]?.[0] ?? null;
    const across = x(at).toFixed(3);
    if (before !== null) {
      parts.push(`H${across}`);
    }
    if (life !== null) {
      parts.push(before === null ? `M${across} ${y(life).toFixed(2)}` : `V${y(life).toFixed(2)}`);
    }
    before = life;
  }
  return before === null ? parts.join("") : `${parts.join("")}H100`;
}

/** Each player's life total at a moment. */
function livesAt(course: Course, at: number): (number | null)[] {
  const [, ...totals] = course.points.findLast(([from]) => from <= at) ?? [0];
  return course.players.map((_, player) => totals[player]?.[0] ?? null);
}

/** Where the players' lines are at a moment. */
function dots(course: Course, at: number, x: (at: number) => number, y: (life: number) => number): Child[] {
  return livesAt(course, at).map((life, player) =>
    life === null
      ? null
      : element("span", { class: `dot player-${player}`, style: `left: ${x(at)}%; top: ${y(life)}%` }),
  );
}

/** What there is to say about a moment. */
function valueAt(course: Course, { index, at }: { index: number; at: number }): string {
  const stretch = course.stretches[index];
  const lives = livesAt(course, at).map((life, player) => `${course.players[player]} ${life ?? "unknown"}`);
  const turn = stretch?.turn === null ? "Pregame" : `Turn ${stretch?.turn} of ${stretch?.active ?? "?"}`;
  return [turn, ...lives].join(", ");
}
