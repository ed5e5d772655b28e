// A person with a recorded game: everything that the server answers, through the editor's own commands.
import assert from "node:assert/strict";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { file, findings, information, open, page, replace, run, set, until } from "../host";

const GAME = "recorded-with-one-mistake.mtgr";
const COPY = "unter ordner/kopie.mtgr";
/** Where the mistake is: a life total of 12 that should be 11. */
const LINE = 406;
const MISTAKE = `${LINE}: life of "PlayerA" is 12 here; the replay has 11`;

const uri = () => file(GAME);
const lineOf = (editor: vscode.TextEditor, number: number) => editor.document.lineAt(number - 1).text;

/** A place in the game: the beginning of a text in a line, counted from 1. */
function at(editor: vscode.TextEditor, line: number, text: string): vscode.Position {
  const column = lineOf(editor, line).indexOf(text);
  assert.ok(column >= 0, `line ${line} has no ${text}`);
  return new vscode.Position(line - 1, column);
}

/** Asks the editor what it would show. */
async function ask<Answer>(command: string, ...parameters: unknown[]): Promise<Answer> {
  return (await vscode.commands.executeCommand(`vscode.execute${command}`, uri(), ...parameters)) as Answer;
}

const lines = (places: (vscode.Location | vscode.LocationLink)[]) =>
  places.map((place) => ("range" in place ? place.range : place.targetRange).start.line + 1);

async function expectMistake(): Promise<void> {
  await until(
    "the mistake",
    () => findings(uri()),
    (all) => all.length === 1 && all[0]?.startsWith(MISTAKE) === true,
  );
}

async function expectNothing(): Promise<void> {
  await until(
    "no findings",
    () => findings(uri()),
    (all) => all.length === 0,
  );
}

async function processNumber(): Promise<number> {
  return Number((await until("a process", information, (told) => told.Process !== undefined)).Process);
}

/** Each token with its line, counted from 1, and its type. */
function coloured(
  document: vscode.TextDocument,
  legend: vscode.SemanticTokensLegend,
  { data }: vscode.SemanticTokens,
): [number, string, string][] {
  const found: [number, string, string][] = [];
  let [line, column] = [0, 0];
  for (let index = 0; index < data.length; index += 5) {
    const [down = 0, right = 0, length = 0, type = 0] = data.subarray(index);
    [line, column] = down > 0 ? [line + down, right] : [line, column + right];
    const text = document.lineAt(line).text.slice(column, column + length);
    found.push([line + 1, text, legend.tokenTypes[type] ?? ""]);
  }
  return found;
}

const lenses = async () => (await ask<vscode.CodeLens[]>("CodeLensProvider", 200)).map((lens) => lens.command?.title);

