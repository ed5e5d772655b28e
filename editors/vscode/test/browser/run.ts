// Tries the board in Chromium with models that the server has made, and takes pictures of it.
//
// Usage: node run.js CHROMIUM PICTURES [WORD...], where only tests are run that have one of the WORDs in their names.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Board, FromView, Kept, Model } from "../../src/board/model";
import { pageOf } from "../../src/board/page";
import { styleOf } from "./themes";

const [browserPath = "", pictures = "", ...chosen] = process.argv.slice(2);
const EXTENSION = resolve(__dirname, "..", "..");
const ORIGIN = "http://board.test";

/** A page with the board, in the place of VS Code. */
class Tried {
  private constructor(
    readonly page: Page,
    /** What a browser complains of: errors in scripts, and what its content security policy has forbidden. */
    readonly complaints: string[],
    /** All that was asked of a network. */
    readonly requests: string[],
  ) {}

  static async open(browser: Browser, theme = "dark", size = { width: 900, height: 900 }, kept?: Kept): Promise<Tried> {
    const page = await browser.newPage({ viewport: size });
    const tried = new Tried(page, [], []);
    page.on("console", (message) => message.type() === "error" && tried.complaints.push(message.text()));
    page.on("pageerror", (error) => tried.complaints.push(String(error)));
    page.on("dialog", (dialog) => {
      tried.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.addInitScript((state) => {
      const sent: unknown[] = [];
      let now: unknown = state;
      const api = {
        postMessage: (message: unknown) => sent.push(message),
        getState: () => now,
        setState: (next: unknown) => {
          now = structuredClone(next);
        },
      };
      Object.assign(window, { sent, acquireVsCodeApi: () => api, keptState: () => now });
    }, kept);
    const html = pageOf("board.js", "board.css", ORIGIN, "once");
    const files: Record<string, () => string | Promise<string>> = {
      "/": () => html.replace("</head>", '<link rel="stylesheet" href="theme.css"></head>'),
      "/theme.css": () => styleOf(theme),
      "/board.js": () => readFile(join(EXTENSION, "dist", "board.js"), "utf8"),
      "/board.css": () => readFile(join(EXTENSION, "dist", "board.css"), "utf8"),
    };
    await page.route("**/*", async (route) => {
      const { pathname, href } = new URL(route.request().url());
      const file = files[pathname];
      tried.requests.push(href);
      if (file === undefined) {
        await route.abort();
        return;
      }
      const kind = pathname.endsWith(".css") ? "text/css" : pathname.endsWith(".js") ? "text/javascript" : "text/html";
      await route.fulfill({ body: await file(), contentType: `${kind}; charset=utf-8` });
    });
    await page.goto(`${ORIGIN}/`);
    return tried;
  }

  async show(model: Partial<Model>): Promise<void> {
    await this.page.evaluate((shown) => {
      const data = JSON.stringify({ kind: "show", uri: "file:///a", model: shown });
      window.dispatchEvent(new MessageEvent("message", { data }));
    }, model);
  }

  sent(): Promise<FromView[]> {
    return this.page.evaluate("window.sent.splice(0)");
  }

  kept(): Promise<Kept> {
    return this.page.evaluate("window.keptState()");
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(pictures, `board-${name}.png`), fullPage: true });
  }

  texts(selector: string): Promise<string[]> {
    return this.page.locator(selector).allTextContents();
  }

  /** All that is drawn, whatever the order of attributes. */
  drawn(): Promise<string> {
    return this.page.evaluate(() => {
      const told = (node: Node): unknown =>
        node instanceof Element
          ? [node.nodeName, [...node.attributes].map((each) => `${each.name}=${each.value}`).sort(), ...inside(node)]
          : node.nodeValue;
      const inside = (node: Node) => [...node.childNodes].map(told);
      return JSON.stringify(inside(document.querySelector("#shown") as Element), undefined, 1);
    });
  }

  async done(): Promise<void> {
    assert.deepEqual(this.complaints, []);
    await this.page.close();
  }
}

