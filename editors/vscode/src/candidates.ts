// The Pythons that the editor knows of, in the order in which they count.
import * as vscode from "vscode";
import { type Candidate, expand, onPath } from "./interpreter";

const PYTHON_EXTENSION = "ms-python.python";

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(
      environment: unknown,
    ): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath(listener: () => void): vscode.Disposable;
  };
}

/** All candidates. A chosen one stands alone. */
export async function candidates(log: vscode.LogOutputChannel): Promise<Candidate[]> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const setting = expand(vscode.workspace.getConfiguration("mtgr").get("interpreter", ""), folder?.fsPath);
  if (setting !== "") {
    return [{ program: setting, from: "the setting mtgr.interpreter", chosen: true }];
  }
  const windows = process.platform === "win32";
  const path = Object.entries(process.env).find(([name]) => (windows ? name.toUpperCase() : name) === "PATH")?.[1];
  return [...(await fromPythonExtension(folder, log)), ...(await onPath(path ?? "", windows))];
}

async function fromPythonExtension(folder: vscode.Uri | undefined, log: vscode.LogOutputChannel): Promise<Candidate[]> {
  try {
    const environments = (await pythonExtension())?.environments;
    const active = environments?.getActiveEnvironmentPath(folder);
    const program = (active && (await environments?.resolveEnvironment(active)))?.executable.uri?.fsPath;
    return program === undefined ? [] : [{ program, from: "the Python extension" }];
  } catch (error) {
    log.warn(`The Python extension could not be asked: ${error}`);
    return [];
  }
}

async function pythonExtension(): Promise<PythonExtension | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>(PYTHON_EXTENSION);
  return vscode.workspace.isTrusted ? extension?.activate() : undefined;
}

/** Calls `changed` whenever another Python may count: a setting, the Python extension's choice, or trust. */
export function watchCandidates(changed: () => void): vscode.Disposable {
  const watched: vscode.Disposable[] = [];
  const watchExtension = () =>
    pythonExtension().then(
      (python) => python && watched.push(python.environments.onDidChangeActiveEnvironmentPath(changed)),
      () => undefined, // said when it was asked
    );
  watched.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("mtgr.interpreter")) {
        changed();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      void watchExtension();
      changed();
    }),
  );
  void watchExtension();
  return { dispose: () => vscode.Disposable.from(...watched).dispose() };
}
