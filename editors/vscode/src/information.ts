// What the user, or somebody who helps the user, wants to know of the server: a text document.
import * as vscode from "vscode";
import type { Server, State } from "./server";

const ADDRESS = vscode.Uri.parse("mtgr-information:/mtgr server");

export class Information implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registered: vscode.Disposable;

  constructor(
    private readonly server: Server,
    private readonly version: string,
  ) {
    this.registered = vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(ADDRESS.scheme, this),
      server.onDidChange(() => this.changed.fire(ADDRESS)),
    );
  }

  async show(): Promise<void> {
    this.changed.fire(ADDRESS);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(ADDRESS), { preview: true });
  }

  async provideTextDocumentContent(): Promise<string> {
    const open = vscode.workspace.textDocuments.filter((document) => document.languageId === "mtgr").length;
    const rows: [string, string | number][] = [
      ["Extension", this.version],
      ["Editor", `${vscode.env.appName} ${vscode.version}`],
      ["System", `${process.platform} ${process.arch}`],
      ["Folder trusted", vscode.workspace.isTrusted ? "yes" : "no"],
      ...told(this.server.state),
      ["Position encoding", this.server.said?.capabilities.positionEncoding ?? "utf-16"],
      ["Open games", open],
    ];
    const width = Math.max(...rows.map(([name]) => name.length)) + 2;
    return rows.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}\n`).join("");
  }

  dispose(): void {
    this.registered.dispose();
  }
}

function told(state: State): [string, string | number][] {
  switch (state.kind) {
    case "running":
      return [
        ["Server", `${state.version}, running`],
        ["Process", state.pid],
        ["Python", state.interpreter.version],
        ["Interpreter", state.interpreter.path],
        ["Named by", state.interpreter.from],
      ];
    case "trouble":
      return [["Server", state.message]];
    default:
      return [["Server", state.kind]];
  }
}