async function until<Value>(ask: () => Promise<Value>, good: (value: Value) => boolean): Promise<Value> {
  const end = Date.now() + 5_000;
  for (;;) {
    const value = await ask();
    if (good(value)) {
      return value;
    }
    assert.ok(Date.now() < end, `waited in vain; last: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function model(name: string): Promise<Model> {
  return JSON.parse(await readFile(join(EXTENSION, "test", "browser", "models", `${name}.json`), "utf8"));
}

type Test = (browser: Browser) => Promise<void>;

const TESTS: Record<string, Test> = {};

for (const theme of ["light", "dark", "contrast"]) {
  for (const name of ["rich", "variation", "broken"]) {
    TESTS[`a picture: ${name}, ${theme}`] = async (browser) => {
      const tried = await Tried.open(browser, theme);
      await tried.show(await model(name));
      await tried.picture(`${name}-${theme}`);
      await tried.done();
    };
  }
}

for (const name of ["crowded", "attachments", "clocks", "hostile", "tags", "guess"]) {
  TESTS[`a picture: ${name}`] = async (browser) => {
    const tried = await Tried.open(browser);
    await tried.show(await model(name));
    await tried.picture(name);
    await tried.done();
  };
}

TESTS["what the line changes is marked, and said"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("rich"));
  assert.deepEqual(await tried.texts(".card.changed .name"), ["Rabbit Warrior"]);
  const label = await tried.page.locator(".card.changed").getAttribute("aria-label");
  assert.equal(label, "Rabbit Warrior, token, 1/1, tapped, 1 +1/+1 counter, changed by this line: counters");
  assert.match(
    (await tried.texts("[role=status]"))[0] ?? "",
    /^Turn 12, postcombat-main\. #66 "Rabbit Warrior" counters/,
  );
  await tried.done();
};

TESTS["tapped cards are turned"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("rich"));
  const sizes = async (selector: string) => tried.page.locator(selector).first().boundingBox();
  const [tapped, untapped] = [await sizes(".card.tapped"), await sizes(".card:not(.tapped)")];
  assert.ok(tapped && tapped.width > tapped.height);
  assert.ok(untapped && untapped.width < untapped.height);
  await tried.done();
};

TESTS["the player from whose seat the game is recorded sits below"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("crowded"));
  const { board } = await model("crowded");
  assert.deepEqual(await tried.texts(".seat.below .player bdi"), [board?.own]);
  await tried.done();
};

TESTS["in a variation it says so, and a click goes to where it begins"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("variation"));
  assert.match((await tried.texts(".notice.branch"))[0] ?? "", /^Variation\. .* line 68\.$/);
  await tried.sent();
  await tried.page.locator(".notice.branch button").click();
  assert.deepEqual(await tried.sent(), [{ kind: "line", line: 67 }]);
  await tried.done();
};

TESTS["in a broken file it is the last good state, and it says where the replay first failed"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("broken"));
  const [notice = ""] = await tried.texts(".notice.failure p");
  assert.match(notice, /^The last good state, after line 405\. The replay first failed at line 406: life of "PlayerA"/);
  assert.deepEqual(await tried.texts(".seat.above .total.life dd"), ["11"]);
  await tried.sent();
  await tried.page.locator("[data-key=failure]").click();
  await tried.page.locator("[data-key=guess]").click();
  assert.deepEqual(await tried.sent(), [
    { kind: "line", line: 405 },
    { kind: "guess", guess: true },
  ]);
  await tried.show(await model("guess"));
  assert.deepEqual(await tried.texts(".seat.above .total.life dd"), ["10"]);
  assert.match((await tried.texts(".notice.failure p"))[0] ?? "", /^The replay’s guess/);
  await tried.done();
};

TESTS["words that a message quotes stand out"] = async (browser) => {
  const tried = await Tried.open(browser);
  const shown = await model("broken");
  const said = async (message: string) => {
    const board = shown.board && { ...shown.board, failure: { line: 1, here: false, message } };
    await tried.show({ ...shown, board });
    return [await tried.texts(".message"), await tried.texts(".message code")];
  };
  assert.deepEqual(await said("a `stack` line, `<b>`"), [["a stack line, <b>"], ["stack", "<b>"]]);
  assert.deepEqual(await said('the name "`"'), [['the name "`"'], []]);
  await tried.done();
};

TESTS["where there is no game it says what to do"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("tags"));
  assert.match((await tried.texts(".notice"))[0] ?? "", /put it on a line of a game/);
  await tried.show({ trouble: "No Python was found." });
  assert.deepEqual(await tried.texts(".notice"), ["No Python was found."]);
  await tried.done();
};

TESTS["a hostile file is text, and nothing is fetched"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("hostile"));
  const evil = '<img src=x onerror=alert(1)>**b** [a](http://x.y) "`\n</script>';
  assert.deepEqual(await tried.texts(".seat.above .player bdi"), [evil]);
  assert.deepEqual(await tried.texts(".seat.below .player bdi"), ["<script>__proto__"]);
  assert.deepEqual(await tried.texts(".card .name"), [evil]);
  assert.deepEqual(await tried.texts(".entry .text"), [evil]);
  assert.equal(await tried.page.locator("img, a, b, iframe, [onclick], [onerror], body script:not([src])").count(), 0);
  assert.deepEqual(
    tried.requests.filter((url) => !/\/(board\.js|board\.css|theme\.css)?$/.test(new URL(url).pathname)),
    [],
  );
  await tried.done();
};

TESTS["the policy forbids scripts and styles inside the page, and the network"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.evil = true";
    document.body.append(script);
    const image = document.createElement("img");
    image.src = "http://board.test/theme.css?image";
    document.body.append(image);
    await fetch("http://board.test/board.css").catch(() => undefined);
  });
  assert.equal(await tried.page.evaluate("window.evil"), undefined);
  assert.equal(tried.complaints.filter((each) => each.includes("Content Security Policy")).length >= 3, true);
  await tried.page.close();
};

