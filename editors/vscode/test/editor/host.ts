// Helps the tests that run inside the editor's extension host.
import { request } from "node:http";
import * as vscode from "vscode";
import { CONTROL, type Questions } from "./control";

type Test = readonly [name: string, body: () => Promise<void>];

/** Runs tests one after the other and reports each; the editor is told when all are done. */
export async function run(tests: readonly Test[]): Promise<void> {
  for (const [name, body] of tests) {
    const start = Date.now();
    let failure: string | undefined;
    try {
      await inTime(body(), 150_000);
    } catch (error) {
      failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (failure !== undefined) {
      await page("picture", { name: `failed ${name.replaceAll(/\W+/g, " ")}` });
      await vscode.commands.executeCommand("workbench.action.files.revert"); // so that one failure does not lead to others
    }
    await page("outcome", { name, milliseconds: Date.now() - start, ...(failure === undefined ? {} : { failure }) });
  }
}

/** Asks something of the page. */
export function page<Name extends keyof Questions>(
  name: Name,
  parameters: Questions[Name]["parameters"],
): Promise<Questions[Name]["answer"]> {
  return new Promise((resolve, reject) => {
    const sent = request(process.env[CONTROL] ?? "", { method: "POST" }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (part) => {
        body += part;
      });
      answer.on("end", () => (answer.statusCode === 200 ? resolve(JSON.parse(body)) : reject(new Error(body))));
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ name, parameters }));
  });
}

/** Waits until a question has an answer that will do, and returns it. */
export async function until<Value>(
  what: string,
  ask: () => Value | Promise<Value>,
  good: (value: Awaited<Value>) => boolean = (value) => Boolean(value),
): Promise<Awaited<Value>> {
  let last: Awaited<Value>;
  const start = Date.now();
  do {
    last = await ask();
    if (good(last)) {
      return last;
    }
    await sleep(50);
  } while (Date.now() - start < 40_000);
  throw new Error(`Waited in vain for ${what}; last: ${JSON.stringify(last)?.slice(0, 2000)}`);
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A file of the folder that is open. */
export function file(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    throw new Error("no folder is open");
  }
  return vscode.Uri.joinPath(folder.uri, name);
}

export async function open(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file(name)), { preview: false });
}

/** What is found in a file: `line: message`, lines counted from 1. */
export function findings(uri: vscode.Uri): string[] {
  return vscode.languages.getDiagnostics(uri).map((each) => `${each.range.start.line + 1}: ${each.message}`);
}

/** Changes one setting in the folder's own settings, without reloading anything. */
export async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration("mtgr").update(name, value, vscode.ConfigurationTarget.Workspace);
}

/** Replaces the first mention of a text in a line, counted from 1. */
export async function replace(editor: vscode.TextEditor, line: number, old: string, now: string): Promise<void> {
  const start = editor.document.lineAt(line - 1).text.indexOf(old);
  if (start < 0) {
    throw new Error(`line ${line} has no ${old}`);
  }
  const range = new vscode.Range(line - 1, start, line - 1, start + old.length);
  if (!(await editor.edit((edit) => edit.replace(range, now)))) {
    throw new Error("the edit was refused");
  }
}

/** Puts the cursor at the start of a line, counted from 1. */
export function put(editor: vscode.TextEditor, line: number): void {
  editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
}

/** Waits until the cursor is at a line, counted from 1, and the board shows that line. */
export async function agreement(editor: vscode.TextEditor, line: number): Promise<void> {
  await until(
    `cursor and board at line ${line}`,
    async () => [editor.selection.active.line + 1, ...(await page("board", { selector: ".statement .number" }))],
    ([cursor, shown]) => cursor === line && Number(shown) === line,
  );
}

/** Chooses an interpreter in what stands in for the Python extension. */
export async function chooseInPythonExtension(path: string | undefined): Promise<void> {
  const python = vscode.extensions.getExtension<{ choose(path: string | undefined): void }>("ms-python.python");
  if (python === undefined) {
    throw new Error("what stands in for the Python extension is not installed");
  }
  (await python.activate()).choose(path);
}

/** What the command for the server's information shows, by name. */
export async function information(): Promise<Record<string, string>> {
  await vscode.commands.executeCommand("mtgr.showServerInformation");
  const uri = vscode.Uri.parse("mtgr-information:/mtgr server");
  const text = (await vscode.workspace.openTextDocument(uri)).getText();
  return Object.fromEntries(
    text.split("\n").map((line) => [line.split(":")[0] ?? "", line.slice(line.indexOf(":") + 1).trim()]),
  );
}

function inTime<Value>(promise: Promise<Value>, limit: number): Promise<Value> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`not done after ${limit / 1000} seconds`)), limit).unref(),
  );
  return Promise.race([promise, late]);
}
