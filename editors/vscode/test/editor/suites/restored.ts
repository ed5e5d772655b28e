// The board in a window that has been reloaded, in which it was open before.
import * as vscode from "vscode";
import { page, run, until } from "../host";

exports.run = () =>
  run([
    [
      "it comes back with what it was about",
      async () => {
        const shown = () => page("board", { selector: ".statement .number" });
        await until("the board", shown, ([number]) => number === "72");
        await until(
          "its title",
          () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label)),
          (labels) => labels.includes("Board: variations.mtgr"),
        );
      },
    ],
  ]);
