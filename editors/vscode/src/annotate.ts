// Annotating and going through a game by keys. The server says what to write and where to go.
import * as vscode from "vscode";
import type { Position, TextEdit } from "vscode-languageclient";
import type { Server } from "./server";

/** The commands for glyphs, by the numbers that stand for them (section 11). */
const GLYPHS = { Good: 1, Poor: 2, VeryGood: 3, VeryPoor: 4, Interesting: 5, Dubious: 6 } as const;

/** The commands that move the cursor, with where they lead: the server's own words. */
const WAYS = [
  "nextTurn",
  "previousTurn",
  "nextStep",
  "previousStep",
  "nextPriority",
  "previousPriority",
  "nextEvent",
  "previousEvent",
  "nextAnnotation",
  "previousAnnotation",
  "nextVariation",
  "previousVariation",
  "nextOfObject",
  "previousOfObject",
] as const;

/** All commands of this module, by their names without `mtgr.`. */
export function annotatingCommands(server: Server): Record<string, () => Promise<void>> {
  const glyphs = Object.entries(GLYPHS).map(([name, nag]) => [`annotate${name}`, () => annotate(server, { nag })]);
  const ways = WAYS.map((to) => [to, () => go(server, to)]);
  return {
    ...Object.fromEntries([...glyphs, ...ways]),
    annotateNothing: () => annotate(server, { nag: null }),
    annotateComment: () => comment(server),
    annotateVariation: () => variation(server),
  };
}

/** The editor of a game that has the keyboard. */
function game(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === "mtgr" ? editor : undefined;
}

/** Asks about the cursor's place. Undefined, and a word in the status bar, when the server does not run. */
async function ask<Answer>(
  server: Server,
  method: string,
  { document, selection }: vscode.TextEditor,
  more: Record<string, unknown>,
): Promise<Answer | null | undefined> {
  if (!(await server.ready())) {
    say("The server for .mtgr files does not run.");
    return undefined;
  }
  const { line, character } = selection.active;
  const textDocument = { uri: document.uri.toString() };
  return server.request<Answer | null>(method, { textDocument, position: { line, character }, ...more });
}

function say(sentence: string): void {
  vscode.window.setStatusBarMessage(sentence, 4_000);
}

/** Annotates the cursor's line. Returns where something was written, or undefined where nothing could be. */
async function annotate(
  server: Server,
  wish: { nag: number | null } | { comment: string } | { variation: true },
): Promise<TextEdit | undefined> {
  const editor = game();
  if (editor === undefined) {
    return undefined;
  }
  const { document } = editor;
  const { version } = document;
  const edits = await ask<TextEdit[]>(server, "mtgr/annotate", editor, wish);
  if (edits?.length === 0) {
    say("There is nothing to write here.");
  }
  if (!edits?.length || document.version !== version) {
    return undefined;
  }
  await editor.edit((edit) => {
    for (const { range, newText } of edits) {
      const { start, end } = range;
      edit.replace(new vscode.Range(start.line, start.character, end.line, end.character), newText);
    }
  });
  return edits[0];
}

/** Adds an empty comment and puts the cursor into it; where there is one, at its end. */
async function comment(server: Server): Promise<void> {
  const editor = game();
  const written = await annotate(server, { comment: "" });
  if (editor === undefined) {
    return;
  }
  const { line } = editor.selection.active;
  const text = editor.document.lineAt(line).text;
  const empty = written === undefined ? -1 : text.indexOf("{}", written.range.start.character);
  const place = new vscode.Position(line, empty < 0 ? text.length : empty + 1);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(editor.selection);
}

/** Moves the cursor. */
async function go(server: Server, to: (typeof WAYS)[number]): Promise<void> {
  const editor = game();
  if (editor === undefined) {
    return;
  }
  const found = await ask<Position>(server, "mtgr/navigate", editor, { to });
  if (found === undefined) {
    return;
  }
  if (found === null) {
    say("There is nothing to go to that way.");
    return;
  }
  const place = new vscode.Position(found.line, found.character);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Begins a variation in place of the cursor's line, and puts the cursor into it. */
async function variation(server: Server): Promise<void> {
  const editor = game();
  const written = await annotate(server, { variation: true });
  if (editor === undefined || written === undefined) {
    return;
  }
  const place = editor.document.lineAt(written.range.start.line + 1).range.end;
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(editor.selection);
}
