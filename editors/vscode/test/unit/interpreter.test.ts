// Which Python is taken, tried with programs that only answer.
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { type Candidate, expand, find, type Interpreter, type Missing, onPath } from "../../src/interpreter";

let folder = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "mtgr Würfel "));
});

after(() => rm(folder, { recursive: true, force: true }));

/** A program that prints some lines, whatever it is asked. */
async function program(name: string, ...lines: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${lines.map((line) => `echo '${line}'\n`).join("")}`);
  await chmod(path, 0o755);
  return path;
}

const python = (name: string, version: string, whole = "True") =>
  program(name, `mtgr ${version} ${whole}`, join(folder, name));

const listed = (...programs: string[]): Candidate[] => programs.map((each) => ({ program: each, from: "PATH" }));

function missing(found: Interpreter | Missing): Missing {
  assert.ok("message" in found, `${JSON.stringify(found)} was found`);
  return found;
}

test("the first that fits is taken, by the path that it gives itself", async () => {
  const launcher = await program("launcher", "mtgr 3.12.1 True", "/where/it/lives/python");
  const found = await find(listed(await python("old", "3.9.18"), launcher, await python("newer", "3.13.0")));
  assert.deepEqual(found, { path: "/where/it/lives/python", version: "3.12.1", from: "PATH" });
});

test("3.10 and newer will do; another major version will not", async () => {
  for (const version of ["3.10.0", "3.100.0"]) {
    assert.ok("path" in (await find(listed(await python("fits", version)))), version);
  }
  for (const version of ["3.9.99", "2.7.18", "4.0.0"]) {
    assert.ok("message" in (await find(listed(await python("other", version)))), version);
  }
});

test("when there is none, this is said", async () => {
  const found = missing(await find([]));
  assert.equal(found.message, "Checking games needs Python 3.10 or newer, and none was found.");
});

test("when there are only old ones, the first is named, and each is in the log", async () => {
  const found = missing(await find(listed(await python("a", "3.8.1"), await python("b", "3.9.2"))));
  assert.equal(found.message, "Checking games needs Python 3.10 or newer, and only Python 3.8.1 was found.");
  assert.deepEqual(found.tried, [
    `${join(folder, "a")} (PATH): Python 3.8.1 is too old`,
    `${join(folder, "b")} (PATH): Python 3.9.2 is too old`,
  ]);
});

test("a chosen one is the only one", async () => {
  const chosen = (path: string): Candidate[] => [
    { program: path, from: "the setting", chosen: true },
    { program: process.execPath, from: "PATH" },
  ];
  const message = async (path: string) => missing(await find(chosen(path))).message;
  const old = await python("chosen", "3.8.1");
  assert.equal(await message(old), `${old}, which mtgr.interpreter names, is Python 3.8.1; 3.10 or newer is needed.`);
  const gone = join(folder, "nowhere");
  assert.equal(await message(gone), `${gone}, which mtgr.interpreter names, was not found.`);
  const tool = await program("tool", "usage: tool");
  assert.equal(await message(tool), `${tool}, which mtgr.interpreter names, is no Python that can be used.`);
});

test("a Python without its library does not do", async () => {
  const found = missing(await find(listed(await python("minimal", "3.11.2", "False"))));
  assert.match(found.tried[0] ?? "", /parts of its library are missing$/);
});

test("a virtual environment may be named by its folder", async () => {
  await mkdir(join(folder, "venv", "bin"), { recursive: true });
  const inside = await python(join("venv", "bin", "python"), "3.11.2");
  const found = await find([{ program: join(folder, "venv"), from: "the setting", chosen: true }]);
  assert.deepEqual(found, { path: inside, version: "3.11.2", from: "the setting" });
});

test("the Python of this machine fits", async () => {
  const found = await find(await onPath(process.env.PATH ?? "", process.platform === "win32"));
  assert.ok("path" in found, JSON.stringify(found));
});

test("the PATH is searched by name, and its relative entries are left out", async () => {
  const path = ["/first", ".", "bin", "/second"].join(delimiter);
  const there = new Set(["/first/python3.11", "/second/python3", "python3", "bin/python3"]);
  const found = await onPath(path, false, async (each) => there.has(each));
  assert.deepEqual(
    found.map((each) => each.program),
    ["/second/python3", "/first/python3.11"],
  );
});

test("on Windows the launcher comes first", async () => {
  const found = await onPath("/first", true, async (each) => /py(thon)?\.exe$/.test(each));
  assert.deepEqual(found, [
    { program: "/first/py.exe", args: ["-3"], from: "PATH" },
    { program: "/first/python.exe", from: "PATH" },
  ]);
});

test("a setting may begin at home or at the folder", () => {
  assert.equal(expand(" ~/venv/bin/python ", undefined), join(homedir(), "venv/bin/python"));
  assert.equal(expand("${workspaceFolder}/.venv", "/games $&"), "/games $&/.venv");
  assert.equal(expand("~user/python", undefined), "~user/python");
  assert.equal(expand("", "/games"), "");
});