TESTS["a click on an object asks for its last event"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("rich"));
  await tried.sent();
  await tried.page.locator(".card", { hasText: "Deep-Cavern Bat" }).click();
  await tried.page.locator(".zone.library .chip").click();
  await tried.page.locator(".stack .entry").first().click();
  const sent = await tried.sent();
  const { board } = await model("rich");
  const names = sent.map((each) => each.kind === "object" && board?.state.objects[each.ids[0] ?? ""]?.name);
  assert.deepEqual(names, ["Deep-Cavern Bat", "Multiversal Passage", null]);
  assert.deepEqual(sent[2], { kind: "object", ids: [board?.state.stack[0]] });
  await tried.done();
};

TESTS["buttons and keys go through the game"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("rich"));
  await tried.sent();
  for (const key of [
    "ArrowRight",
    "ArrowLeft",
    "Shift+ArrowRight",
    "p",
    "Shift+P",
    "s",
    "t",
    "Shift+T",
    "a",
    "Escape",
  ]) {
    await tried.page.keyboard.press(key);
  }
  await tried.page.keyboard.press("Control+ArrowRight"); // the editor's
  for (const event of [{ key: "T" }, { key: "t", shiftKey: true }]) {
    await tried.page.locator("body").dispatchEvent("keydown", event); // with Caps Lock
  }
  const gone = (await tried.sent()).map((each) => (each.kind === "go" ? each.to : each.kind));
  assert.deepEqual(gone, [
    "nextEvent",
    "previousEvent",
    "nextStep",
    "nextPriority",
    "previousPriority",
    "nextStep",
    "nextTurn",
    "previousTurn",
    "nextAnnotation",
    "editor",
    "nextTurn",
    "previousTurn",
  ]);
  for (const button of await tried.page.locator(".toolbar button").all()) {
    await button.click();
  }
  assert.equal((await tried.sent()).filter((each) => each.kind === "go").length, 10);
  await tried.done();
};

TESTS["everything is reached by the keyboard, and what has it keeps it"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("rich"));
  const focused = () =>
    tried.page.evaluate<string>("document.activeElement.dataset.key ?? document.activeElement.tagName");
  const seen = new Set<string>();
  for (let count = 0; count < 80; count += 1) {
    await tried.page.keyboard.press("Tab");
    seen.add(await focused());
  }
  const wanted = await tried.page.evaluate<string[]>(
    "[...document.querySelectorAll('[data-key]')].map((e) => e.dataset.key)",
  );
  assert.deepEqual(
    wanted.filter((key) => !seen.has(key)),
    [],
  );
  await tried.page.locator("[data-key=nextTurn]").focus();
  await tried.show(await model("variation"));
  assert.equal(await focused(), "nextTurn");
  await tried.done();
};

