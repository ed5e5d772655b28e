"""The server as three editors see it, one for each way to count columns: VS Code, Neovim and Emacs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

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
        return self.units(LINES[line][: LINES[line].index(text)])

    def units(self, text: str) -> int:
        """How long a text is, as this editor counts."""
        match self.encoding:
            case "utf-8":
                return len(text.encode())
            case "utf-16":
                return len(text.encode("utf-16-le")) // 2
            case _:
                return len(text)

    @property
    def legend(self) -> types.SemanticTokensLegend:
        provider = self.capabilities.semantic_tokens_provider
        assert provider is not None
        return provider.legend

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


UNOPENED = game("""
    new card #1 "Unopened Ünicorn" owner "PlayerA" in battlefield
    #1 "Unopened Ünicorn" tap by #7
""")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game that nobody has opened."""
    path = tmp_path_factory.mktemp("spiele")
    (path / "unopened ü.mtgr").write_bytes(UNOPENED.encode())
    return path


async def started(profile: str, folder: Path, pulls: bool) -> Editor:
    client = await ClientServerConfig(server_command=list(SERVER)).start()
    assert isinstance(client, LanguageClient)
    capabilities = client_capabilities(profile)
    if pulls:
        assert capabilities.text_document is not None
        assert capabilities.workspace is not None
        capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
        capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    folders = [types.WorkspaceFolder(folder.as_uri(), folder.name)]
    result = await client.initialize_session(
        types.InitializeParams(capabilities=capabilities, workspace_folders=folders, root_uri=folder.as_uri())
    )
    return Editor(client, ENCODINGS[profile], result.capabilities)


async def ended(editor: Editor) -> None:
    await editor.client.shutdown_session()
    await editor.client.stop()
    assert editor.client.log_messages == []
    assert editor.client.messages == []


@pytest_asyncio.fixture(params=ENCODINGS, scope="module", loop_scope="module")
async def editor(request: pytest.FixtureRequest, folder: Path) -> AsyncIterator[Editor]:
    found = await started(request.param, folder, pulls=False)
    yield found
    await ended(found)


@pytest_asyncio.fixture(params=ENCODINGS, loop_scope="module")
async def puller(request: pytest.FixtureRequest, folder: Path) -> AsyncIterator[Editor]:
    """An editor that asks for diagnostics."""
    found = await started(request.param, folder, pulls=True)
    yield found
    await ended(found)


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


# What else an editor can show


STORY = game("""
    new token #1 "Bär 😀" owner "PlayerA" in battlefield pt 2/2 by ?
    new ability #2 activated of #1 "Bär 😀" "Autsch 😀!" controller "PlayerA" in stack
    #1 "Bär 😀" tap by cost:#2
    #2 resolve
    #1 "Bär 😀" damage "PlayerB" 2 by #2 {😀} ; CR 120.3
    "PlayerB" life 20 -> 18 by #2 $1
    #2 cease by rule:resolve
    new hidden #3 owner "PlayerB" in hand
    #3 identify "Wölfin" print "MH3" "233"
    #3 "Wölfin" reveal by ?
""")
STORY_URI = "file:///geschichte.mtgr"


@dataclass
class Story:
    """A text that an editor has open, and places in it. ``line`` finds the first line with a text."""

    editor: Editor
    document: types.TextDocumentIdentifier
    lines: list[str]

    def line(self, text: str) -> int:
        return next(n for n, line in enumerate(self.lines) if text in line)

    def column(self, line: int, text: str) -> int:
        return self.editor.units(self.lines[line].partition(text)[0])

    def at(self, line_with: str, text: str) -> tuple[types.TextDocumentIdentifier, types.Position]:
        line = self.line(line_with)
        return self.document, types.Position(line, self.column(line, text))

    def text(self, place: types.Range) -> str:
        """What stands at a place of one line."""
        assert place.start.line == place.end.line
        line = self.lines[place.start.line]
        ends = [
            n
            for n in range(len(line) + 1)
            if self.editor.units(line[:n]) in (place.start.character, place.end.character)
        ]
        return line[ends[0] : ends[-1]]

    @property
    def everything(self) -> types.Range:
        return types.Range(types.Position(0, 0), types.Position(len(self.lines), 0))


