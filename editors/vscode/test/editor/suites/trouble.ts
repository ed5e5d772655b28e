// Pythons that are missing, too old, or fail: one message for each cause, and a way out.
import assert from "node:assert/strict";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { chooseInPythonExtension, file, findings, information, open, page, run, set, sleep, until } from "../host";

const GAME = "recorded-with-one-mistake.mtgr";
const NONE = "Checking games needs Python 3.10 or newer, and none was found.";

/** Waits for the newest notification, and a moment longer in case there is another. */
async function newest(expected: RegExp, count: number): Promise<void> {
  await until(
    "a notification",
    () => page("notifications", {}),
    (shown) => shown.length >= count,
  );
  await sleep(700);
  const shown = await page("notifications", {});
  assert.match(shown.at(-1) ?? "", expected);
  assert.equal(shown.length, count, shown.join("\n"));
}

exports.run = () =>
  run([
    [
      "no Python: one sentence, and the file can be read and edited",
      async () => {
        await open(GAME);
        await newest(new RegExp(`^${NONE}$`), 1);
        assert.deepEqual(findings(file(GAME)), []);
        assert.equal((await information()).Server, NONE);
        await page("picture", { name: "no-python" });
      },
    ],
    [
      "the same cause is not told again, unless somebody asks",
      async () => {
        await set("interpreter", "  ");
        await sleep(1_000);
        assert.equal((await page("notifications", {})).length, 1);
        await vscode.commands.executeCommand("mtgr.restart");
        await newest(new RegExp(`^${NONE}$`), 2);
      },
    ],
    [
      "an interpreter that is not there is named",
      async () => {
        await set("interpreter", "~/nowhere/python");
        await newest(/nowhere\/python, which mtgr.interpreter names, was not found\.$/, 3);
      },
    ],
    [
      "one that is too old",
      async () => {
        await set("interpreter", "~/old python");
        await newest(/old python, which mtgr.interpreter names, is Python 3.8.18; 3.10 or newer is needed\.$/, 4);
      },
    ],
    [
      "a server that does not start",
      async () => {
        await set("interpreter", join(homedir(), "broken python"));
        await newest(/^The server for .mtgr files did not start; the log says why\.$/, 5);
      },
    ],
    [
      "another interpreter is taken at once",
      async () => {
        await set("interpreter", "~/good python");
        await until(
          "the mistake",
          () => findings(file(GAME)),
          (found) => found.length === 1,
        );
      },
    ],
    [
      "the choice in the Python extension counts where there is no setting, and is followed",
      async () => {
        await chooseInPythonExtension(join(homedir(), "good python"));
        await set("interpreter", undefined);
        await until("its choice", information, (told) => told["Named by"] === "the Python extension");
        await chooseInPythonExtension(join(homedir(), "old python"));
        await newest(/^Checking games needs Python 3.10 or newer, and only Python 3.8.18 was found\.$/, 6);
        await chooseInPythonExtension(undefined);
        await newest(new RegExp(`^${NONE}$`), 7);
        await set("interpreter", "~/good python");
        await until(
          "the mistake",
          () => findings(file(GAME)),
          (found) => found.length === 1,
        );
      },
    ],
    [
      "a server that keeps ending is given up, with one message",
      async () => {
        const before = (await page("notifications", {})).length;
        for (let time = 0; time < 5; time += 1) {
          const pid = Number((await until("a process", information, (told) => told.Process !== undefined)).Process);
          process.kill(pid, "SIGKILL");
          await until("its end", information, (told) => Number(told.Process) !== pid);
        }
        await newest(
          /^The server for .mtgr files has ended 5 times within a few minutes; the log says more\.$/,
          before + 1,
        );
      },
    ],
    [
      "and comes back when somebody asks",
      async () => {
        await vscode.commands.executeCommand("mtgr.restart");
        await until(
          "the mistake",
          () => findings(file(GAME)),
          (found) => found.length === 1,
        );
      },
    ],
  ]);