exports.run = () =>
  run([
    [
      "a file is opened, and its mistake is found",
      async () => {
        const start = Date.now();
        const editor = await open(GAME);
        assert.equal(editor.document.languageId, "mtgr");
        await expectMistake();
        console.log(`from opening to the finding: ${Date.now() - start} ms`);
        assert.equal(vscode.extensions.getExtension("mtgr.mtgr")?.isActive, true);
        assert.ok(vscode.extensions.getExtension("mtgr.mtgr")?.extensionPath.includes("extensions"));
      },
    ],
    [
      "the server runs with the Python that was found, whatever is installed for it",
      async () => {
        const told = await information();
        assert.equal(told["Named by"], "PATH");
        assert.match(told.Server ?? "", /^\d+\.\d+\.\d+, running$/);
      },
    ],
    [
      "an edit changes what is found",
      async () => {
        const editor = await open(GAME);
        await replace(editor, LINE, "12 -> 10", "11 -> 10");
        await expectNothing();
        await replace(editor, LINE, "11 -> 10", "12 -> 10");
        await expectMistake();
        await vscode.commands.executeCommand("undo");
        await expectNothing();
        await vscode.commands.executeCommand("undo");
        await expectMistake();
      },
    ],
    [
      "hover",
      async () => {
        const editor = await open(GAME);
        const found = await ask<vscode.Hover[]>("HoverProvider", at(editor, LINE, "#4"));
        const text = found
          .flatMap((hover) => hover.contents.map((each) => (each as vscode.MarkdownString).value))
          .join();
        assert.match(text, /Callous Sell-Sword/);
      },
    ],
    [
      "definition, references, highlights",
      async () => {
        const editor = await open(GAME);
        const place = at(editor, LINE, "#4");
        const definition = await ask<vscode.LocationLink[]>("DefinitionProvider", place);
        assert.deepEqual(
          lines(definition).map((line) => lineOf(editor, line).includes("new card #4")),
          [true],
        );
        const references = await ask<vscode.Location[]>("ReferenceProvider", place);
        assert.ok(references.length > 5);
        assert.ok(lines(references).every((line) => lineOf(editor, line).includes("#4")));
        const highlights = await ask<vscode.DocumentHighlight[]>("DocumentHighlights", place);
        assert.ok(highlights.length > 0);
      },
    ],
    [
      "folding, symbols, selection",
      async () => {
        const editor = await open(GAME);
        const folds = await ask<vscode.FoldingRange[]>("FoldingRangeProvider");
        const turn = at(editor, 283, "turn 4").line;
        assert.ok(
          folds.some((fold) => fold.start === turn && fold.end === 341),
          JSON.stringify(folds.slice(0, 5)),
        );
        const [game] = await ask<vscode.DocumentSymbol[]>("DocumentSymbolProvider");
        assert.ok(game?.children.some((child) => child.name.includes("4") && child.range.start.line === turn));
        const [selection] = await ask<vscode.SelectionRange[]>("SelectionRangeProvider", [at(editor, LINE, "#4")]);
        assert.ok(selection?.parent?.parent);
        const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
          "vscode.executeWorkspaceSymbolProvider",
          "Cacophony",
        );
        assert.ok(found.length > 0);
      },
    ],
    [
      "call hierarchy: what a line has caused, and what caused it",
      async () => {
        const editor = await open(GAME);
        const [item] = (await vscode.commands.executeCommand(
          "vscode.prepareCallHierarchy",
          uri(),
          at(editor, LINE, "life"),
        )) as vscode.CallHierarchyItem[];
        assert.ok(item);
        const incoming = (await vscode.commands.executeCommand(
          "vscode.provideIncomingCalls",
          item,
        )) as vscode.CallHierarchyIncomingCall[];
        assert.ok(incoming.length > 0);
      },
    ],
    [
      "colours that no grammar knows",
      async () => {
        const editor = await open(GAME);
        const [legend, tokens] = (await Promise.all(
          ["provideDocumentSemanticTokensLegend", "provideDocumentSemanticTokens"].map((name) =>
            vscode.commands.executeCommand(`vscode.${name}`, uri()),
          ),
        )) as [vscode.SemanticTokensLegend, vscode.SemanticTokens];
        const found = coloured(editor.document, legend, tokens).filter(([line]) => line === LINE);
        assert.deepEqual(found, [
          [LINE, '"PlayerA"', "class"],
          [LINE, "#4", "variable"],
        ]);
      },
    ],
    [
      "hints follow their settings without a reload",
      async () => {
        await open("annotations.mtgr");
        const hints = async () => {
          const all = new vscode.Range(0, 0, 10_000, 0);
          const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
            "vscode.executeInlayHintProvider",
            file("annotations.mtgr"),
            all,
          );
          return found.map((hint) => String(hint.label));
        };
        const glyphs = (found: string[]) => found.some((label) => label.includes("!?"));
        await until("glyphs", hints, glyphs);
        await set("inlayHints.glyphs", false);
        await until("no glyphs", hints, (found) => !glyphs(found));
        await set("inlayHints.glyphs", undefined);
        await until("glyphs again", hints, glyphs);
      },
    ],
    [
      "lenses follow theirs, and show the places that they speak of",
      async () => {
        const editor = await open(GAME);
        const uses = (found: (string | undefined)[]) => found.some((title) => /\buses?\b/.test(title ?? ""));
        await until("lenses of uses", lenses, uses);
        await set("codeLens.uses", false);
        await until("none of uses", lenses, (found) => found.length > 0 && !uses(found));
        await set("codeLens.uses", undefined);
        await until("them again", lenses, uses);
        const all = await ask<vscode.CodeLens[]>("CodeLensProvider", 200);
        const lens = all.find((each) => each.command?.command === "mtgr.showPlaces");
        assert.ok(lens?.command);
        editor.revealRange(lens.range);
        await vscode.commands.executeCommand(lens.command.command, ...(lens.command.arguments ?? []));
        await until(
          "a peek",
          () => page("texts", { selector: ".peekview-title" }),
          (found) => found.length === 1,
        );
        await vscode.commands.executeCommand("closeReferenceSearch");
      },
    ],
    [
      "the state at the cursor as text, kept up to date",
      async () => {
        const editor = await open(GAME);
        const place = at(editor, LINE, "life");
        editor.selection = new vscode.Selection(place, place);
        await vscode.commands.executeCommand("mtgr.showState");
        const text = () =>
          vscode.workspace.textDocuments.find((each) => each.uri.scheme === "mtgr-state")?.getText() ?? "";
        await until("the state", text, (found) => /PlayerA.*10/.test(found));
        const again = await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
        await replace(again, LINE, "-> 10", "-> 9");
        await until("the new state", text, (found) => /PlayerA.*\b9\b/.test(found));
        await vscode.commands.executeCommand("undo");
        await vscode.commands.executeCommand("workbench.action.closeEditorsInOtherGroups");
      },
    ],
    [
      "glyphs and a comment are written with keys, and undone",
      async () => {
        const editor = await open(GAME);
        const place = at(editor, LINE, "life");
        editor.selection = new vscode.Selection(place, place);
        const before = lineOf(editor, LINE);
        await vscode.commands.executeCommand("mtgr.annotateInteresting");
        assert.equal(lineOf(editor, LINE), `${before} $5`);
        await vscode.commands.executeCommand("mtgr.annotateVeryGood");
        assert.equal(lineOf(editor, LINE), `${before} $3`);
        await vscode.commands.executeCommand("mtgr.annotateComment");
        await vscode.commands.executeCommand("type", { text: "Schön! 🎉" });
        assert.equal(lineOf(editor, LINE), `${before} $3 {Schön! 🎉}`);
        await vscode.commands.executeCommand("mtgr.annotateNothing");
        assert.equal(lineOf(editor, LINE), `${before} {Schön! 🎉}`);
        while (lineOf(editor, LINE) !== before) {
          await vscode.commands.executeCommand("undo");
        }
        await expectMistake();
      },
    ],
    [
      "keys go through the game",
      async () => {
        const editor = await open(GAME);
        const start = at(editor, LINE, "life");
        editor.selection = new vscode.Selection(start, start);
        const reached = () => lineOf(editor, editor.selection.active.line + 1);
        await page("press", { keys: "Alt+PageDown" });
        await until("the next turn", reached, (line) => line.includes('turn 6 "PlayerA"'));
        await page("press", { keys: "Alt+m" });
        await page("press", { keys: "Shift+t" });
        await until("the turn before", reached, (line) => line.includes('turn 5 "PlayerB"'));
        await vscode.commands.executeCommand("mtgr.nextStep");
        assert.match(reached(), / untap$/);
        await vscode.commands.executeCommand("mtgr.nextAnnotation");
        assert.match(reached(), / untap$/);
      },
    ],
    [
      "a variation is begun behind the line, and behind its stack",
      async () => {
        const editor = await open(GAME);
        const before = editor.document.getText();
        const place = at(editor, 400, "priority");
        editor.selection = new vscode.Selection(place, place);
        await vscode.commands.executeCommand("mtgr.annotateVariation");
        assert.deepEqual(
          [403, 404, 405].map((line) => lineOf(editor, line)),
          ["-     (", "-       ", "-     )"],
        );
        assert.equal(editor.selection.active.line, 403);
        await vscode.commands.executeCommand("undo");
        assert.equal(editor.document.getText(), before);
      },
    ],
    [
      "a player is renamed",
      async () => {
        const editor = await open(GAME);
        const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
          "vscode.executeDocumentRenameProvider",
          uri(),
          at(editor, LINE, "PlayerA"),
          "Änne 🎲",
        );
        await vscode.workspace.applyEdit(edit);
        assert.ok(lineOf(editor, LINE).includes('"Änne 🎲" life'));
        assert.equal(editor.document.getText().includes("PlayerA"), false);
        await vscode.commands.executeCommand("undo");
        await expectMistake();
      },
    ],
    [
      "a game is formatted, and a new line begins like the one above",
      async () => {
        const editor = await open(GAME);
        const before = editor.document.getText();
        await replace(editor, LINE, "life 12 ->", "life  12  ->");
        await vscode.commands.executeCommand("editor.action.formatDocument");
        await until("the line as it was", () => editor.document.getText() === before);
        const end = editor.document.lineAt(LINE - 1).range.end;
        editor.selection = new vscode.Selection(end, end);
        await vscode.commands.executeCommand("type", { text: "\n" });
        await until("its time and indentation", () => lineOf(editor, LINE + 1) === "3:43.952     ");
        while (editor.document.getText() !== before) {
          await vscode.commands.executeCommand("undo");
        }
      },
    ],
    [
      "completion and the shape of the statement that is being written",
      async () => {
        const editor = await open(GAME);
        const before = editor.document.getText();
        const end = editor.document.lineAt(LINE - 1).range.end;
        await editor.edit((edit) => edit.insert(end, '\n3:43.952     "PlayerA" life '));
        const place = editor.document.lineAt(LINE).range.end;
        const list = await ask<vscode.CompletionList>("CompletionItemProvider", place, " ");
        const texts = list.items.map((item) => (typeof item.label === "string" ? item.label : item.label.label));
        assert.ok(texts.includes("10"), texts.slice(0, 10).join("; "));
        const help = await ask<vscode.SignatureHelp>("SignatureHelpProvider", place, " ");
        assert.match(help.signatures[0]?.label ?? "", /life/);
        await vscode.commands.executeCommand("undo");
        assert.equal(editor.document.getText(), before);
        await expectMistake();
      },
    ],
    [
      "a quick fix mends the mistake, and is undone",
      async () => {
        const editor = await open(GAME);
        const range = new vscode.Range(at(editor, LINE, "12"), at(editor, LINE, "12"));
        const actions = await ask<vscode.CodeAction[]>("CodeActionProvider", range, "quickfix", 10);
        const fix = actions.find((action) => action.edit !== undefined);
        assert.ok(fix?.edit, JSON.stringify(actions.map((action) => action.title)));
        await vscode.workspace.applyEdit(fix.edit);
        await expectNothing();
        await vscode.window.showTextDocument(editor.document);
        await vscode.commands.executeCommand("undo");
        await expectMistake();
      },
    ],
    [
      "all games of the folder are checked, and the setting turns that off and on",
      async () => {
        const copy = () => findings(file(COPY)).length;
        await until("what is found in a file that is not open", copy, (count) => count === 1);
        await set("checkFolder", false);
        await until("nothing of it", copy, (count) => count === 0);
        await expectMistake();
        await set("checkFolder", undefined);
        await until("it again", copy, (count) => count === 1);
      },
    ],
    [
      "the command says what was found",
      async () => {
        await set("checkFolder", false);
        await until(
          "nothing",
          () => findings(file(COPY)).length,
          (count) => count === 0,
        );
        const before = (await page("notifications", {})).length;
        await vscode.commands.executeCommand("mtgr.checkFolder");
        const shown = await until(
          "it",
          () => page("notifications", {}),
          (all) => all.length > before,
        );
        assert.deepEqual(shown.slice(before), ["4 files checked: 2 errors and no warnings."]);
        await until(
          "it in the list",
          () => findings(file(COPY)).length,
          (count) => count === 1,
        );
        await set("checkFolder", undefined);
      },
    ],
    [
      "another interpreter, by a path with spaces and other letters, with old libraries installed",
      async () => {
        const before = await processNumber();
        await set("interpreter", "~/Umgebung ♥");
        await until("another process", processNumber, (pid) => pid !== before);
        const told = await information();
        assert.equal(told.Interpreter, `${homedir()}/Umgebung ♥/bin/python`);
        await expectMistake();
        await set("interpreter", undefined);
        await until("the first", information, (found) => found["Named by"] === "PATH");
      },
    ],
    [
      "restart",
      async () => {
        const before = await processNumber();
        await vscode.commands.executeCommand("mtgr.restart");
        assert.notEqual(await processNumber(), before);
        await expectMistake();
      },
    ],
    [
      "a server that dies comes back, and knows the text as it is then",
      async () => {
        const editor = await open(GAME);
        const before = await processNumber();
        await vscode.window.showTextDocument(editor.document);
        process.kill(before, "SIGKILL");
        const again = await open(GAME);
        await replace(again, LINE, "12 -> 10", "11 -> 10");
        await expectNothing();
        assert.notEqual(await processNumber(), before);
        await open(GAME);
        await vscode.commands.executeCommand("undo");
        await expectMistake();
      },
    ],
    [
      "files are kept as the format wants them",
      async () => {
        const settings = (section: string) =>
          vscode.workspace.getConfiguration(section, { languageId: "mtgr", uri: uri() });
        assert.equal(settings("files").get("eol"), "\n");
        assert.equal(settings("files").get("insertFinalNewline"), true);
        assert.equal(settings("editor").get("formatOnType"), true);
      },
    ],
    [
      "the example is opened",
      async () => {
        await vscode.commands.executeCommand("mtgr.openExample");
        const example = vscode.window.activeTextEditor?.document;
        assert.equal(example?.languageId, "mtgr");
        assert.ok(example?.isUntitled);
        await until(
          "its mistake",
          () => findings(example?.uri ?? uri()),
          (found) => found.length === 1,
        );
      },
    ],
    [
      "nobody was bothered with messages",
      async () => {
        assert.deepEqual(await page("notifications", {}), ["4 files checked: 2 errors and no warnings."]);
      },
    ],
  ]);