@pytest_asyncio.fixture(loop_scope="module")
async def story(editor: Editor) -> AsyncIterator[Story]:
    document = types.TextDocumentIdentifier(STORY_URI)
    item = types.TextDocumentItem(STORY_URI, "mtgr", 1, STORY)
    editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await editor.published()
    yield Story(editor, document, STORY.split("\n"))
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    await editor.published()


async def test_references_and_highlights_are_of_the_object_under_the_cursor(story: Story) -> None:
    client, place = story.editor.client, story.at('#1 "Bär 😀" tap', "är 😀")
    context = types.ReferenceContext(include_declaration=False)
    found = await client.text_document_references_async(types.ReferenceParams(context, *place))
    assert found is not None
    assert {each.uri for each in found} == {STORY_URI}
    assert [(each.range.start.line, story.text(each.range)) for each in found] == [
        (story.line(text), "#1") for text in ("new ability", "tap", "damage")
    ]
    marked = await client.text_document_document_highlight_async(types.DocumentHighlightParams(*place))
    assert marked is not None
    write, read = types.DocumentHighlightKind.Write, types.DocumentHighlightKind.Read
    assert [each.kind for each in marked] == [write, read, write, read]
    assert [each.range for each in marked[1:]] == [each.range for each in found]


@pytest.mark.parametrize(
    ("request_", "cursor", "target"),
    [
        ("declaration", ("reveal", "#3"), ("identify", "#3")),
        ("type_definition", ("#2 resolve", "#2"), ("new token", "#1")),
        ("implementation", ("new ability", "#2"), ("#2 resolve", "#2")),
    ],
)
async def test_where_something_comes_from_and_what_becomes_of_it(
    story: Story, request_: str, cursor: tuple[str, str], target: tuple[str, str]
) -> None:
    name = request_.title().replace("_", "")
    ask = getattr(story.editor.client, f"text_document_{request_}_async")
    found = await ask(getattr(types, f"{name}Params")(*story.at(*cursor)))
    [place] = found if isinstance(found, list) else [found]
    is_link = isinstance(place, types.LocationLink)
    where = place.target_selection_range if is_link else place.range
    assert where.start == story.at(*target)[1]
    assert story.text(where) == target[1]


async def test_a_line_is_called_by_what_caused_it_and_calls_what_it_caused(story: Story) -> None:
    client = story.editor.client
    given = types.CallHierarchyPrepareParams(*story.at("damage", "damage"))
    items = await client.text_document_prepare_call_hierarchy_async(given)
    assert items is not None
    [item] = items
    assert story.text(item.selection_range) == "damage"
    incoming = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item))
    assert incoming is not None
    assert [call.from_.range.start.line for call in incoming] == [story.line("#2 resolve")]
    outgoing = await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item))
    assert outgoing is not None
    assert [call.to.range.start.line for call in outgoing] == [story.line("life 20 -> 18")]


async def test_the_selection_grows_from_the_name_to_the_game(story: Story) -> None:
    document, position = story.at("tap by", "är 😀")
    given = types.SelectionRangeParams(document, [position])
    found = await story.editor.client.text_document_selection_range_async(given)
    assert found is not None
    [inner] = found
    assert story.text(inner.range) == '"Bär 😀"'
    sizes = []
    around: types.SelectionRange | None = inner
    while around is not None:
        sizes.append((around.range.start.line, around.range.end.line))
        around = around.parent
    assert sizes[-1] == (0, len(story.lines) - 2)
    assert len(sizes) > 5


async def test_the_outline_leads_from_the_game_to_the_annotated_line(story: Story) -> None:
    given = types.DocumentSymbolParams(story.document)
    found = await story.editor.client.text_document_document_symbol_async(given)
    assert found
    if not isinstance(found[0], types.DocumentSymbol):
        assert {"PlayerA - PlayerB *", "precombat-main 10 events"} <= {symbol.name for symbol in found}
        return
    path = []
    symbols = found
    while symbols:
        symbol = symbols[-1]
        assert isinstance(symbol, types.DocumentSymbol)
        path.append(symbol.name)
        symbols = list(symbol.children or ())
    assert path[0] == "PlayerA - PlayerB"
    assert path[-1].endswith(" !")


