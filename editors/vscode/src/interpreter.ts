// Which Python runs the server. Nothing here knows the editor, so that it can be tested without one.
import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

/** The oldest Python that the bundled libraries run on. */
export const OLDEST = [3, 10] as const;

/** The interpreter leaves the user's environment out of account: its variables, and all that is installed in it. */
export const ISOLATED = ["-I", "-S", "-X", "utf8"] as const;

/** A Python to be tried. `from` says who names it. */
export interface Candidate {
  readonly program: string;
  readonly args?: readonly string[];
  readonly from: string;
  /** The user has chosen it: when it does not fit, this is said, and no other is taken. */
  readonly chosen?: boolean;
}

/** A Python that fits. */
export interface Interpreter {
  readonly path: string;
  readonly version: string;
  readonly from: string;
}

/** No Python fits. `message` is one sentence for the user, `tried` says what was wrong with each. */
export interface Missing {
  readonly message: string;
  readonly tried: readonly string[];
}

/** Takes the first candidate that fits. */
export async function find(candidates: Iterable<Candidate>): Promise<Interpreter | Missing> {
  const tried: string[] = [];
  let old: string | undefined;
  for (const candidate of candidates) {
    const found = await probe(candidate);
    const name = [candidate.program, ...(candidate.args ?? [])].join(" ");
    if ("path" in found) {
      return found;
    }
    tried.push(`${name} (${candidate.from}): ${found.wrong}`);
    if (candidate.chosen) {
      return { message: `${name}, which mtgr.interpreter names, ${found.sentence}.`, tried };
    }
    old ??= found.version;
  }
  const found = old === undefined ? "none was found" : `only Python ${old} was found`;
  return { message: `Checking games needs Python ${OLDEST.join(".")} or newer, and ${found}.`, tried };
}

/** A setting as a path: `~` and `${workspaceFolder}` are filled in. */
export function expand(setting: string, folder: string | undefined): string {
  const filled = setting.trim().replaceAll("${workspaceFolder}", () => folder ?? "");
  return filled === "~" || /^~[\\/]/.test(filled) ? join(homedir(), filled.slice(1)) : filled;
}

/**
 * What is on the PATH, as full paths in the order in which to try them. Entries that are not absolute are passed over:
 * they would lead into the folder that is open.
 */
export async function onPath(path: string, windows: boolean, exists = isFile): Promise<Candidate[]> {
  const newer = ["3.14", "3.13", "3.12", "3.11", "3.10"].map((version) => `python${version}`);
  const names = windows ? ["py.exe", "python3.exe", "python.exe"] : ["python3", "python", ...newer];
  const folders = path.split(delimiter).filter(isAbsolute);
  const found: Candidate[] = [];
  for (const name of names) {
    for (const folder of folders) {
      const program = join(folder, name);
      if (await exists(program)) {
        found.push({ program, ...(name === "py.exe" ? { args: ["-3"] } : {}), from: "PATH" });
        break;
      }
    }
  }
  return found;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

interface Unfit {
  /** For the log. */
  readonly wrong: string;
  /** What a sentence about it says, like "is Python 3.8". */
  readonly sentence: string;
  readonly version?: string;
}

// Understood by any Python 3. Some systems have a Python without most of its library.
const QUESTION = [
  "import sys",
  "from importlib.util import find_spec",
  "print('mtgr %d.%d.%d %s' % (sys.version_info[:3] + (find_spec('asyncio') is not None,)))",
  "print(sys.executable)",
].join("\n");

async function probe(candidate: Candidate): Promise<Interpreter | Unfit> {
  const program = await inEnvironment(candidate.program);
  const args = [...(candidate.args ?? []), ...ISOLATED, "-c", QUESTION];
  const { stdout, failure } = await run(program, args);
  const [answer = "", path = ""] = stdout.split(/\r?\n/);
  const [, version, major, minor, whole] = /^mtgr ((\d+)\.(\d+)\.\d+) (True|False)$/.exec(answer) ?? [];
  if (version === undefined || path === "") {
    const wrong = failure ?? "it does not answer like Python";
    const sentence = failure === "not found" ? "was not found" : "is no Python that can be used";
    return { wrong, sentence };
  }
  if (Number(major) !== OLDEST[0] || Number(minor) < OLDEST[1]) {
    const needed = `${OLDEST.join(".")} or newer is needed`;
    return { wrong: `Python ${version} is too old`, sentence: `is Python ${version}; ${needed}`, version };
  }
  if (whole !== "True") {
    return { wrong: "parts of its library are missing", sentence: "lacks a part of Python's library" };
  }
  return { path, version, from: candidate.from };
}

/** The interpreter of a virtual environment that is named by its folder. */
async function inEnvironment(path: string): Promise<string> {
  for (const inside of [join("bin", "python"), join("Scripts", "python.exe")]) {
    if (await isFile(join(path, inside))) {
      return join(path, inside);
    }
  }
  return path;
}

function run(program: string, args: readonly string[]): Promise<{ stdout: string; failure?: string }> {
  return new Promise((resolve) => {
    const options = { encoding: "utf8", timeout: 10_000, windowsHide: true, cwd: homedir() } as const;
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve({ stdout });
      } else if (error.code === "ENOENT") {
        resolve({ stdout: "", failure: "not found" });
      } else {
        const last = stderr.trim().split("\n").at(-1);
        resolve({ stdout: "", failure: error.killed ? "no answer" : last || error.message });
      }
    });
  });
}
