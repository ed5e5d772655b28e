// What the editor runs when a .mtgr file is opened.
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { annotatingCommands } from "./annotate";
import { BoardView } from "./board/board";
import { watchCandidates } from "./candidates";
import { checkFolder, FolderCheck } from "./folder";
import { Information } from "./information";
import { showPlaces } from "./places";
import { Server } from "./server";
import { showState } from "./states";
import { showStatus } from "./status";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("mtgr", { log: true });
  const folder = new FolderCheck();
  const started = new Server(context.asAbsolutePath("bundled/start.py"), log, folder);
  server = started;
  const information = new Information(started, context.extension.packageJSON.version);
  const board = new BoardView(context.extensionUri, started);
  const commands: Record<string, (...args: never[]) => unknown> = {
    restart: () => started.restart(true),
    showLog: () => log.show(),
    showServerInformation: () => information.show(),
    chooseInterpreter: () => vscode.commands.executeCommand("workbench.action.openSettings", "mtgr.interpreter"),
    checkFolder: () => checkFolder(started, folder),
    showBoard: () => board.show(),
    showState,
    showPlaces,
    ...annotatingCommands(started),
    openExample: () => openExample(context.asAbsolutePath("bundled/example.mtgr")),
  };
  context.subscriptions.push(
    log,
    started,
    information,
    board,
    showStatus(started),
    watchCandidates(() => started.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("mtgr.checkFolder") && folder.changed()) {
        void started.restart(); // which clears what was found in files that are not open
      }
    }),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`mtgr.${name}`, run)),
  );
  void started.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

async function openExample(path: string): Promise<void> {
  const content = await readFile(path, "utf8");
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "mtgr", content }));
}
