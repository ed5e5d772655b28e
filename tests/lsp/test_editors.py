"""The server as three editors see it, one for each way to count columns: VS Code, Neovim and Emacs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from tests.support.lsp_client import SERVER
from tests.support.markers import game

pytestmark = pytest.mark.asyncio(loop_scope="module")

URI = "file:///spiel%20mit%20%C3%BCmlaut.mtgr"

TEXT = game("""
    new token #1 "Bär 😀" owner "PlayerA" in battlefield pt 2/2 by ?
    #1 "Bär 😀" tap by #7
""")
LINES = TEXT.split("\n")
NEW = next(n for n, line in enumerate(LINES) if "new token" in line)
TAP = NEW + 1
ENCODINGS = {"visual-studio-code": "utf-16", "neovim": "utf-8", "emacs": "utf-32"}


@dataclass
class Editor:
    client: LanguageClient
    encoding: str
    capabilities: types.ServerCapabilities

    def column(self, line: int, text: str) -> int:
        """Where a text begins in a line, as this editor counts."""
        before = LINES[line][: LINES[line].index(text)]
        match self.encoding:
            case "utf-8":
                return len(before.encode())
            case "utf-16":
                return len(before.encode("utf-16-le")) // 2
            case _:
                return len(before)

    def span(self, line: int, first: str, last: str) -> types.Range:
        """From one text in a line to another that comes after it."""
        return types.Range(
            types.Position(line, self.column(line, first)), types.Position(line, self.column(line, last))
        )

    async def open(self) -> None:
        item = types.TextDocumentItem(URI, "mtgr", 1, TEXT)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await self.published()

    async def published(self) -> None:
        await self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    def place(self, line: int, text: str) -> tuple[types.TextDocumentIdentifier, types.Position]:
        return types.TextDocumentIdentifier(URI), types.Position(line, self.column(line, text))


@pytest_asyncio.fixture(params=ENCODINGS, scope="module", loop_scope="module")
async def editor(request: pytest.FixtureRequest) -> AsyncIterator[Editor]:
    client = await ClientServerConfig(server_command=list(SERVER)).start()
    assert isinstance(client, LanguageClient)
    capabilities = client_capabilities(request.param)
    result = await client.initialize_session(types.InitializeParams(capabilities=capabilities))
    yield Editor(client, ENCODINGS[request.param], result.capabilities)
    await client.shutdown_session()
    await client.stop()
    assert client.log_messages == []
    assert client.messages == []


async def test_each_counts_in_its_own_way(editor: Editor) -> None:
    assert editor.capabilities.position_encoding == editor.encoding


async def test_a_mistake_is_shown_at_its_place_and_cleared_at_the_end(editor: Editor) -> None:
    await editor.open()
    [diagnostic] = editor.client.diagnostics[URI]
    assert (diagnostic.code, diagnostic.source) == ("check-5", "mtgr")
    assert diagnostic.severity == types.DiagnosticSeverity.Error
    start = editor.column(TAP, "#7")
    assert diagnostic.range == types.Range(types.Position(TAP, start), types.Position(TAP, start + 2))
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(URI)))
    await editor.published()
    assert not editor.client.diagnostics[URI]


async def test_every_edit_is_followed(editor: Editor) -> None:
    await editor.open()
    mend = types.TextDocumentContentChangePartial(
        types.Range(types.Position(TAP, editor.column(TAP, "#7")), types.Position(TAP, editor.column(TAP, "#7") + 2)),
        "?",
    )
    document = types.VersionedTextDocumentIdentifier(2, URI)
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [mend]))
    await editor.published()
    assert not editor.client.diagnostics[URI]


async def test_hover_tells_of_the_object_under_the_cursor(editor: Editor) -> None:
    await editor.open()
    hover = await editor.client.text_document_hover_async(types.HoverParams(*editor.place(TAP, "är 😀")))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "Bär 😀" in hover.contents.value
    assert "tapped" in hover.contents.value
    assert hover.range is not None
    assert hover.range.start == types.Position(TAP, editor.column(TAP, "#1"))


async def test_definition_leads_to_the_line_that_introduces(editor: Editor) -> None:
    await editor.open()
    found = await editor.client.text_document_definition_async(types.DefinitionParams(*editor.place(TAP, "är 😀")))
    target = types.Range(types.Position(NEW, LINES[NEW].index("#1")), types.Position(NEW, LINES[NEW].index("#1") + 2))
    if isinstance(found, types.Location):
        assert found == types.Location(URI, target)
    else:
        assert found is not None
        [link] = found
        assert isinstance(link, types.LocationLink)
        assert (link.target_uri, link.target_selection_range) == (URI, target)
        assert link.origin_selection_range == editor.span(TAP, "#1", " tap")
        assert link.target_range.end.character > target.end.character


async def test_folds_cover_the_game(editor: Editor) -> None:
    await editor.open()
    folds = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(types.TextDocumentIdentifier(URI))
    )
    assert folds is not None
    assert (folds[0].start_line, folds[0].end_line) == (0, len(LINES) - 2)
    assert {LINES[fold.start_line].lstrip("0:1 ") for fold in folds} >= {'turn 1 "PlayerA"', "precombat-main"}
