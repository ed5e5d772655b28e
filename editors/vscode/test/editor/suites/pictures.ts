// Takes the pictures of the README and the walkthrough: `scripts/test.py pictures`, then copy out/pictures to media/.
import * as vscode from "vscode";
import { agreement, file, findings, open, page, run, set, sleep, until } from "../host";

const GAME = "recorded-with-one-mistake.mtgr";

/** Pictures of the board, with the theme of each. */
const THEMES = {
  board: undefined,
  "board-dark": "Default Dark Modern",
  "board-contrast": "Default High Contrast",
  "board-contrast-light": "Default High Contrast Light",
};

async function tidy(): Promise<void> {
  for (const command of [
    "workbench.action.closeAllEditors",
    "workbench.action.closePanel",
    "workbench.action.closeSidebar",
    "notifications.clearAll",
  ]) {
    await vscode.commands.executeCommand(command);
  }
}

/** Opens the game with a line, counted from 1, in the middle or at the top. */
async function show(line: number, place = vscode.TextEditorRevealType.InCenter): Promise<vscode.TextEditor> {
  const editor = await open(GAME);
  await until(
    "the mistake",
    () => findings(file(GAME)),
    (found) => found.length === 1,
  );
  const position = new vscode.Position(line - 1, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), place);
  return editor;
}

const picture = async (name: string, height = 720) => {
  await page("size", { width: 1280, height });
  await sleep(2_500);
  await page("picture", { name });
};

exports.run = () =>
  run([
    [
      "a game",
      async () => {
        await tidy();
        await show(374, vscode.TextEditorRevealType.AtTop);
        await picture("game");
      },
    ],
    [
      "a mistake",
      async () => {
        await set("checkFolder", false);
        await show(406);
        await vscode.commands.executeCommand("workbench.actions.view.problems");
        await vscode.window.showTextDocument(
          vscode.window.visibleTextEditors[0]?.document ?? (await show(406)).document,
        );
        await show(406);
        await picture("findings");
        await set("checkFolder", undefined);
      },
    ],
    [
      "a hover",
      async () => {
        await tidy();
        const editor = await show(406);
        const place = new vscode.Position(405, editor.document.lineAt(405).text.indexOf("#4"));
        editor.selection = new vscode.Selection(place, place);
        await vscode.commands.executeCommand("editor.action.showHover", { focus: "noAutoFocus" });
        await picture("hover");
      },
    ],
    [
      "a folder",
      async () => {
        await tidy();
        await vscode.commands.executeCommand("workbench.view.explorer");
        await show(406);
        await vscode.commands.executeCommand("mtgr.checkFolder");
        await picture("folder");
      },
    ],
    [
      "colours of a keyframe, a variation and annotations",
      async () => {
        await tidy();
        await open("variations.mtgr");
        await picture("variations");
        await open("annotations.mtgr");
        await picture("annotations");
      },
    ],
    [
      "the state",
      async () => {
        await tidy();
        await show(406);
        await vscode.commands.executeCommand("mtgr.showState");
        await picture("state");
      },
    ],
    [
      "annotations written by keys",
      async () => {
        await tidy();
        const editor = await show(412);
        const before = editor.document.getText();
        await vscode.commands.executeCommand("mtgr.annotateInteresting");
        await vscode.commands.executeCommand("mtgr.annotateComment");
        await vscode.commands.executeCommand("type", { text: "Before blocks, so that she has to decide first." });
        editor.selection = new vscode.Selection(411, 0, 411, 0);
        await vscode.commands.executeCommand("mtgr.annotateVariation");
        await vscode.commands.executeCommand("type", { text: '"PlayerB" pass' });
        await picture("annotating");
        while (editor.document.getText() !== before) {
          await vscode.commands.executeCommand("undo");
        }
      },
    ],
    [
      "the board",
      async () => {
        for (const [name, theme] of Object.entries(THEMES)) {
          await vscode.workspace.getConfiguration("workbench").update("colorTheme", theme);
          await tidy();
          const editor = await show(273);
          await vscode.commands.executeCommand("mtgr.showBoard");
          await agreement(editor, 273);
          await picture(name, 960);
        }
        await vscode.workspace.getConfiguration("workbench").update("colorTheme", undefined);
      },
    ],
    [
      "the walkthrough",
      async () => {
        await tidy();
        await vscode.commands.executeCommand("workbench.action.openWalkthrough", "mtgr.mtgr#start", false);
        await picture("walkthrough");
      },
    ],
    [
      "dark",
      async () => {
        await vscode.workspace
          .getConfiguration("workbench")
          .update("colorTheme", "Default Dark Modern", vscode.ConfigurationTarget.Workspace);
        await tidy();
        await show(283, vscode.TextEditorRevealType.AtTop);
        await picture("dark");
        await vscode.commands.executeCommand("workbench.action.openWalkthrough", "mtgr.mtgr#start", false);
        await picture("walkthrough-dark");
      },
    ],
  ]);
