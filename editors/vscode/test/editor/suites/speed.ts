// From the move of the cursor to the picture of the board, in a file of 100,000 lines: `scripts/test.py speed`.
import * as vscode from "vscode";
import { file, page, run, sleep, until } from "../host";

const MOVES = 100;
/** Milliseconds. */
const LIMIT = 50;
const PAUSE = 400;

const now = () => performance.timeOrigin + performance.now();

/** Milliseconds from each move to the picture after it; the moves are a pause apart. */
async function measure(editor: vscode.TextEditor, lines: readonly number[]): Promise<number[]> {
  const asked: [line: number, time: number][] = [];
  await page("times", {});
  for (const line of lines) {
    asked.push([line, now()]);
    editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
    await sleep(PAUSE);
  }
  await sleep(1_000);
  const painted = await page("times", {});
  return asked
    .map(([line, start]) => (painted.find(([shown, time]) => shown === line && time >= start)?.[1] ?? Infinity) - start)
    .sort((one, other) => one - other);
}

const at = (times: readonly number[], share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;

exports.run = () =>
  run([
    [
      "the board after each move",
      async () => {
        const document = await vscode.workspace.openTextDocument(file("league.mtgr"));
        const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
        editor.selection = new vscode.Selection(49_999, 0, 49_999, 0);
        await vscode.commands.executeCommand("mtgr.showBoard");
        await until(
          "the board",
          () => page("board", { selector: ".statement .number" }),
          ([number]) => number === "50000",
        );
        await sleep(20_000); // until all of it has been replayed
        const ways = {
          "line by line": (n: number) => 50_001 + n,
          "all over the file": (n: number) => 1 + ((n * 61_803) % document.lineCount),
        };
        for (const [name, way] of Object.entries(ways)) {
          // Tags and empty lines between games have no board.
          const moves = Array.from({ length: MOVES }, (_, n) => way(n)).filter((line) =>
            /^\S+ /.test(document.lineAt(line - 1).text),
          );
          const times = await measure(
            editor,
            moves.filter((line) => !document.lineAt(line - 1).text.startsWith("[")),
          );
          const [half, most, all] = [0.5, 0.95, 1].map((share) => at(times, share).toFixed(0));
          const told = `${name}: half within ${half} ms, 95 % within ${most} ms, all within ${all} ms`;
          await page("outcome", {
            name: told,
            milliseconds: PAUSE * MOVES,
            ...(at(times, 0.95) <= LIMIT ? {} : { failure: `more than ${LIMIT} ms` }),
          });
        }
      },
    ],
  ]);
