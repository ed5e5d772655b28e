// From the move of the cursor to the picture of the board, in a file of 100,000 lines: `scripts/test.py speed`.
import * as vscode from "vscode";
import { file, page, run, sleep, until } from "../host";

const MOVES = 100;
/** Milliseconds. */
const LIMIT = 50;
const PAUSE = 400;

const now = () => performance.timeOrigin + performance.now();

/** Milliseconds of each move until the picture after it; the moves are a pause apart. */
interface Move {
  /** From the test's command until the extension learns of the move: the editor's own way. */
  readonly learnt: number;
  /** Until the page of the board is told, until it has drawn it, and until it is painted. */
  readonly told: number;
  readonly drawn: number;
  readonly painted: number;
  /** From when the extension learns of the move until it is painted. */
  readonly all: number;
}

async function measure(editor: vscode.TextEditor, lines: readonly number[]): Promise<Move[]> {
  const asked: { line: number; start: number; learnt: number }[] = [];
  const listener = vscode.window.onDidChangeTextEditorSelection(({ selections }) => {
    const last = asked.at(-1);
    if (last !== undefined && selections[0]?.active.line === last.line - 1) {
      last.learnt = now();
    }
  });
  await page("times", {});
  for (const line of lines) {
    asked.push({ line, start: now(), learnt: Number.NaN });
    editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
    await sleep(PAUSE);
  }
  listener.dispose();
  await sleep(1_000);
  const pictures = await page("times", {});
  return asked.map(({ line, start, learnt }) => {
    const picture = pictures.find((each) => each.line === line && each.painted >= start);
    const { told, drawn, painted } = picture ?? { told: Infinity, drawn: Infinity, painted: Infinity };
    return {
      learnt: learnt - start,
      told: told - learnt,
      drawn: drawn - told,
      painted: painted - drawn,
      all: painted - learnt,
    };
  });
}

/** Half of the times, and 95 % of them, are within so many milliseconds. */
function within(times: readonly number[]): [half: number, most: number] {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return [at(0.5), at(0.95)];
}

const PARTS: Readonly<Record<keyof Move, string>> = {
  all: "move until painted",
  told: "of it answer",
  drawn: "drawing",
  painted: "painting",
  learnt: "and before it the editor's own way",
};

async function tell(name: string, moves: readonly Move[], limit: number): Promise<void> {
  const told = Object.entries(PARTS).map(([part, what]) => {
    const [half, most] = within(moves.map((each) => each[part as keyof Move]));
    return `${what} ${half.toFixed(0)} / ${most.toFixed(0)}`;
  });
  const [, most] = within(moves.map((each) => each.all));
  await page("outcome", {
    name: `${name}, ms (half / 95 % of ${moves.length}): ${told.join(", ")}`,
    milliseconds: PAUSE * moves.length,
    ...(most <= limit ? {} : { failure: `more than ${limit} ms` }),
  });
}

/** A page that shows the number of the line and nothing else: what the editor and the machine need for the least. */
const LEAST = `<div id="shown"><p class="statement"><span class="number"></span></p></div>
<script>
  const number = document.querySelector(".number");
  window.addEventListener("message", ({ data }) => { number.textContent = data; });
</script>`;

exports.run = () => {
  let editor: vscode.TextEditor;
  let ways: Record<string, readonly number[]>;
  return run([
    [
      "the board after each move",
      async () => {
        const document = await vscode.workspace.openTextDocument(file("league.mtgr"));
        editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
        editor.selection = new vscode.Selection(49_999, 0, 49_999, 0);
        await vscode.commands.executeCommand("mtgr.showBoard");
        await until(
          "the board",
          () => page("board", { selector: ".statement .number" }),
          ([number]) => number === "50000",
        );
        await sleep(20_000); // until all of it has been replayed
        // Tags and empty lines between games have no board.
        const lines = (way: (n: number) => number) =>
          Array.from({ length: MOVES }, (_, n) => way(n)).filter((line) =>
            /^[^\s[]\S* /.test(document.lineAt(line - 1).text),
          );
        ways = {
          "line by line": lines((n) => 50_001 + n),
          "all over the file": lines((n) => 1 + ((n * 61_803) % document.lineCount)),
        };
        for (const [name, moves] of Object.entries(ways)) {
          await tell(name, await measure(editor, moves), LIMIT);
        }
      },
    ],
    [
      "a page with the line's number in place of the board",
      async () => {
        await vscode.commands.executeCommand("workbench.action.closeEditorsInOtherGroups");
        const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
        const panel = vscode.window.createWebviewPanel("least", "Least", place, { enableScripts: true });
        panel.webview.html = LEAST;
        const listener = vscode.window.onDidChangeTextEditorSelection(({ selections }) => {
          void panel.webview.postMessage((selections[0]?.active.line ?? 0) + 1);
        });
        await until(
          "the page",
          () => page("board", { selector: "#shown" }),
          (shown) => shown.length === 1,
        );
        for (const [name, moves] of Object.entries(ways)) {
          await tell(`${name}, the number alone`, await measure(editor, moves), Infinity);
        }
        listener.dispose();
        panel.dispose();
      },
    ],
  ]);
};
