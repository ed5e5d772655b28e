"""Which message is handled by what, and how the server tells the client of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lsprotocol import types

from mtgr.features.legend import MODIFIERS, TYPES
from mtgr.lsp import (
    actions,
    boards,
    calls,
    colours,
    editing,
    formatting,
    lenses,
    lifecycle,
    places,
    states,
    ways,
    whole,
    workspace,
    writing,
)

TYPED = types.DocumentOnTypeFormattingOptions("\n", list("()!?"))
LEGEND = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))

HANDLERS: dict[str, tuple[Callable[..., object], Any]] = {
    types.INITIALIZE: (lifecycle.on_initialize, None),
    types.INITIALIZED: (lifecycle.on_initialized, None),
    types.EXIT: (lifecycle.on_exit, None),
    types.TEXT_DOCUMENT_DID_OPEN: (lifecycle.on_did_open, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (lifecycle.on_did_change, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (lifecycle.on_did_close, None),
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: (lifecycle.on_progress_cancel, None),
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: (lifecycle.on_did_change_configuration, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (workspace.on_did_change_watched_files, None),
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: (workspace.on_did_change_workspace_folders, None),
    types.TEXT_DOCUMENT_HOVER: (places.on_hover, None),
    types.TEXT_DOCUMENT_DEFINITION: (places.on_definition, None),
    types.TEXT_DOCUMENT_DECLARATION: (places.on_declaration, None),
    types.TEXT_DOCUMENT_TYPE_DEFINITION: (places.on_type_definition, None),
    types.TEXT_DOCUMENT_IMPLEMENTATION: (places.on_implementation, None),
    types.TEXT_DOCUMENT_REFERENCES: (places.on_references, None),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (places.on_document_highlight, None),
    types.TEXT_DOCUMENT_SELECTION_RANGE: (places.on_selection_range, None),
    types.TEXT_DOCUMENT_COMPLETION: (writing.on_completion, writing.COMPLETION),
    types.COMPLETION_ITEM_RESOLVE: (writing.on_completion_resolve, None),
    types.TEXT_DOCUMENT_SIGNATURE_HELP: (writing.on_signature_help, writing.SIGNATURES),
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: (calls.on_prepare, None),
    types.CALL_HIERARCHY_INCOMING_CALLS: (calls.on_incoming, None),
    types.CALL_HIERARCHY_OUTGOING_CALLS: (calls.on_outgoing, None),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (editing.on_prepare_rename, None),
    types.TEXT_DOCUMENT_RENAME: (editing.on_rename, None),
    types.TEXT_DOCUMENT_FOLDING_RANGE: (whole.on_folding_range, None),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (whole.on_document_symbol, types.DocumentSymbolOptions(label="mtgr")),
    types.TEXT_DOCUMENT_DOCUMENT_LINK: (whole.on_document_link, types.DocumentLinkOptions(resolve_provider=False)),
    types.TEXT_DOCUMENT_INLAY_HINT: (whole.on_inlay_hint, types.InlayHintOptions(resolve_provider=False)),
    types.TEXT_DOCUMENT_CODE_LENS: (lenses.on_code_lens, types.CodeLensOptions(resolve_provider=True)),
    types.CODE_LENS_RESOLVE: (lenses.on_code_lens_resolve, None),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (colours.on_full, LEGEND),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA: (colours.on_delta, LEGEND),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: (colours.on_range, LEGEND),
    types.TEXT_DOCUMENT_FORMATTING: (formatting.on_formatting, None),
    types.TEXT_DOCUMENT_RANGE_FORMATTING: (formatting.on_range_formatting, None),
    types.TEXT_DOCUMENT_ON_TYPE_FORMATTING: (formatting.on_type_formatting, TYPED),
    types.TEXT_DOCUMENT_CODE_ACTION: (actions.on_code_action, actions.OPTIONS),
    types.CODE_ACTION_RESOLVE: (actions.on_code_action_resolve, None),
    types.WORKSPACE_SYMBOL: (workspace.on_workspace_symbol, types.WorkspaceSymbolOptions(resolve_provider=False)),
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT: (states.on_content, None),
    states.METHOD: (states.on_state, None),
    editing.ANNOTATE: (editing.on_annotate, None),
    ways.METHOD: (ways.on_navigate, None),
    boards.BOARD: (boards.on_board, None),
    boards.COURSE: (boards.on_course, None),
    boards.LAST_EVENT: (boards.on_last_event, None),
}
"""Each method with its handler and the options that go with its capability. The handler of diagnostics is there only
for a client that asks for them (``lifecycle.on_initialize``)."""

COMMANDS: dict[str, Callable[..., object]] = {editing.ANNOTATE_COMMAND: editing.on_annotate_command}
"""Each command of ``workspace/executeCommand`` with its handler."""


def get_ready() -> Iterator[None]:
    """Import what answers questions, a little at a time, so that the first one is answered like the others.

    It is done when there is time, since an editor waits for the answer to ``initialize``.
    """
    # ruff: noqa: F401 - to have imported them is all
    from mtgr.features import hover

    yield
    from mtgr.features import definition, folding, tokens
    from mtgr.lsp import semantic

    yield
    from mtgr.features import highlight, inlay, symbols

    yield
    from mtgr.features import declaration, implementation, lens, links, references, selection, type_definition

    yield
    from mtgr.features import board_view, call_hierarchy, course, state, workspace_symbols

    yield
    from mtgr.features import code_actions, completion, completion_docs, signature
