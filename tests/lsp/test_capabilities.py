"""What the server says it can do is what it does, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from tests.support.lsp_client import InProcess, Message
from tests.support.markers import game

import mtgr.lsp
from mtgr.features.code_actions import KINDS
from mtgr.lsp.handlers import HANDLERS

URI = "file:///a.mtgr"
TEXT = game("""
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    new ability #2 activated of #1 "Bear" "Lose 1 life." controller "PlayerA"
    #2 resolve
    "PlayerA" life 20 -> 19 by #2 $1 ; see CR 119.3
    "PlayerB"  pass
    "PlayerA" pass !
""")

ADVERTISED = {
    types.TEXT_DOCUMENT_HOVER: "hoverProvider",
    types.TEXT_DOCUMENT_DEFINITION: "definitionProvider",
    types.TEXT_DOCUMENT_DECLARATION: "declarationProvider",
    types.TEXT_DOCUMENT_TYPE_DEFINITION: "typeDefinitionProvider",
    types.TEXT_DOCUMENT_IMPLEMENTATION: "implementationProvider",
    types.TEXT_DOCUMENT_REFERENCES: "referencesProvider",
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: "documentHighlightProvider",
    types.TEXT_DOCUMENT_SELECTION_RANGE: "selectionRangeProvider",
    types.TEXT_DOCUMENT_COMPLETION: "completionProvider",
    types.COMPLETION_ITEM_RESOLVE: "completionProvider",
    types.TEXT_DOCUMENT_SIGNATURE_HELP: "signatureHelpProvider",
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: "callHierarchyProvider",
    types.CALL_HIERARCHY_INCOMING_CALLS: "callHierarchyProvider",
    types.CALL_HIERARCHY_OUTGOING_CALLS: "callHierarchyProvider",
    types.TEXT_DOCUMENT_PREPARE_RENAME: "renameProvider",
    types.TEXT_DOCUMENT_RENAME: "renameProvider",
    types.TEXT_DOCUMENT_FOLDING_RANGE: "foldingRangeProvider",
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: "documentSymbolProvider",
    types.TEXT_DOCUMENT_DOCUMENT_LINK: "documentLinkProvider",
    types.TEXT_DOCUMENT_FORMATTING: "documentFormattingProvider",
    types.TEXT_DOCUMENT_RANGE_FORMATTING: "documentRangeFormattingProvider",
    types.TEXT_DOCUMENT_ON_TYPE_FORMATTING: "documentOnTypeFormattingProvider",
    types.TEXT_DOCUMENT_INLAY_HINT: "inlayHintProvider",
    types.TEXT_DOCUMENT_CODE_ACTION: "codeActionProvider",
    types.CODE_ACTION_RESOLVE: "codeActionProvider",
    types.TEXT_DOCUMENT_CODE_LENS: "codeLensProvider",
    types.CODE_LENS_RESOLVE: "codeLensProvider",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: "semanticTokensProvider",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA: "semanticTokensProvider",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: "semanticTokensProvider",
    types.WORKSPACE_SYMBOL: "workspaceSymbolProvider",
    types.TEXT_DOCUMENT_DIAGNOSTIC: "diagnosticProvider",
    types.WORKSPACE_DIAGNOSTIC: "diagnosticProvider",
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT: "workspace",
}
"""Where each request that the server answers is advertised."""
AREAS = {"textDocument", "callHierarchy", "codeLens", "codeAction", "completionItem", "workspace"}
BY_AGREEMENT = {"positionEncoding", "textDocumentSync", "workspace", "executeCommandProvider"}
"""What pygls says of itself, and the container of the rest."""
ACTS = {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
PUSHED_TO = {"textDocument": ACTS}
PULLS = {"textDocument": {**ACTS, "diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}


@pytest.fixture(params=[PUSHED_TO, PULLS], ids=["pushed to", "pulling"])
def session(request: pytest.FixtureRequest) -> Iterator[tuple[InProcess, Message]]:
    with InProcess() as client:
        yield client, client.initialize(request.param)
        assert client.shut_down() == 0


def requests(capabilities: Message) -> set[str]:
    """The requests that belong to what the server says it can do."""
    found = {method for method, name in ADVERTISED.items() if capabilities.get(name)}
    if not isinstance(capabilities.get("diagnosticProvider"), dict):
        found -= {types.TEXT_DOCUMENT_DIAGNOSTIC, types.WORKSPACE_DIAGNOSTIC}
    return found


def test_every_request_is_advertised_and_nothing_else(session: tuple[InProcess, Message]) -> None:
    client, capabilities = session
    handled = set(client.server.protocol.fm.features)
    handled = {name for name in handled if name.partition("/")[0] in AREAS}
    handled = {name for name in handled if "/did" not in name}
    assert requests(capabilities) == handled
    assert set(capabilities) <= set(ADVERTISED.values()) | BY_AGREEMENT
    assert handled <= {*HANDLERS, types.TEXT_DOCUMENT_DIAGNOSTIC, types.WORKSPACE_DIAGNOSTIC}


def test_options_say_what_else_there_is(session: tuple[InProcess, Message]) -> None:
    _, capabilities = session
    assert capabilities["semanticTokensProvider"]["full"] == {"delta": True}
    assert capabilities["semanticTokensProvider"]["range"] is True
    assert "tapped" in capabilities["semanticTokensProvider"]["legend"]["tokenModifiers"]
    assert capabilities["codeLensProvider"]["resolveProvider"] is True
    assert capabilities["completionProvider"]["resolveProvider"] is True
    assert set(capabilities["completionProvider"]["triggerCharacters"]) == set(' #"$:[')
    assert capabilities["signatureHelpProvider"]["triggerCharacters"] == [" "]
    assert capabilities["codeActionProvider"] == {"codeActionKinds": list(KINDS), "resolveProvider": True}
    assert capabilities["workspace"]["textDocumentContent"] == {"schemes": ["mtgr-state"]}
    assert capabilities["workspace"]["workspaceFolders"]["supported"] is True


def test_what_is_advertised_is_answered(session: tuple[InProcess, Message]) -> None:
    client, capabilities = session
    client.open(URI, TEXT)
    lines = TEXT.split("\n")
    line = next(n for n, text in enumerate(lines) if text.endswith("#2 resolve"))
    position = {"line": line, "character": lines[line].index("#2") + 1}
    params: dict[str, Any] = {
        "textDocument": {"uri": URI},
        "position": position,
        "positions": [position],
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}},
        "context": {"includeDeclaration": True, "triggerKind": 1, "isRetrigger": False, "diagnostics": []},
        "options": {"tabSize": 2, "insertSpaces": True},
        "ch": "!",
        "query": "playera",
        "label": "an item of completion",
        "newName": "Ann",
        "previousResultId": "none",
        "previousResultIds": [],
        "uri": f"mtgr-state:/x?uri={URI}&line={line + 1}",
    }
    [item] = client.result(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, params)
    lens = client.result(types.TEXT_DOCUMENT_CODE_LENS, params)[0]
    typed = next(n for n, text in enumerate(lines) if text.endswith("!"))
    special = {
        types.CODE_LENS_RESOLVE: lens,
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING: {"position": {"line": typed, "character": len(lines[typed])}},
    }
    for method in requests(capabilities) - {types.WORKSPACE_DIAGNOSTIC}:
        given = {**params, "item": item, **special.get(method, {})}
        if method in (types.TEXT_DOCUMENT_PREPARE_RENAME, types.TEXT_DOCUMENT_RENAME):
            given["position"] = {"line": line + 1, "character": lines[line + 1].index("PlayerA")}
        if method == types.TEXT_DOCUMENT_SIGNATURE_HELP:  # there is none before the verb
            given["position"] = {"line": line, "character": len(lines[line])}
        elif method == types.TEXT_DOCUMENT_CODE_ACTION:
            given["range"] = {"start": position, "end": position}
        elif method == types.CODE_ACTION_RESOLVE:
            given = {"title": "Insert the keyframe of this turn", "data": {}}
        assert client.result(method, given), method


def test_all_that_answers_is_imported_before_it_is_needed() -> None:
    """Imports inside functions are there so that `initialize` is answered fast. No question is to wait for one."""
    parts = ("actions", "calls", "colours", "lenses", "places", "semantic", "states", "whole", "workspace", "writing")
    needed = imported(*parts)
    assert len(needed) > 15
    assert needed <= imported("handlers") | {"mtgr.lsp.handlers"}


def imported(*modules: str) -> set[str]:
    """What functions of the server's modules import from among the features, and of the server's own modules."""
    found = set()
    for module in modules:
        path = Path(mtgr.lsp.__file__).with_name(f"{module}.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for each in ast.walk(function):
                    if isinstance(each, ast.ImportFrom) and each.module in ("mtgr.features", "mtgr.lsp"):
                        found |= {f"{each.module}.{alias.name}" for alias in each.names}
                    elif isinstance(each, ast.ImportFrom) and each.module:
                        found.add(each.module)
    return {name for name in found if name.startswith(("mtgr.features.", "mtgr.lsp."))}
