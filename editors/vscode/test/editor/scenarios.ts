// The surroundings in which the extension is tried.
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

export interface Surroundings {
  /** The repository. */
  readonly root: string;
  /** A folder for everything that the scenario needs; its path has spaces. */
  readonly home: string;
  /** The folder that is going to be open, with a recorded game in it; its path has spaces and other letters. */
  readonly folder: string;
  /** A Python that fits. */
  readonly python: string;
}

export interface Scenario {
  readonly name: string;
  /** The files in suites/ with its tests. Before each of them the window is opened anew. */
  readonly suites: readonly string[];
  /** Only when it is named. */
  readonly onDemand?: boolean;
  /** Nobody has said that the folder is to be trusted. */
  readonly untrusted?: boolean;
  /** Makes the surroundings, and returns the environment variables of the editor. */
  prepare(where: Surroundings): Promise<NodeJS.ProcessEnv>;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    // A person at work, in a hostile environment: old libraries everywhere that Python looks.
    name: "game",
    suites: ["game"],
    async prepare({ root, home, folder, python }) {
      await moreGames(root, folder);
      await mkdir(join(folder, "unter ordner"));
      const game = await readFile(join(folder, "recorded-with-one-mistake.mtgr"), "utf8");
      await writeFile(join(folder, "unter ordner", "kopie.mtgr"), game);
      const old = await oldLibraries(join(home, "old libraries"));
      const bin = await onlyPython(home, python);
      await environment(join(home, "Umgebung ♥"), python);
      return { PATH: bin, PYTHONPATH: old, PYTHONSTARTUP: "/nowhere", PYTHONHOME: "/nowhere", HOME: home };
    },
  },
  {
    name: "board",
    suites: ["board"],
    async prepare({ root, home, folder, python }) {
      await moreGames(root, folder);
      return { PATH: await onlyPython(home, python), HOME: home };
    },
  },
  {
    name: "trouble",
    suites: ["trouble"],
    async prepare({ home, python }) {
      await program(join(home, "old python"), 'echo "mtgr 3.8.18 True"; echo /old/python');
      await program(
        join(home, "broken python"),
        'case "$*" in *-c*) echo "mtgr 3.12.0 True"; echo "$0";; *) echo "out of order" >&2; exit 3;; esac',
      );
      await symlink(python, join(home, "good python"));
      await mkdir(join(home, "empty"));
      return { PATH: join(home, "empty"), HOME: home };
    },
  },
  {
    name: "untrusted",
    suites: ["untrusted"],
    untrusted: true,
    async prepare({ home, folder, python }) {
      await program(join(folder, "evil"), `: > "${join(folder, "evil was run")}"; exec "${python}" "$@"`);
      await mkdir(join(folder, ".vscode"));
      const settings = { "mtgr.interpreter": "${workspaceFolder}/evil", "mtgr.codeLens.uses": false };
      await writeFile(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
      return { PATH: await onlyPython(home, python), HOME: home };
    },
  },
  {
    // How fast the board is in a file of 100,000 lines.
    name: "speed",
    suites: ["speed"],
    onDemand: true,
    async prepare({ root, home, folder, python }) {
      const league = "import sys; from tests.bench.documents import league; sys.stdout.write(league(100_000))";
      const options = { cwd: root, env: { PYTHONPATH: join(root, "server") }, maxBuffer: 1e9 };
      const { stdout } = await promisify(execFile)(python, ["-c", league], options);
      await writeFile(join(folder, "league.mtgr"), stdout);
      return { PATH: await onlyPython(home, python), HOME: home };
    },
  },
  {
    name: "pictures",
    suites: ["pictures"],
    onDemand: true,
    async prepare({ root, home, folder, python }) {
      await moreGames(root, folder);
      for (const name of ["check-07/adventure-player", "check-09/discard-twice", "check-10/life-negative"]) {
        await cp(join(root, "conformance", "invalid", `${name}.mtgr`), join(folder, `${name.split("/")[1]}.mtgr`));
      }
      await mkdir(join(folder, ".vscode"));
      const settings = { "editor.minimap.enabled": false, "editor.stickyScroll.enabled": false };
      await writeFile(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
      return { PATH: await onlyPython(home, python), HOME: home };
    },
  },
];

/** Games in which nothing is wrong, with annotations and variations. */
async function moreGames(root: string, folder: string): Promise<void> {
  for (const name of ["annotations.mtgr", "variations.mtgr"]) {
    await cp(join(root, "conformance", "valid", name), join(folder, name));
  }
}

/** A folder for the PATH in which there is a Python and nothing else. */
async function onlyPython(home: string, python: string): Promise<string> {
  const bin = join(home, "bin");
  await mkdir(bin);
  await symlink(python, join(bin, "python3"));
  return bin;
}

async function program(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

/** Libraries that the server needs, in versions that it could not use: whoever imports them fails. */
async function oldLibraries(folder: string): Promise<string> {
  const names = [
    "attr",
    "attrs",
    "cattr",
    "cattrs",
    "typing_extensions",
    "lsprotocol",
    "pygls",
    "mtgr",
    "sitecustomize",
  ];
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    await writeFile(join(folder, `${name}.py`), `raise ImportError("this ${name} is too old")\n`);
  }
  return folder;
}

/** A virtual environment in which such libraries are installed. */
async function environment(folder: string, python: string): Promise<void> {
  await mkdir(join(folder, "bin"), { recursive: true });
  await writeFile(join(folder, "pyvenv.cfg"), `home = ${join(python, "..")}\ninclude-system-site-packages = false\n`);
  await symlink(python, join(folder, "bin", "python"));
  for (const minor of [10, 11, 12, 13, 14]) {
    await oldLibraries(join(folder, "lib", `python3.${minor}`, "site-packages"));
  }
}
