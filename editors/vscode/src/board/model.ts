// What the board shows, as the server tells it (docs/features/board.md), and what extension and view say to each other.

/** A life total and the like: a number, or digits too many for one, or whatever a broken file has there. */
export type Amount = number | string;

export interface Player {
  readonly life: Amount;
  readonly poison: Amount;
  readonly counters: Readonly<Record<string, Amount>>;
  readonly library: Amount;
  /** `{W}{W}`. */
  readonly mana: string;
}

/** An object. What is not said of it is not set. */
export interface Thing {
  readonly kind: string;
  readonly name: string | null;
  readonly owner: string | null;
  readonly controller: string | null;
  readonly zone: string | null;
  readonly outside?: string;
  /** `top 1`. */
  readonly position?: string;
  readonly tapped?: boolean;
  readonly face?: string;
  readonly fused?: boolean;
  readonly pt?: string;
  readonly counters?: Readonly<Record<string, Amount>>;
  readonly attached?: string;
  readonly with?: string;
  readonly adventure?: string;
  readonly companion?: boolean;
  readonly goaded?: readonly string[];
  readonly choices?: readonly string[];
  readonly text?: string;
  readonly of?: string;
  readonly from?: string;
  readonly ability?: string;
  readonly own_name?: string;
}

export interface State {
  readonly game: number;
  readonly turn: Amount | null;
  readonly active: string | null;
  readonly day_night: string | null;
  readonly suspended: boolean;
  /** The line of the `(` around the line, counted from 1. */
  readonly branch: number | null;
  /** The top first. */
  readonly stack: readonly string[];
  readonly players: Readonly<Record<string, Player>>;
  readonly objects: Readonly<Record<string, Thing>>;
  readonly open: Readonly<Record<string, readonly unknown[]>>;
}

/** The board at a line. Lines are counted from 0. */
export interface Board {
  readonly line: number;
  /** The line after which things stand as they are shown. */
  readonly shown: number;
  readonly statement: string;
  readonly step: string | null;
  readonly own: string | null;
  readonly seats: readonly string[];
  readonly clocks: { readonly players: Readonly<Record<string, string>>; readonly round: string | null };
  readonly state: State;
  readonly changed: {
    readonly objects: Readonly<Record<string, readonly string[]>>;
    readonly players: Readonly<Record<string, readonly string[]>>;
    readonly game: readonly string[];
    readonly gone: readonly string[];
  };
  readonly mentioned: readonly string[];
  /** The first error of the game up to the line. `here`: it is in the same turn. */
  readonly failure: { readonly line: number; readonly message: string; readonly here: boolean } | null;
}

type Totals = readonly [life: number | null, poison: number | null];

/** The course of a game. A moment 2.5 is in the middle of the third stretch. */
export interface Course {
  readonly game: number;
  /** The game's first line, and the line after its last. */
  readonly lines: readonly [number, number];
  readonly title: string;
  readonly players: readonly [string, string] | readonly string[];
  readonly stretches: readonly {
    readonly turn: string | null;
    readonly active: string | null;
    readonly line: number;
    readonly end: number;
  }[];
  readonly points: readonly (readonly [at: number, ...totals: Totals[]])[];
  readonly moments: readonly {
    readonly at: number;
    readonly line: number;
    readonly statement: string;
    readonly glyphs: readonly string[];
    readonly comment: string;
  }[];
  readonly gaps: readonly (readonly [number, number])[];
}

/** All that the view shows. */
export interface Model {
  readonly file: string;
  /** Where the cursor is. */
  readonly line: number;
  readonly board: Board | null;
  readonly course: Course | null;
  /** Behind an error: show what the replay makes of it, and not the last good state. */
  readonly guess: boolean;
  /** Why there is nothing newer to show, if there is a reason. */
  readonly trouble: string | null;
}

/** The ways that the view's buttons and keys lead; the server knows them. */
export const WAYS = ["Event", "Priority", "Step", "Turn", "Annotation"] as const;
export type Way = `${"next" | "previous"}${(typeof WAYS)[number]}`;

/**
 * What the extension tells the view: what it is about, and what has changed of the model. It goes as JSON text: the
 * editor passes it on three times, and to copy a board with its hundreds of objects each time takes some milliseconds.
 */
export type ToView = { readonly kind: "show"; readonly uri: string; readonly model: Partial<Model> };

/** What the view asks of the extension. */
export type FromView =
  | { readonly kind: "ready" }
  | { readonly kind: "go"; readonly to: Way; readonly repeat: boolean }
  | { readonly kind: "object"; readonly ids: readonly string[] }
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "guess"; readonly guess: boolean }
  | { readonly kind: "editor" };

/** What the view keeps while its tab is hidden. */
export interface Kept {
  readonly uri: string;
  readonly line: number;
  readonly model: Model;
  readonly scroll: number;
}
