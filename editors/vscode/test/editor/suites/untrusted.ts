// A folder that nobody trusts, whose settings name a program to be run.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { agreement, chooseInPythonExtension, file, findings, information, open, page, put, run, until } from "../host";

const GAME = "recorded-with-one-mistake.mtgr";

exports.run = () =>
  run([
    [
      "games are checked",
      async () => {
        assert.equal(vscode.workspace.isTrusted, false);
        await open(GAME);
        await until(
          "the mistake",
          () => findings(file(GAME)),
          (found) => found.length === 1,
        );
      },
    ],
    [
      "the program that the folder names is not run",
      async () => {
        await chooseInPythonExtension(file("evil").fsPath);
        await vscode.commands.executeCommand("mtgr.restart");
        const { Interpreter, "Named by": from, "Folder trusted": trusted } = await information();
        assert.equal(trusted, "no");
        assert.equal(from, "PATH");
        assert.doesNotMatch(Interpreter ?? "", /evil/);
        assert.equal(existsSync(file("evil was run").fsPath), false);
      },
    ],
    [
      "settings that are no paths count",
      async () => {
        assert.equal(vscode.workspace.getConfiguration("mtgr").get("codeLens.uses"), false);
        assert.equal(vscode.workspace.getConfiguration("mtgr").get("interpreter"), "");
      },
    ],
    [
      "the board follows the cursor",
      async () => {
        const editor = await open(GAME);
        put(editor, 277);
        await vscode.commands.executeCommand("mtgr.showBoard");
        await agreement(editor, 277);
        put(editor, 404);
        await agreement(editor, 404);
        assert.deepEqual(await page("board", { selector: ".seat.below .player bdi" }), ["PlayerB"]);
      },
    ],
    [
      "nobody was bothered with messages",
      async () => {
        assert.deepEqual(await page("notifications", {}), []);
      },
    ],
  ]);
