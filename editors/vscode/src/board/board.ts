// The board beside the editor: it follows the cursor of the game that was looked at last, and moves it.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { DOCUMENTS } from "../client";
import type { Server } from "../server";
import { Ahead, PAINTING } from "./ahead";
import type { Course, FromView, Kept, Model, ToView, Way } from "./model";
import { pageOf } from "./page";

const KIND = "mtgr.board";
/** The chart is asked for when nothing has been typed for so many milliseconds. */
const REST = 200;
/** An editor that does not move its cursor within so many milliseconds is not waited for. */
const PATIENCE = 1_000;

/** What the board is about: a place in a document, which need not be open. */
interface Place {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

/** A game, as it is in a version of its document. */
interface Charted {
  readonly uri: string;
  readonly version: number;
  readonly lines: readonly [start: number, end: number];
}

export class BoardView implements vscode.Disposable, vscode.WebviewPanelSerializer<Kept> {
  private panel: vscode.WebviewPanel | undefined;
  private place: Place | undefined;
  private guess = false;
  /** A question is under way, and whether another is to follow it. */
  private asking = false;
  private again = false;
  private readonly ahead: Ahead;
  /** What the chart that is shown is of. */
  private charted: Charted | undefined;
  private chartTimer: NodeJS.Timeout | undefined;
  private moving: Promise<void> = Promise.resolve();
  private moves = 0;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly root: vscode.Uri,
    private readonly server: Server,
  ) {
    this.ahead = new Ahead(server);
    this.subscriptions = [
      vscode.window.registerWebviewPanelSerializer(KIND, this),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        const ours = this.moves > 0 && kind === undefined; // what a move does is known already
        if (!ours && (textEditor === vscode.window.activeTextEditor || this.isAbout(textEditor.document))) {
          this.follow(textEditor);
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.isAbout(document)) {
          this.refresh();
        }
      }),
      vscode.workspace.onDidOpenTextDocument(() => this.ahead.forget()), // its versions are counted anew
      server.onDidChange(() => {
        this.charted = undefined;
        this.ahead.forget();
        this.refresh();
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.chartTimer);
    this.panel?.dispose();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Opens the board beside the editor, or brings it to the front. The editor keeps the keyboard. */
  show(): void {
    this.follow(vscode.window.activeTextEditor);
    if (this.panel !== undefined) {
      this.panel.reveal(undefined, true);
      return;
    }
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.take(vscode.window.createWebviewPanel(KIND, "Board", place, {}));
  }

  /** Brings back the board of an earlier session, with what it was about if no game is in front. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: Kept | undefined): Promise<void> {
    this.follow(vscode.window.activeTextEditor); // which was there before us
    if (this.place === undefined && kept?.uri) {
      const uri = vscode.Uri.parse(kept.uri);
      await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined); // for the server to know it
      this.place ??= { uri, position: new vscode.Position(kept.line, 0) };
      this.guess = kept.model.guess;
    }
    this.panel?.dispose();
    this.take(panel);
  }

  private take(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    const { webview } = panel;
    const dist = vscode.Uri.joinPath(this.root, "dist");
    const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.iconPath = vscode.Uri.joinPath(this.root, "icons", "extension.png");
    webview.onDidReceiveMessage((message: FromView) => this.hear(message));
    panel.onDidChangeViewState(() => this.refresh());
    panel.onDidDispose(() => {
      if (this.panel === panel) {
        this.panel = undefined;
      }
    });
    const nonce = randomBytes(16).toString("base64");
    webview.html = pageOf(address("board.js"), address("board.css"), webview.cspSource, nonce);
  }

  private isAbout(document: vscode.TextDocument): boolean {
    return document.uri.toString() === this.place?.uri.toString();
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && vscode.languages.match(DOCUMENTS, editor.document) > 0) {
      this.place = { uri: editor.document.uri, position: editor.selection.active };
      this.refresh();
    }
  }

  // What is shown

  /** Asks for the board at the cursor. While an answer is awaited, any number of calls make one more question. */
  private refresh(): void {
    this.again = true;
    if (!this.asking) {
      this.asking = true;
      void this.askUntilCurrent().finally(() => {
        this.asking = false;
      });
    }
  }

  private async askUntilCurrent(): Promise<void> {
    while (this.again) {
      this.again = false;
      const { place, panel } = this;
      if (panel?.visible && place !== undefined) {
        await this.ask(place);
      }
    }
  }

  private async ask(place: Place): Promise<void> {
    const { uri, position } = place;
    const file = uri.path.split("/").at(-1) ?? "";
    const { state } = this.server;
    if (state.kind !== "running") {
      const why = state.kind === "trouble" ? state.message : "The server for .mtgr files is starting.";
      this.tell(place, { file, trouble: why });
      return;
    }
    const version = versionOf(uri);
    const { guess } = this;
    try {
      const board = await this.ahead.board({ uri, version, guess }, position.line);
      if (versionOf(uri) !== version || this.place?.uri.toString() !== uri.toString()) {
        this.again = true; // it is about something else now
        return;
      }
      this.charted = isOf(this.charted, place) ? this.charted : undefined;
      const course = this.charted === undefined ? { course: null } : {};
      this.tell(place, { file, line: position.line, board, guess, trouble: null, ...course });
      this.ahead.lookAround({ uri, version, guess }, position.line);
      this.chart(version);
    } catch {
      // The server has ended, and a new one will tell, or the question was overtaken by another.
    }
  }

  private tell({ uri }: Place, model: Partial<Model>): void {
    const message: ToView = { kind: "show", uri: uri.toString(), model };
    if (this.panel !== undefined) {
      this.panel.title = model.file ? `Board: ${model.file}` : this.panel.title;
      void this.panel.webview.postMessage(JSON.stringify(message));
    }
  }

  /** Asks for the chart, unless the one that is shown is right. */
  private chart(version: number): void {
    if (this.charted?.version !== version) {
      clearTimeout(this.chartTimer);
      this.chartTimer = setTimeout(() => void this.askForChart(), this.charted === undefined ? PAINTING : REST);
    }
  }

  private async askForChart(): Promise<void> {
    const { place } = this;
    if (place === undefined) {
      return;
    }
    const uri = place.uri.toString();
    const version = versionOf(place.uri);
    const asked = { textDocument: { uri }, position: place.position };
    const course = await this.server.request<Course | null>("mtgr/course", asked).catch(() => null);
    const charted = course === null ? undefined : { uri, version, lines: course.lines };
    if (isOf(charted, this.place) && versionOf(place.uri) === version) {
      this.charted = charted;
      this.tell(place, { course });
    }
  }

  // What the user wants

  private hear(message: FromView): void {
    switch (message.kind) {
      case "ready":
        this.charted = undefined;
        this.refresh();
        break;
      case "guess":
        this.guess = message.guess;
        this.refresh();
        break;
      case "go":
        if (!message.repeat || this.moves === 0) {
          this.move((place) => this.go(place, message.to));
        }
        break;
      case "object":
        this.move((place) => this.toObject(place, message.ids));
        break;
      case "line":
        this.move(async () => new vscode.Position(message.line, 0));
        break;
      case "editor":
        this.move(async ({ position }) => position, false);
        break;
    }
  }

  /** Moves the cursor to where a question leads, one move after the other: each starts from where the last one led. */
  private move(lead: (from: Place) => Promise<vscode.Position | undefined>, keepFocus = true): void {
    this.moves += 1;
    this.moving = this.moving
      .then(async () => {
        const from = this.place;
        const to = from && (await lead(from));
        if (from !== undefined && to !== undefined && this.place?.uri.toString() === from.uri.toString()) {
          this.place = { uri: from.uri, position: to };
          this.refresh();
          await moveCursor(this.place, keepFocus);
        }
      })
      .catch(() => undefined)
      .finally(() => {
        this.moves -= 1;
      });
  }

  private async go({ uri, position }: Place, to: Way): Promise<vscode.Position | undefined> {
    const asked = { textDocument: { uri: uri.toString() }, position, to };
    const found = await this.server.request<vscode.Position | null>("mtgr/navigate", asked);
    if (found === null) {
      vscode.window.setStatusBarMessage("There is nothing to go to that way.", 4_000);
    }
    return found === null ? undefined : new vscode.Position(found.line, found.character);
  }

  private async toObject({ uri, position }: Place, ids: readonly string[]): Promise<vscode.Position | undefined> {
    const asked = { textDocument: { uri: uri.toString() }, position, ids: ids.map((id) => `#${id}`) };
    const line = await this.server.request<number | null>("mtgr/lastEvent", asked);
    return line === null ? undefined : new vscode.Position(line, 0);
  }
}

/** Whether a game is the one at a place, perhaps as it is in another version. */
function isOf(charted: Charted | undefined, place: Place | undefined): boolean {
  if (charted === undefined || charted.uri !== place?.uri.toString()) {
    return false;
  }
  const [start, end] = charted.lines;
  return start <= place.position.line && place.position.line < end;
}

/** Which version of a document the editor has; -1 when it has none. */
function versionOf(uri: vscode.Uri): number {
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString())?.version ?? -1;
}

/** Puts the cursor somewhere, in an editor that shows the document or in a new one beside the board. */
async function moveCursor({ uri, position }: Place, keepFocus: boolean): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find((each) => each.document.uri.toString() === uri.toString());
  const selection = new vscode.Selection(position, position);
  if (shown !== undefined && keepFocus) {
    if (shown.selection.isEqual(selection)) {
      return;
    }
    const moved = selectionOf(shown, position);
    shown.selection = selection;
    shown.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    await moved;
    return;
  }
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: keepFocus, selection });
}

/** Waits until an editor has put its cursor somewhere. It says so some time after it was told to. */
function selectionOf(editor: vscode.TextEditor, position: vscode.Position): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(done, PATIENCE);
    const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      if (textEditor === editor && selections[0]?.active.isEqual(position)) {
        done();
      }
    });
  });
}
