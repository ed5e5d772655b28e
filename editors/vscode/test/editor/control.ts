// What a test in the extension host and the program that runs the tests say to each other, over HTTP on this machine.

/** The environment variable that holds the address of the running program. */
export const CONTROL = "MTGR_TEST_CONTROL";

/** How a test went. */
export interface Outcome {
  readonly name: string;
  readonly failure?: string;
  readonly milliseconds: number;
}

/** When the board was told what to show, had drawn it, and it was painted: milliseconds since 1970. */
export interface Picture {
  /** Which line it is of, counted from 1. */
  readonly line: number;
  readonly told: number;
  readonly drawn: number;
  readonly painted: number;
}

/** What a test can ask of the page that the editor runs in. */
export interface Questions {
  /** All notifications that have been shown since the window was opened. */
  notifications: { parameters: Record<string, never>; answer: string[] };
  /** A picture of the window, kept under this name. */
  picture: { parameters: { name: string }; answer: null };
  /** Gives the window another size. */
  size: { parameters: { width: number; height: number }; answer: null };
  /** The texts of all elements that a CSS selector finds. */
  texts: { parameters: { selector: string }; answer: string[] };
  /** Moves the pointer onto the first element that holds a text and fits a selector. */
  point: { parameters: { selector: string; text: string }; answer: null };
  /** Presses keys, in the way that Playwright writes them. */
  press: { parameters: { keys: string }; answer: null };
  /** The texts of all elements that a CSS selector finds in the board. */
  board: { parameters: { selector: string }; answer: string[] };
  /** Clicks on the first element of the board that holds a text and fits a selector. */
  click: { parameters: { selector: string; text: string }; answer: null };
  /** The pictures of the board since this was asked last. */
  times: { parameters: Record<string, never>; answer: Picture[] };
  outcome: { parameters: Outcome; answer: null };
}
