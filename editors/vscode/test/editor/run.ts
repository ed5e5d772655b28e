// Tries the packaged extension in the real VS Code, whose window is a page in Chromium.
//
// Usage: node run.js VSIX VSCODE CHROMIUM PYTHON PICTURES [SCENARIO...]
// VSCODE is the folder of VS Code's server, PYTHON the interpreter that is to be found, PICTURES a folder for pictures.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createServer as listen } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { CONTROL, type Outcome, type Questions } from "./control";
import { SCENARIOS, type Scenario } from "./scenarios";

const [vsix = "", vscode = "", browserPath = "", python = "", pictures = "", ...chosen] = process.argv.slice(2);
const EXTENSION = resolve(__dirname, "..", "..");
const ROOT = resolve(EXTENSION, "..", "..");
/** An extension with the name of the Python extension. */
const STAND_IN = join(EXTENSION, "out", "editor", "python.vsix");
const LIMIT = 600_000;

/** Runs a program to its end, and fails with what it said if it fails. */
async function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (part) => (said += part));
  child.stderr.on("data", (part) => (said += part));
  const [code] = await once(child, "exit");
  if (code !== 0) {
    throw new Error(`${program} ${args.join(" ")} failed:\n${said}`);
  }
}

async function freePort(): Promise<number> {
  const door = listen().listen(0, "127.0.0.1");
  await once(door, "listening");
  const { port } = door.address() as AddressInfo;
  door.close();
  return port;
}

/** One VS Code, with a home of its own. */
class Editor {
  readonly port: number;
  private constructor(
    port: number,
    private readonly process: ChildProcess,
    private readonly said: () => string,
  ) {
    this.port = port;
  }

  static async start(home: string, env: NodeJS.ProcessEnv, trusting: boolean): Promise<Editor> {
    const port = await freePort();
    const folders = ["--user-data-dir", join(home, "user"), "--server-data-dir", join(home, "server")];
    const shared = [join(vscode, "out", "server-main.js"), ...folders, "--extensions-dir", join(home, "extensions")];
    const common = [...shared, "--accept-server-license-terms", "--telemetry-level", "off"];
    await mkdir(join(home, "server", "data", "Machine"), { recursive: true });
    await writeFile(join(home, "server", "data", "Machine", "settings.json"), JSON.stringify(MACHINE_SETTINGS));
    const installed = [vsix, STAND_IN].flatMap((path) => ["--install-extension", path]);
    await run(process.execPath, [...common, ...installed, "--force"], env);
    const args = [...common, "--host", "127.0.0.1", "--port", String(port), "--without-connection-token"];
    const trust = trusting ? ["--disable-workspace-trust"] : [];
    const child = spawn(
      process.execPath,
      [...args, "--enable-smoke-test-driver", "--force-disable-user-env", ...trust],
      {
        env,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      },
    );
    let said = "";
    child.stderr.on("data", (part) => (said += part));
    const ready = new Promise<void>((done) =>
      child.stdout.on("data", (part) => {
        said += part;
        if (said.includes("Extension host agent listening")) {
          done();
        }
      }),
    );
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`VS Code has ended:\n${said}`)));
    ended.catch(() => undefined);
    await Promise.race([ready, ended]);
    return new Editor(port, child, () => said);
  }

  /** Ends it and all that it has started. */
  async end(): Promise<void> {
    if (this.process.pid !== undefined && this.process.exitCode === null) {
      const exit = once(this.process, "exit");
      process.kill(-this.process.pid, "SIGKILL");
      await exit;
    }
  }

  get log(): string {
    return this.said();
  }
}

const MACHINE_SETTINGS = {
  "files.autoSave": "off",
  "security.workspace.trust.startupPrompt": "never",
  "workbench.startupEditor": "none",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "window.commandCenter": false,
  "chat.commandCenter.enabled": false,
};

/** Remembers every notification that is shown, in the page itself. */
const WATCH_NOTIFICATIONS = () => {
  const shown: string[] = [];
  let before: string[] = [];
  Object.assign(window, { shownNotifications: shown });
  const look = () => {
    const found = [...document.querySelectorAll(".notification-toast .notification-list-item-message")];
    const texts = found.map((each) => each.textContent ?? "").filter((text) => text !== "");
    const left = [...before];
    for (const text of texts) {
      const place = left.indexOf(text);
      if (place < 0) {
        shown.push(text);
      } else {
        left.splice(place, 1);
      }
    }
    before = texts;
  };
  const start = () =>
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  start();
};

/** Answers the questions of tests about the page. */
async function answer<Name extends keyof Questions>(
  page: Page,
  name: Name,
  parameters: Questions[keyof Questions]["parameters"],
  tell: (outcome: Outcome) => void,
): Promise<unknown> {
  const given = { name, ...parameters } as Record<string, unknown>;
  switch (name) {
    case "notifications":
      return page.evaluate("window.shownNotifications");
    case "picture":
      await page.screenshot({ path: join(pictures, `${given.name}.png`) });
      return null;
    case "size":
      await page.setViewportSize(parameters as Questions["size"]["parameters"]);
      return null;
    case "texts":
      return page.locator(String(given.selector)).allTextContents();
    case "point":
      await page
        .locator(String(given.selector), { hasText: String(given.text) })
        .first()
        .hover();
      return null;
    case "press":
      await page.keyboard.press(String(given.keys));
      return null;
    case "board":
      return (await boardIn(page))?.locator(String(given.selector)).allTextContents() ?? [];
    case "click":
      await (await boardIn(page))
        ?.locator(String(given.selector), { hasText: String(given.text) })
        .first()
        .click();
      return null;
    case "times":
      return (await boardIn(page))?.evaluate(TIMES_OF_PICTURES) ?? [];
    case "outcome":
      tell(parameters as Outcome);
      return null;
    default:
      throw new Error(`nobody knows ${name}`);
  }
}