TESTS["what is drawn over another board is what is drawn on an empty page"] = async (browser) => {
  const names = ["tags", "rich", "hostile", "broken", "crowded", "variation", "attachments", "guess", "clocks"];
  const models = await Promise.all(names.map(model));
  for (const shown of [models[1], models[4]]) {
    const board = shown?.board as Board;
    for (const left of [1, 2, 3]) {
      const objects = Object.entries(board.state.objects).filter((_, index) => index % 4 !== left);
      models.push({
        ...(shown as Model),
        board: { ...board, state: { ...board.state, objects: Object.fromEntries(objects) } },
      });
    }
  }
  const anew: string[] = [];
  for (const shown of models) {
    const empty = await Tried.open(browser);
    await empty.show(shown);
    anew.push(await empty.drawn());
    await empty.done();
  }
  const over = await Tried.open(browser);
  for (const step of [1, 4, 7]) {
    for (const [index] of models.entries()) {
      const next = (index * step) % models.length;
      await over.show(models[next] as Model);
      assert.equal(await over.drawn(), anew[next]);
    }
  }
  await over.done();
};

TESTS["the chart leads to turns and annotated lines"] = async (browser) => {
  const tried = await Tried.open(browser);
  const shown = await model("hostile");
  await tried.show(shown);
  await tried.sent();
  await tried.page
    .locator(".plot .stretch")
    .first()
    .click({ position: { x: 5, y: 5 } });
  await tried.page.locator(".moment").first().click();
  await tried.page.locator(".plot").focus();
  await tried.page.keyboard.press("ArrowLeft");
  assert.deepEqual(await tried.sent(), [
    { kind: "line", line: shown.course?.stretches[0]?.line },
    { kind: "line", line: shown.course?.moments[0]?.line },
    { kind: "go", to: "previousTurn", repeat: false },
  ]);
  const said = await tried.page.locator(".plot").getAttribute("aria-valuetext");
  assert.match(said ?? "", /^Turn 1 of <script>__proto__, <script>__proto__ 20, /);
  await tried.done();
};

TESTS["where there are many permanents, those that are alike are one card"] = async (browser) => {
  const tried = await Tried.open(browser);
  await tried.show(await model("crowded"));
  await tried.sent();
  assert.deepEqual(await tried.texts(".card .times"), ["×5", "×2", "×3"]);
  await tried.page.locator(".card", { hasText: "×5" }).click();
  const [sent] = await tried.sent();
  const { board } = await model("crowded");
  assert.ok(sent?.kind === "object");
  assert.deepEqual(
    sent.ids.map((id) => board?.state.objects[id]?.name),
    Array(5).fill("Forest"),
  );
  await tried.done();
};

TESTS["a hidden tab comes back with what it showed, where it was"] = async (browser) => {
  const size = { width: 500, height: 400 };
  const tried = await Tried.open(browser, "dark", size);
  await tried.show(await model("crowded"));
  await tried.page.evaluate(() => window.scrollTo(0, 300));
  const kept = await until(
    () => tried.kept(),
    (state) => (state?.scroll ?? 0) > 0, // it is kept after it has been painted
  );
  assert.equal(kept.uri, "file:///a");
  await tried.done();
  const again = await Tried.open(browser, "dark", size, kept);
  assert.deepEqual(await again.texts(".heading h1"), ["Turn 22 of PlayerB"]);
  assert.equal(await again.page.evaluate("window.scrollY"), kept.scroll);
  assert.deepEqual(await again.sent(), [{ kind: "ready" }]);
  await again.done();
};

for (const width of [280, 500, 1400]) {
  TESTS[`nothing is cut off at a width of ${width}`] = async (browser) => {
    const tried = await Tried.open(browser, "dark", { width, height: 800 });
    for (const name of ["rich", "crowded", "hostile", "broken"]) {
      await tried.show(await model(name));
      assert.ok((await tried.page.evaluate<number>("document.documentElement.scrollWidth")) <= width, name);
    }
    await tried.show(await model("rich"));
    await tried.picture(`width-${width}`);
    await tried.done();
  };
}

async function main(): Promise<number> {
  await mkdir(pictures, { recursive: true });
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
  const browser = await chromium.launch({ executablePath: browserPath, args });
  const left = Object.entries(TESTS).filter(
    ([name]) => chosen.length === 0 || chosen.some((word) => name.includes(word)),
  );
  let failed = 0;
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, test] = next;
      try {
        await test(browser);
        console.log(`ok     board: ${name}`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED board: ${name}\n${error instanceof Error ? error.stack : error}`);
      }
    }
  };
  await Promise.all([lane(), lane()]);
  await browser.close();
  return failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