async def test_colours_know_what_is_tapped(story: Story) -> None:
    client, legend = story.editor.client, story.editor.legend
    found = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(story.document))
    assert found is not None
    line = start = 0
    tapped = []
    for at in range(0, len(found.data), 5):
        down, right, length, _, modifiers = found.data[at : at + 5]
        line, start = line + down, right if down else start + right
        if modifiers & 1 << legend.token_modifiers.index("tapped"):
            tapped.append(
                (line, story.text(types.Range(types.Position(line, start), types.Position(line, start + length))))
            )
    assert tapped == [(story.line(each), '#1 "Bär 😀"') for each in ("tap by", "damage")]
    part = types.SemanticTokensRangeParams(story.document, story.everything)
    assert await client.text_document_semantic_tokens_range_async(part) == types.SemanticTokens(found.data)
    assert found.result_id is not None
    since = types.SemanticTokensDeltaParams(story.document, found.result_id)
    delta = await client.text_document_semantic_tokens_full_delta_async(since)
    assert isinstance(delta, types.SemanticTokensDelta)
    assert not delta.edits


async def test_hints_stand_behind_the_ends_of_lines(story: Story) -> None:
    given = types.InlayHintParams(story.document, story.everything)
    found = await story.editor.client.text_document_inlay_hint_async(given)
    assert found is not None
    for hint in found:
        assert hint.position.character == story.editor.units(story.lines[hint.position.line])
    labels = {hint.position.line: hint.label for hint in found}
    assert labels[story.line("#2 resolve")] == "Bär 😀"
    assert [hint.label for hint in found if hint.position.line == story.line("life 20 -> 18")] == ["!", "Bär 😀"]


async def test_lenses_say_something_when_they_are_looked_at(story: Story) -> None:
    client = story.editor.client
    found = await client.text_document_code_lens_async(types.CodeLensParams(story.document))
    assert found is not None
    said = {}
    for lens in found:
        assert lens.command is None
        resolved = await client.code_lens_resolve_async(lens)
        assert resolved.command is not None
        said[lens.range.start.line] = resolved.command.title
    assert said[story.line("new token")] == "3 uses"
    assert said[story.line("turn 1")].startswith("PlayerA 20 life, ")
    assert "matches the replay" in said.values()


async def test_links_lead_to_the_rule_and_to_the_card(story: Story) -> None:
    found = await story.editor.client.text_document_document_link_async(types.DocumentLinkParams(story.document))
    assert found is not None
    assert {story.text(link.range) for link in found} == {"CR 120.3", '"MH3" "233"'}


async def test_the_state_at_a_line_can_be_read(story: Story) -> None:
    client = story.editor.client
    line = story.line("life 20 -> 18")
    given = types.TextDocumentContentParams(f"mtgr-state:/x?uri={STORY_URI}&line={line + 1}")
    content = await client.workspace_text_document_content_async(given)
    params = {"textDocument": {"uri": STORY_URI}, "position": {"line": line}}
    answer = await client.protocol.send_request_async("mtgr/state", params)
    assert "Bär 😀" in content.text
    assert answer.text == content.text
    assert answer.state.players.PlayerB.life == 18


async def test_cards_and_games_of_the_folder_are_found(editor: Editor) -> None:
    for query, name in (("unopened", "Unopened Ünicorn"), ("playera", "PlayerA - PlayerB 1-0")):
        found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams(query))
        assert found is not None
        assert name in {symbol.name for symbol in found}


async def test_who_pulls_gets_the_same_report_only_once(puller: Editor) -> None:
    item = types.TextDocumentItem(URI, "mtgr", 1, TEXT)
    puller.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    document = types.TextDocumentIdentifier(URI)
    report = await puller.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    while isinstance(report, types.RelatedFullDocumentDiagnosticReport) and not report.items:
        # The server does not let a client wait long for what it has not found out yet.
        report = await puller.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    [diagnostic] = report.items
    assert diagnostic.range.start == types.Position(TAP, puller.column(TAP, "#7"))
    again = types.DocumentDiagnosticParams(document, previous_result_id=report.result_id)
    same = await puller.client.text_document_diagnostic_async(again)
    assert isinstance(same, types.RelatedUnchangedDocumentDiagnosticReport)
    folder = await puller.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
    reports = {unquote(each.uri).rpartition("/")[2]: each for each in folder.items}
    unopened = reports["unopened ü.mtgr"]
    assert isinstance(unopened, types.WorkspaceFullDocumentDiagnosticReport)
    assert [each.code for each in unopened.items] == ["check-5"]
