// The state of the game at a line, as a document beside the text. The server writes it and keeps it up to date.
import * as vscode from "vscode";

export async function showState(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "mtgr") {
    return;
  }
  const line = editor.selection.active.line + 1;
  const uri = editor.document.uri;
  const address = vscode.Uri.from({
    scheme: "mtgr-state",
    path: `/${uri.path.split("/").at(-1)}:${line}`,
    query: `uri=${encodeURIComponent(uri.toString())}&line=${line}`,
  });
  const shown = await vscode.workspace.openTextDocument(address);
  await vscode.window.showTextDocument(shown, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}
