// The board beside the editor: it follows the cursor, and moves it.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { agreement as agree, file, page, put as place, replace, run, sleep, until } from "../host";

const GAME = "recorded-with-one-mistake.mtgr";
/** An event, with many behind it. */
const START = 277;

let editor: vscode.TextEditor;

async function open(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(file(name), { viewColumn: vscode.ViewColumn.One, preview: false });
}

/** The cursor's line, counted from 1. */
const cursor = () => editor.selection.active.line + 1;
const put = (line: number) => place(editor, line);
const agreement = (line: number) => agree(editor, line);
const board = (selector: string) => page("board", { selector });
const press = (keys: string) => page("press", { keys });

exports.run = () =>
  run([
    [
      "it opens beside the editor, which keeps the keyboard",
      async () => {
        editor = await open(GAME);
        put(START);
        editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
        await vscode.commands.executeCommand("mtgr.showBoard");
        await agreement(START);
        assert.equal(vscode.window.activeTextEditor, editor);
        assert.equal((await board(".card")).length > 3, true);
        await until(
          "the chart",
          () => board(".chart .turn"),
          (turns) => turns.length > 5,
        );
        await page("picture", { name: "board beside a game" });
      },
    ],
    [
      "it follows the cursor, also when it moves fast",
      async () => {
        await agreement(START);
        for (let line = START; line < START + 60; line += 1) {
          put(line);
        }
        await agreement(START + 59);
        put(START);
        await agreement(START);
      },
    ],
    [
      "twenty events forward and back by keys",
      async () => {
        await page("click", { selector: ".heading h1", text: "Turn" });
        const passed = [START];
        for (let count = 0; count < 20; count += 1) {
          await press("ArrowRight");
          const before = passed.at(-1) ?? 0;
          passed.push(await until("the next event", cursor, (line) => line > before));
          await agreement(cursor());
        }
        for (const line of passed.slice(0, -1).reverse()) {
          await press("ArrowLeft");
          await agreement(line);
        }
      },
    ],
    [
      "twenty events forward and back as fast as the keys can be pressed",
      async () => {
        put(START);
        await agreement(START);
        for (let count = 0; count < 20; count += 1) {
          await press("ArrowRight");
        }
        for (let count = 0; count < 20; count += 1) {
          await press("ArrowLeft");
        }
        await until("the way back", cursor, (line) => line > START);
        await agreement(START);
      },
    ],
    [
      "buttons: turn, step, priority",
      async () => {
        const turn = async () => (await board(".heading h1"))[0];
        const before = await turn();
        await page("click", { selector: "[data-go=nextTurn]", text: "›" });
        await until("the next turn", turn, (now) => now !== before);
        assert.match(editor.document.lineAt(cursor() - 1).text, / turn \d+ /);
        await page("click", { selector: "[data-go=nextStep]", text: "›" });
        await until(
          "a step",
          () => editor.document.lineAt(cursor() - 1).text,
          (text) => / {2}(untap|upkeep|draw)$/.test(text),
        );
        await agreement(cursor());
      },
    ],
    [
      "a click on a card goes to its last event",
      async () => {
        put(404);
        await agreement(404);
        await page("click", { selector: ".card", text: "Monastery Swiftspear" });
        await until("another place", cursor, (line) => line < 404);
        assert.match(editor.document.lineAt(cursor() - 1).text, /#2 "Monastery Swiftspear"/);
        await agreement(cursor());
      },
    ],
    [
      "behind a mistake it is the last good state; once it is mended, that of the cursor",
      async () => {
        put(409);
        await agreement(409);
        const [notice = ""] = await board(".notice.failure p");
        assert.match(notice, /^The last good state, after line 405\. The replay first failed at line 406: /);
        await replace(editor, 406, "12 -> 10", "11 -> 10");
        await until(
          "no notice",
          () => board(".notice"),
          (all) => all.length === 0,
        );
        await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
        await vscode.commands.executeCommand("undo");
        await until(
          "the notice",
          () => board(".notice.failure"),
          (all) => all.length === 1,
        );
      },
    ],
    [
      "what was asked ahead is not shown after an edit",
      async () => {
        const life = async () => (await board(".total.life dd")).map((each) => Number.parseInt(each, 10));
        put(209);
        await agreement(209);
        await replace(editor, 210, "19 -> 18", "19 -> 7");
        put(210);
        await agreement(210);
        assert.deepEqual((await life()).sort(), [19, 7]);
        await vscode.commands.executeCommand("undo"); // which puts the cursor where it was
        put(210);
        await until("the old total", life, (now) => now.includes(18));
      },
    ],
    [
      "a hidden tab comes back where the cursor is",
      async () => {
        put(START);
        await agreement(START);
        const other = await vscode.workspace.openTextDocument({ content: "something else" });
        await vscode.window.showTextDocument(other, vscode.ViewColumn.Two);
        await until(
          "a hidden board",
          () => vscode.window.tabGroups.all.some((group) => group.activeTab?.label.startsWith("Board")),
          (visible) => !visible,
        );
        await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
        await agreement(START);
      },
    ],
    [
      "in a variation it shows the branch",
      async () => {
        editor = await open("variations.mtgr");
        put(72);
        await agreement(72);
        assert.match((await board(".notice.branch"))[0] ?? "", /line 68/);
        await page("picture", { name: "board in a variation" });
      },
    ],
    [
      "a text that the server does not know leaves it as it is",
      async () => {
        const text = editor.document.getText();
        const provider = { provideTextDocumentContent: () => text };
        const registered = vscode.workspace.registerTextDocumentContentProvider("older", provider);
        const older = await vscode.workspace.openTextDocument(vscode.Uri.parse("older:/variations.mtgr"));
        assert.equal(older.languageId, "mtgr");
        place(await vscode.window.showTextDocument(older, vscode.ViewColumn.One), 80);
        await sleep(500);
        assert.deepEqual(await board(".statement .number"), ["72"]);
        await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
        registered.dispose();
        await agreement(72);
      },
    ],
    [
      "nobody was bothered with messages",
      async () => {
        assert.deepEqual(await page("notifications", {}), []);
      },
    ],
  ]);
