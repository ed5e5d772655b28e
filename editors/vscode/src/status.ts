// The status item: shown beside the language of a .mtgr file.
import * as vscode from "vscode";
import type { Server, State } from "./server";

export function showStatus(server: Server): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("mtgr.server", { language: "mtgr" });
  item.name = "Server for .mtgr files";
  const show = (state: State) => Object.assign(item, described(state));
  show(server.state);
  return vscode.Disposable.from(item, server.onDidChange(show));
}

type Described = Pick<vscode.LanguageStatusItem, "text" | "detail" | "severity" | "busy" | "command">;

function described(state: State): Described {
  const information = { command: "mtgr.showServerInformation", title: "Information" };
  switch (state.kind) {
    case "running": {
      const detail = `Python ${state.interpreter.version}`;
      return { ...calm, text: `mtgr ${state.version}`, detail, command: information };
    }
    case "starting":
      return { ...calm, text: "mtgr", detail: "starting", busy: true, command: information };
    case "stopped":
      return { ...calm, text: "mtgr", detail: "stopped", command: { command: "mtgr.restart", title: "Start" } };
    case "trouble": {
      const command =
        state.remedy === "interpreter"
          ? { command: "mtgr.chooseInterpreter", title: "Choose Python" }
          : { command: "mtgr.restart", title: "Restart" };
      return { ...calm, text: "mtgr", detail: state.message, severity: vscode.LanguageStatusSeverity.Error, command };
    }
  }
}

const calm = { severity: vscode.LanguageStatusSeverity.Information, busy: false };
