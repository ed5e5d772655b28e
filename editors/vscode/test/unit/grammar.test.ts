// The colours that the grammar gives, with the machinery that the editor has for it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { type IGrammar, INITIAL, parseRawGrammar, Registry } from "vscode-textmate";

const HERE = join(__dirname, "..", "..");
const PATH = join(HERE, "syntaxes", "mtgr.tmLanguage.json");

async function load(): Promise<IGrammar> {
  const wasm = readFileSync(join(HERE, "node_modules", "vscode-oniguruma", "release", "onig.wasm"));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer);
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async () => parseRawGrammar(readFileSync(PATH, "utf8"), PATH),
  });
  const grammar = await registry.loadGrammar("source.mtgr");
  assert.ok(grammar);
  return grammar;
}

const loaded = load();

/** What a line is cut into: `[text, innermost scope]`, spaces and the parts of strings taken together. */
async function colours(line: string): Promise<[string, string][]> {
  const grammar = await loaded;
  const found: [string, string][] = [];
  for (const token of grammar.tokenizeLine(line, INITIAL).tokens) {
    const text = line.slice(token.startIndex, token.endIndex);
    const scope = (token.scopes.at(-1) ?? "").replace(/\.mtgr$/, "");
    const last = found.at(-1);
    if (last !== undefined && last[1] === scope) {
      last[0] += text;
    } else {
      found.push([text, scope]);
    }
  }
  return found.filter(([text, scope]) => text.trim() !== "" || scope !== "source");
}

async function expectColours(line: string, ...expected: [string, string][]): Promise<void> {
  assert.deepEqual(await colours(line), expected, line);
}

const TIME = "constant.numeric.time";
const EVENT = "keyword.other.event";
const WORD = "keyword.other.word";
const OBJECT = "variable.other.object";
const PLAYER = "entity.name.type.player";
const ZONE = "constant.language.zone";
const BY = "keyword.operator";

test("a move", () =>
  expectColours(
    '0:41.5     #3 "Electrolyze" move stack -> graveyard as discard by rule:resolve',
    ["0:41.5", TIME],
    ["#3", OBJECT],
    ['"Electrolyze"', OBJECT],
    ["move", EVENT],
    ["stack", ZONE],
    ["->", BY],
    ["graveyard", ZONE],
    ["as", WORD],
    ["discard", "constant.language"],
    ["by", BY],
    ["rule:", BY],
    ["resolve", "constant.language.rule"],
  ));

test("a player's statement with everything behind it", () =>
  expectColours(
    '1:06     "PlayerB" life 20 -> -3 by #9 replacement #15 $1 {A fine {answer.} ; from the finals',
    ["1:06", TIME],
    ['"PlayerB"', PLAYER],
    ["life", EVENT],
    ["20", "constant.numeric"],
    ["->", BY],
    ["-3", "constant.numeric"],
    ["by", BY],
    ["#9", OBJECT],
    ["replacement", BY],
    ["#15", OBJECT],
    ["$1", "entity.name.function.decorator.nag"],
    ["{A fine {answer.}", "comment.block"],
    ["; from the finals", "comment.line.semicolon"],
  ));

test("a comment in braces is no mana, and mana no comment", () =>
  expectColours(
    '1:06     "PlayerB" pay {R}{10}{W} by cost:#3 {R}',
    ["1:06", TIME],
    ['"PlayerB"', PLAYER],
    ["pay", EVENT],
    ["{R}{10}{W}", "constant.numeric.mana"],
    ["by", BY],
    ["cost:", BY],
    ["#3", OBJECT],
    ["{R}", "comment.block"],
  ));

test("both costs of a change are mana", async () => {
  const found = await colours('0:44     #2 "Thoughtseize" cost {B} -> {1}{B} by #30');
  assert.deepEqual(
    found.filter(([, scope]) => scope === "constant.numeric.mana"),
    [
      ["{B}", "constant.numeric.mana"],
      ["{1}{B}", "constant.numeric.mana"],
    ],
  );
});

test("an ability's text is a string, its source an object", () =>
  expectColours(
    '0:44     new ability #15 mana of #5 "Steam Vents" "{T}: Add {U}, \\"or\\" {R}." controller "PlayerA"',
    ["0:44", TIME],
    ["new", EVENT],
    ["ability", WORD],
    ["#15", OBJECT],
    ["mana", "constant.language"],
    ["of", WORD],
    ["#5", OBJECT],
    ['"Steam Vents"', OBJECT],
    ['"{T}: Add {U}, ', "string.quoted.double"],
    ['\\"', "constant.character.escape"],
    ["or", "string.quoted.double"],
    ['\\"', "constant.character.escape"],
    [' {R}."', "string.quoted.double"],
    ["controller", WORD],
    ['"PlayerA"', PLAYER],
  ));

