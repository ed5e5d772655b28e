// The boards that the server tells: those of the lines around the last one are asked for ahead, so that the next step
// finds its board here.
import type * as vscode from "vscode";
import type { Server } from "../server";
import type { Board } from "./model";

/** What boards are of. Another version of a document has other boards. */
export interface Source {
  readonly uri: vscode.Uri;
  readonly version: number;
  /** See `Model`. */
  readonly guess: boolean;
}

/** Milliseconds until a board has been painted. What is not needed for it, as its neighbours and its chart, can wait. */
export const PAINTING = 50;

export class Ahead {
  private source = "";
  private shown = -1;
  private timer: NodeJS.Timeout | undefined;
  private readonly boards = new Map<number, Promise<Board | null>>();

  constructor(private readonly server: Server) {}

  /** The board at a line. */
  board(of: Source, line: number): Promise<Board | null> {
    const source = keyOf(of);
    if (source !== this.source) {
      this.source = source;
      this.boards.clear();
    }
    let board = this.boards.get(line);
    if (board === undefined) {
      const asked = { textDocument: { uri: of.uri.toString() }, position: { line, character: 0 }, guess: of.guess };
      board = this.server.request<Board | null>("mtgr/board", asked);
      this.keep(line, board);
    }
    return board;
  }

  /** Asks for the boards around a line that is shown, and forgets all others. */
  lookAround(of: Source, line: number): void {
    const jump = Math.abs(line - this.shown) > 1;
    this.shown = line;
    for (const known of this.boards.keys()) {
      if (Math.abs(known - line) > 1) {
        this.boards.delete(known);
      }
    }
    clearTimeout(this.timer);
    if (jump) {
      this.timer = setTimeout(() => this.askAround(of, line), PAINTING);
    } else {
      this.askAround(of, line);
    }
  }

  private askAround(of: Source, line: number): void {
    for (const near of [line + 1, line - 1]) {
      if (near >= 0 && keyOf(of) === this.source) {
        void this.board(of, near);
      }
    }
  }

  /** The server may tell other things from now on: it is another one, or knows another text by the same version. */
  forget(): void {
    this.source = "";
  }

  /** Where there was no answer, or no game, the next question is asked anew. */
  private keep(line: number, board: Promise<Board | null>): void {
    this.boards.set(line, board);
    const drop = () => this.boards.get(line) === board && this.boards.delete(line);
    board.then((told) => told ?? drop(), drop);
  }
}

function keyOf({ uri, version, guess }: Source): string {
  return JSON.stringify([uri.toString(), version, guess]);
}
