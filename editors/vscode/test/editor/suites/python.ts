// Stands in for the Python extension: the part of its interface that is used, with a choice that the tests make.
import * as vscode from "vscode";

const changes = new vscode.EventEmitter<void>();
let chosen: string | undefined;

/** Makes the choice, as the user would in the Python extension. */
export function choose(path: string | undefined): void {
  chosen = path;
  changes.fire();
}

export function activate() {
  return {
    choose,
    environments: {
      getActiveEnvironmentPath: () => ({ path: chosen }),
      resolveEnvironment: async ({ path }: { path: string | undefined }) =>
        path === undefined ? undefined : { executable: { uri: vscode.Uri.file(path) } },
      onDidChangeActiveEnvironmentPath: changes.event,
    },
  };
}