test("an emblem has a text and no name", async () => {
  const found = await colours('0:44     new emblem #40 "Creatures you control get +1/+1." owner "PlayerA" by #39');
  assert.deepEqual(found[3], ["#40", OBJECT]);
  assert.equal(found[4]?.[1], "string.quoted.double");
});

test("headers stand out from events", async () => {
  await expectColours(
    '2:07 turn 3 "PlayerA"',
    ["2:07", TIME],
    ["turn", "keyword.control.structure"],
    ["3", "constant.numeric"],
    ['"PlayerA"', PLAYER],
  );
  await expectColours("2:07   draw", ["2:07", TIME], ["draw", "keyword.control.structure.step"]);
  await expectColours("2:07   keyframe", ["2:07", TIME], ["keyframe", "keyword.control.structure"]);
});

test("an entry of a keyframe", () =>
  expectColours(
    '2:07     #12 "Tarmogoyf" battlefield "PlayerA" pt 3/4 tapped counters "+1/+1" 2',
    ["2:07", TIME],
    ["#12", OBJECT],
    ['"Tarmogoyf"', OBJECT],
    ["battlefield", ZONE],
    ['"PlayerA"', PLAYER],
    ["pt", WORD],
    ["3/4", "constant.numeric.power-toughness"],
    ["tapped", WORD],
    ["counters", WORD],
    ['"+1/+1"', "string.quoted.double"],
    ["2", "constant.numeric"],
  ));

test("clocks name their players", async () => {
  const found = await colours('2:07     "PlayerA" priority clock "PlayerA" 24:53 "PlayerB" 25:00');
  assert.equal(found.filter(([, scope]) => scope === PLAYER).length, 3);
  assert.equal(found.filter(([, scope]) => scope === TIME).length, 3);
});

test("a variation has hypothetical objects", () =>
  expectColours("-     #h1 tap by ?", ["-", TIME], ["#h1", OBJECT], ["tap", EVENT], ["by", BY], ["?", OBJECT]));

test("brackets of a variation", () => expectColours("-     (", ["-", TIME], ["(", "punctuation.section.variation"]));

test("tags, known and not", async () => {
  await expectColours(
    '[Player1 "Wanda"]',
    ["[", "punctuation.definition.tag.begin"],
    ["Player1", "entity.name.tag"],
    ['"Wanda"', "string.quoted.double"],
    ["]", "punctuation.definition.tag.end"],
  );
  assert.equal((await colours('[MTGO_Id "7"]'))[1]?.[1], "entity.name.tag.extension");
  assert.equal((await colours('[Playre1 "7"]'))[1]?.[1], "entity.other.attribute-name");
});

test("escape lines and results", async () => {
  await expectColours("%pass over this", ["%pass over this", "comment.line.percentage"]);
  await expectColours("1/2-1/2", ["1/2-1/2", "constant.language.result"]);
});

test("what the format does not know has no colour", () =>
  expectColours(
    '0:44     #1 "Forest" tapp by rule:bla',
    ["0:44", TIME],
    ["#1", OBJECT],
    ['"Forest"', OBJECT],
    [" tapp by rule:bla", "source"],
  ));

test("a wrong escape is shown, and a string without an end ends with the line", async () => {
  const found = await colours('[Event "a\\b');
  assert.deepEqual(found.at(-1), ["\\b", "invalid.illegal.escape"]);
  const grammar = await loaded;
  const { ruleStack } = grammar.tokenizeLine('0:44     "Pla', INITIAL);
  const next = grammar.tokenizeLine("0:44   draw", ruleStack).tokens.at(-1);
  assert.equal(next?.scopes.at(-1), "keyword.control.structure.step.mtgr");
});

test("every word of a recorded game has a colour", async () => {
  const game = readFileSync(join(HERE, "..", "..", "conformance", "try", "recorded-with-one-mistake.mtgr"), "utf8");
  const plain = new Set<string>();
  for (const line of game.split("\n")) {
    for (const [text, scope] of await colours(line)) {
      if (scope === "source" || scope === "") {
        plain.add(text.trim());
      }
    }
  }
  assert.deepEqual([...plain], []);
});

test("a long line takes no time", async () => {
  const grammar = await loaded;
  const line = `0:44     #1 "${"a\\n ".repeat(20_000)}" tap by #1 ${"#1 ".repeat(10_000)}`;
  const start = performance.now();
  grammar.tokenizeLine(line, INITIAL);
  assert.ok(performance.now() - start < 5_000);
});
