// The language client: what it is told, and how it is kept from speaking to the user on its own.
import type { ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import {
  type ClientCapabilities,
  CloseAction,
  ErrorAction,
  type FeatureState,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type StaticFeature,
} from "vscode-languageclient/node";
import type { FolderCheck } from "./folder";

/** The documents that the server is told of. */
export const DOCUMENTS: vscode.DocumentSelector & LanguageClientOptions["documentSelector"] = [
  { scheme: "file", language: "mtgr" },
  { scheme: "untitled", language: "mtgr" },
];

/** Everything that goes wrong with a client is in the log; `Server` says what the user needs to know of it, once. */
export class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override warn(message: string, data?: unknown): void {
    super.warn(message, data, false);
  }

  override info(message: string, data?: unknown): void {
    super.info(message, data, false);
  }
}

/** A client for a process that has been started. `lost` is called when the connection is cut without our doing. */
export function clientOf(
  process: ChildProcess,
  log: vscode.LogOutputChannel,
  folder: FolderCheck,
  lost: () => void,
): QuietClient {
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    outputChannel: log,
    traceOutputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: () => JSON.parse(JSON.stringify(vscode.workspace.getConfiguration("mtgr"))),
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        setTimeout(lost); // when the client has tidied up
        return { action: CloseAction.DoNotRestart, handled: true, message: "The server has ended." };
      },
    },
    middleware: {
      provideWorkspaceDiagnostics: (known, token, report, next) => folder.pull(known, token, report, next),
    },
  };
  const client = new QuietClient("mtgr", "mtgr", async () => process, options);
  client.registerFeature(new Commands(["mtgr.showPlaces"]));
  return client;
}

/** Tells the server which commands of the client it may put into its answers, the way rust-analyzer has begun it. */
class Commands implements StaticFeature {
  constructor(private readonly commands: string[]) {}

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const experimental = capabilities.experimental as Record<string, unknown> | undefined;
    capabilities.experimental = { ...experimental, commands: { commands: this.commands } };
  }

  initialize(): void {}

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {}
}
