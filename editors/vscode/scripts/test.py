"""Everything about the extension: types, style, unit tests, the board, and the packaged extension in the real VS Code.

Usage: test.py [SCENARIO...], where a SCENARIO is one of test/editor/scenarios.ts; without one, everything is run.
``test.py --fetch`` only fetches what the tests need. Chromium has to be there.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import editor
import environment
import package  # before what it finds

PICTURES = package.HERE / "out" / "pictures"


def chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise SystemExit("Chromium is not installed")


def bundle() -> None:
    """Bundle the tests, and pack the extension that stands in for the Python extension in them."""
    package.run(package.node(), "scripts/build.mjs", "--tests")
    out = package.HERE / "out" / "editor"
    with zipfile.ZipFile(out / "python.vsix", "w") as packed:
        packed.write(package.HERE / "test" / "editor" / "python.json", "extension/package.json")
        packed.write(out / "suites" / "python.js", "extension/python.js")


def unit() -> None:
    tests = sorted((package.HERE / "out" / "unit").glob("*.test.js"))
    package.run(package.node(), "--enable-source-maps", "--test", "--test-reporter=spec", *tests)


def in_the_browser() -> None:
    """The board alone, in its page."""
    package.run(package.node(), "--enable-source-maps", "out/browser/run.js", chromium(), PICTURES)


def in_the_editor(scenarios: list[str]) -> None:
    python = environment.program("python").resolve()
    package.run(
        package.node(),
        "--enable-source-maps",
        "out/editor/run.js",
        package.VSIX,
        editor.vscode(),
        chromium(),
        python,
        PICTURES,
        *scenarios,
    )


def fetch() -> None:
    package.node()
    with ThreadPoolExecutor() as pool:
        vscode = pool.submit(editor.vscode)
        package.libraries()
        package.install()
        vscode.result()


def main(scenarios: list[str]) -> int:
    fetch()
    if scenarios == ["--fetch"]:
        return 0
    everything: dict[str, Callable[[], None]] = {
        "types": lambda: package.tool("typescript", "--noEmit"),
        "style": lambda: package.tool("@biomejs/biome", "check", "--error-on-warnings", "."),
        "bundle of the tests": bundle,
        "unit tests": unit,
        "package": package.package,
        "tests of the board in the browser": in_the_browser,
        "tests in the editor": lambda: in_the_editor(scenarios),
    }
    chosen = ["bundle of the tests", "package", "tests in the editor"] if scenarios else list(everything)
    failed = []
    for name in chosen:
        start = time.monotonic()
        try:
            everything[name]()
        except subprocess.CalledProcessError:
            failed.append(name)
        print(f"== VS Code, {name}: {'FAILED, ' * (name in failed)}{time.monotonic() - start:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
