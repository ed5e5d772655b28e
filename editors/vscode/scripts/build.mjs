// Bundles the extension into dist/, or with --tests the tests into out/.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const common = { bundle: true, format: "cjs", platform: "node", target: "node20", logLevel: "warning" };
const webview = { bundle: true, format: "iife", platform: "browser", target: "chrome114", logLevel: "warning" };
const within = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(folder, entry.name));

if (process.argv.includes("--tests")) {
  rmSync("out", { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: [...within("test/unit"), "test/editor/run.ts", "test/browser/run.ts", ...within("test/editor/suites")],
    outbase: "test",
    outdir: "out",
    packages: "external",
    external: ["vscode"],
    sourcemap: "inline",
  });
} else {
  rmSync("dist", { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: ["src/extension.ts"],
    outdir: "dist",
    external: ["vscode"],
    minify: true,
    legalComments: "none",
  });
  await build({
    ...webview,
    entryPoints: ["webview/board.ts", "webview/board.css"],
    outdir: "dist",
    minify: true,
    legalComments: "none",
  });
}