/** Notes in the page of the board when each picture of it was told of, drawn and painted. */
const TIMES_OF_PICTURES = () => {
  type Times = { line: number; told: number; drawn: number; painted: number };
  const kept = window as unknown as { times?: Times[] };
  if (kept.times === undefined) {
    const pictures: Times[] = [];
    kept.times = pictures;
    const now = () => performance.timeOrigin + performance.now();
    let last: Times | undefined;
    const note = () => {
      const line = Number(document.querySelector(".statement .number")?.textContent);
      const picture = { line, told: Number.NaN, drawn: now(), painted: Number.NaN };
      last = picture;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => pictures.push({ ...picture, painted: now() });
      requestAnimationFrame(() => port2.postMessage(null)); // which arrives when the frame is done
    };
    const all = { childList: true, subtree: true, characterData: true };
    new MutationObserver(note).observe(document.querySelector("#shown") as Element, all);
    window.addEventListener("message", ({ timeStamp }) => {
      if (last !== undefined) {
        last.told = performance.timeOrigin + timeStamp; // the board has heard of it before, and has drawn it
        last = undefined;
      }
    });
  }
  return kept.times.splice(0);
};

/** The frame with the board, which VS Code has put into frames of its own. */
async function boardIn(page: Page): Promise<Frame | undefined> {
  for (const frame of page.frames()) {
    if (
      (await frame
        .locator("#shown")
        .count()
        .catch(() => 0)) > 0
    ) {
      return frame;
    }
  }
  return undefined;
}

/** One scenario, from an empty home to its last test. Returns how its tests went. */
async function play(browser: Browser, scenario: Scenario): Promise<Outcome[]> {
  const home = await mkdtemp(join(tmpdir(), "mtgr editor test "));
  const folder = join(home, "Spiele & más ♥");
  const outcomes: Outcome[] = [];
  let page: Page | undefined;
  const control = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part) => (body += part));
    request.on("end", async () => {
      try {
        const { name, parameters } = JSON.parse(body);
        const found = await answer(page as Page, name, parameters, (outcome) => {
          outcomes.push(outcome);
          report(scenario.name, outcome);
        });
        response.end(JSON.stringify(found ?? null));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  }).listen(0, "127.0.0.1");
  await once(control, "listening");
  const address = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
  let editor: Editor | undefined;
  try {
    await cp(join(ROOT, "conformance", "try"), folder, { recursive: true });
    const env = await scenario.prepare({ root: ROOT, home, folder, python });
    editor = await Editor.start(home, { ...env, [CONTROL]: address, EXTENSIONS_GALLERY: "{}" }, !scenario.untrusted);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    await page.addInitScript(WATCH_NOTIFICATIONS);
    let end: (code: number | string) => void = () => undefined;
    await page.exposeFunction("codeAutomationExit", (code: number) => end(code));
    await page.exposeFunction("codeAutomationLog", () => undefined);
    // The extension under test is the installed one; the one named here is empty, and carries the tests.
    const carrier = join(home, "carrier");
    const remote = `vscode-remote://127.0.0.1:${editor.port}`;
    const payload = JSON.stringify([
      ["extensionDevelopmentPath", remote + encodeURI(carrier)],
      ["extensionTestsPath", `${remote}${encodeURI(carrier)}/test.js`],
    ]);
    const query = `folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`;
    for (const suite of scenario.suites) {
      await emptyExtension(carrier, suite);
      const ended = new Promise<number | string>((resolve) => {
        end = resolve;
        setTimeout(() => resolve("late"), LIMIT).unref();
      });
      await page.goto(`http://127.0.0.1:${editor.port}/?${query}`);
      const code = await ended;
      if (code !== 0) {
        await page.screenshot({ path: join(pictures, `failed-${scenario.name}.png`) });
        throw new Error(`the window ended with ${code}\n${editor.log.slice(-3000)}`);
      }
    }
    await context.close();
  } catch (error) {
    const outcome = { name: "runs to its end", failure: String(error), milliseconds: 0 };
    outcomes.push(outcome);
    report(scenario.name, outcome);
  } finally {
    await editor?.end();
    control.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
  return outcomes;
}

async function emptyExtension(folder: string, suite: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = { name: "carrier", publisher: "tests", version: "0.0.0", engines: { vscode: "*" } };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await cp(join(EXTENSION, "out", "editor", "suites", `${suite}.js`), join(folder, "test.js"));
}

function report(scenario: string, { name, failure, milliseconds }: Outcome): void {
  console.log(`${failure === undefined ? "ok    " : "FAILED"} ${scenario}: ${name} (${milliseconds} ms)`);
  if (failure !== undefined) {
    console.log(failure.replace(/^/gm, "       "));
  }
}

async function main(): Promise<number> {
  await mkdir(pictures, { recursive: true });
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
  const quiet = ["--disable-background-networking", "--disable-component-update"];
  const browser = await chromium.launch({ executablePath: browserPath, args: [...args, ...quiet] });
  const left = SCENARIOS.filter(({ name, onDemand }) => (chosen.length === 0 ? !onDemand : chosen.includes(name)));
  const outcomes: Outcome[] = [];
  // Two at a time: most of their time they wait.
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      outcomes.push(...(await play(browser, next)));
    }
  };
  await Promise.all([lane(), lane()]);
  await browser.close();
  const failed = outcomes.filter((each) => each.failure !== undefined).length;
  console.log(`${outcomes.length - failed} passed, ${failed} failed`);
  return failed === 0 && outcomes.length > 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
