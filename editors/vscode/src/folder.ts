// All games of the folder: when they are checked, and the command that says what was found.
import * as vscode from "vscode";
import type {
  CancellationToken,
  ProvideWorkspaceDiagnosticSignature,
  WorkspaceDiagnosticReport,
} from "vscode-languageclient";
import type { Server } from "./server";

type Pull = Parameters<ProvideWorkspaceDiagnosticSignature>;

/** Holds back the client's questions about the folder while the user does not want them. */
export class FolderCheck {
  private readonly wanted = new vscode.EventEmitter<void>();
  private asked = false;
  private asking = false;

  private get on(): boolean {
    return this.asked || vscode.workspace.getConfiguration("mtgr").get("checkFolder", true);
  }

  /**
   * Asks for all that there is to be said of the folder. From then on to the end of the session, it is as if the setting
   * were on. The server holds one question at a time, so those of the client wait until it is answered.
   */
  async everything(server: Server): Promise<WorkspaceDiagnosticReport> {
    this.asking = true;
    try {
      return await server.request("workspace/diagnostic", { previousResultIds: [] });
    } finally {
      this.asked = true;
      this.asking = false;
      this.wanted.fire();
    }
  }

  /** To be called when the setting has changed: tells whether what is shown of the folder has to go. */
  changed(): boolean {
    if (this.on) {
      this.wanted.fire();
    }
    return !this.on;
  }

  async pull(
    known: Pull[0],
    token: CancellationToken,
    report: Pull[2],
    next: ProvideWorkspaceDiagnosticSignature,
  ): Promise<Awaited<ReturnType<ProvideWorkspaceDiagnosticSignature>>> {
    while ((!this.on || this.asking) && !token.isCancellationRequested) {
      await new Promise<void>((resolve) => {
        const listening = [this.wanted.event(() => done()), token.onCancellationRequested(() => done())];
        const done = () => {
          vscode.Disposable.from(...listening).dispose();
          resolve();
        };
      });
    }
    return token.isCancellationRequested ? { items: [] } : next(known, token, report);
  }
}

/** The command: checks all games of the folder, lists what is found, and says how much that is. */
export async function checkFolder(server: Server, check: FolderCheck): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.length) {
    void vscode.window.showInformationMessage("Open a folder first: all games in it will be checked.");
    return;
  }
  const progress = { location: vscode.ProgressLocation.Window, title: "Checking all games" };
  const report = await vscode.window.withProgress(progress, async () =>
    (await server.ready()) ? check.everything(server) : undefined,
  );
  if (report === undefined) {
    return; // why the server does not run has been said
  }
  const found = new Map<string, number[]>();
  for (const item of report.items) {
    found.set(
      vscode.Uri.parse(item.uri).toString(),
      item.kind === "full" ? item.items.map((each) => each.severity ?? 1) : [],
    );
  }
  for (const document of vscode.workspace.textDocuments.filter((each) => each.languageId === "mtgr")) {
    const own = vscode.languages.getDiagnostics(document.uri);
    found.set(
      document.uri.toString(),
      own.map((each) => each.severity + 1),
    );
  }
  const severities = [...found.values()].flat();
  if (severities.length > 0) {
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }
  void vscode.window.showInformationMessage(summary(found.size, severities));
}

/** What was found, in a sentence. Severities are those of the protocol: 1 an error, 2 a warning. */
export function summary(files: number, severities: readonly number[]): string {
  const errors = severities.filter((each) => each === 1).length;
  const warnings = severities.filter((each) => each === 2).length;
  if (files === 0) {
    return "There is no .mtgr file in this folder.";
  }
  const checked = `${count(files, "file")} checked`;
  return severities.length === 0
    ? `${checked}: nothing was found.`
    : `${checked}: ${count(errors, "error")} and ${count(warnings, "warning")}.`;
}

function count(number: number, what: string): string {
  return `${number === 0 ? "no" : number} ${what}${number === 1 ? "" : "s"}`;
}
