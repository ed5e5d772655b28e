// The server's life: started, watched, brought back, and the one message about whatever keeps it from running.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { candidates } from "./candidates";
import { clientOf, type QuietClient } from "./client";
import type { FolderCheck } from "./folder";
import { find, type Interpreter, ISOLATED } from "./interpreter";

/** How the server is. `trouble` keeps it from running until the user does something. */
export type State =
  | { readonly kind: "stopped" | "starting" }
  | { readonly kind: "running"; readonly interpreter: Interpreter; readonly version: string; readonly pid: number }
  | { readonly kind: "trouble"; readonly message: string; readonly remedy: "interpreter" | "restart" };

/** A server that has ended so often within so many milliseconds is not brought back again. */
const MOST_ENDS = 4;
const WITHIN = 180_000;
const PATIENCE = 60_000;
const FAREWELL = 2_000;

export class Server implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<State>();
  /** Tells of every new state. */
  readonly onDidChange = this.changes.event;
  private current: State = { kind: "stopped" };
  private client: QuietClient | undefined;
  private process: ChildProcess | undefined;
  private work: Promise<void> = Promise.resolve();
  private waiting = false;
  private ends: number[] = [];
  private told: string | undefined;

  /** `script` is the file that Python is to run. */
  constructor(
    private readonly script: string,
    private readonly log: vscode.LogOutputChannel,
    private readonly folder: FolderCheck,
  ) {}

  get state(): State {
    return this.current;
  }

  /** What the server has said of itself; undefined when it does not run. */
  get said() {
    return this.client?.initializeResult;
  }

  /** Start, or start anew. Calls that come while one is waiting are one. When `asked` for, troubles are told again. */
  restart(asked = false): Promise<void> {
    if (asked) {
      this.told = undefined;
      this.ends = [];
    }
    if (!this.waiting) {
      this.waiting = true;
      this.work = this.work.then(async () => {
        this.waiting = false;
        await this.end();
        await this.begin();
      });
    }
    return this.work;
  }

  /** Waits for what is being done, and tells whether the server runs then. */
  async ready(): Promise<boolean> {
    await this.work;
    return this.current.kind === "running";
  }

  /** Ask the server something. Rejects when it does not run or refuses. */
  async request<Answer>(method: string, params: unknown): Promise<Answer> {
    if (!(await this.ready()) || this.client === undefined) {
      throw new Error("The server does not run.");
    }
    return this.client.sendRequest<Answer>(method, params);
  }

  async stop(): Promise<void> {
    await this.work;
    await this.end();
    this.become({ kind: "stopped" });
  }

  dispose(): void {
    this.changes.dispose();
  }

  private async begin(): Promise<void> {
    this.become({ kind: "starting" });
    try {
      const found = await find(await candidates(this.log));
      if ("path" in found) {
        this.log.info(`Starting the server with Python ${found.version}, ${found.path} (${found.from})`);
        await this.launch(found);
      } else {
        this.log.error([found.message, ...found.tried].join("\n"));
        this.fail(found.message, "interpreter");
      }
    } catch (error) {
      this.log.error(`The server did not start: ${error}`);
      await this.end();
      this.fail("The server for .mtgr files did not start; the log says why.", "restart");
    }
  }

  private async launch(interpreter: Interpreter): Promise<void> {
    const child = spawn(interpreter.path, [...ISOLATED, this.script], { cwd: homedir(), windowsHide: true });
    this.process = child;
    child.on("exit", (code, signal) =>
      this.log.info(`The server's process has ended: ${signal ?? `exit code ${code}`}`),
    );
    child.on("error", (error) => this.log.error(error));
    child.stdin.on("error", () => undefined); // it has ended, which is noticed elsewhere
    await once(child, "spawn");
    const client = clientOf(child, this.log, this.folder, () => this.lost(client));
    this.client = client;
    await inTime(client.start(), PATIENCE);
    const version = client.initializeResult?.serverInfo?.version ?? "";
    this.told = undefined;
    this.become({ kind: "running", interpreter, version, pid: child.pid ?? 0 });
  }

  private async end(): Promise<void> {
    const { client, process: child } = this;
    this.client = undefined;
    this.process = undefined;
    await client?.dispose(FAREWELL).catch((error) => this.log.info(`The server was not stopped in order: ${error}`));
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const kill = setTimeout(() => child.kill("SIGKILL"), FAREWELL);
      await once(child, "exit");
      clearTimeout(kill);
    }
  }

  /** The connection to a client's server is cut. One that was not started yet is dealt with where it is. */
  private lost(client: QuietClient): void {
    if (client !== this.client || this.current.kind !== "running") {
      return;
    }
    const now = Date.now();
    this.ends = [...this.ends.filter((time) => now - time < WITHIN), now];
    if (this.ends.length <= MOST_ENDS) {
      this.log.warn("The server has ended by itself and is started again.");
      void this.restart();
    } else {
      const often = `The server for .mtgr files has ended ${this.ends.length} times within a few minutes`;
      this.log.error(`${often} and is not started again.`);
      this.work = this.work.then(() => this.end());
      this.fail(`${often}; the log says more.`, "restart");
    }
  }

  private become(state: State): void {
    this.current = state;
    this.changes.fire(state);
  }

  /** Says what is wrong, and what the user can do, once for each cause. */
  private fail(message: string, remedy: "interpreter" | "restart"): void {
    this.become({ kind: "trouble", message, remedy });
    if (this.told !== message) {
      this.told = message;
      void tell(message, remedy);
    }
  }
}

async function tell(message: string, remedy: "interpreter" | "restart"): Promise<void> {
  const actions: Record<string, string> =
    remedy === "interpreter"
      ? { "Choose Python": "mtgr.chooseInterpreter", "Show Log": "mtgr.showLog" }
      : { "Restart Server": "mtgr.restart", "Show Log": "mtgr.showLog" };
  const chosen = await vscode.window.showErrorMessage(message, ...Object.keys(actions));
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(actions[chosen] ?? "");
  }
}

function inTime<Value>(promise: Promise<Value>, limit: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${limit / 1000} seconds`)), limit);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
