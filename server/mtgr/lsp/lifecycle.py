"""Messages about the conversation itself: its beginning and end, the texts, the settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.lsp import watchdog, workspace
from mtgr.lsp.client import Client
from mtgr.lsp.diagnostics import report
from mtgr.lsp.protocol import Plain, Written

if TYPE_CHECKING:
    from mtgr.lsp.server import Server


def on_initialize(ls: Server, params: types.InitializeParams) -> None:
    ls.client = Client.of(params.capabilities, ls.workspace.position_encoding)
    ls.settings.given(params.initialization_options)
    if ls.client.pulls:
        options = types.DiagnosticOptions(inter_file_dependencies=False, workspace_diagnostics=True, identifier="mtgr")
        ls.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(on_diagnostic)
        ls.feature(types.WORKSPACE_DIAGNOSTIC)(workspace.on_workspace_diagnostic)
    workspace.tell_folders(ls)
    if ls.watches_parent:
        watchdog.watch(params.process_id, lambda: os._exit(1))


def on_exit(ls: Server, params: None) -> None:
    ls.end()


# Texts


def on_did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    on_did_close(ls, types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(params.text_document.uri)))
    document = ls.documents.open(params.text_document)
    document.show_hints(ls.settings.switch("hints"))
    ls.agenda.put(document, opened=True)
    ls.folder.opened(params.text_document.uri)


def on_did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    if document := ls.documents.get(params.text_document.uri):
        document.change(params.content_changes, params.text_document.version, ls.client.encoding)
        ls.agenda.put(document)


def on_did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    if document := ls.documents.close(params.text_document.uri):
        ls.agenda.drop(document)
        if not ls.client.pulls:
            ls.publish({"uri": document.uri, "diagnostics": []})
        ls.reports.closed(document.uri)


def on_progress_cancel(ls: Server, params: types.WorkDoneProgressCancelParams) -> None:
    ls.agenda.cancel(params.token)


async def on_diagnostic(ls: Server, params: types.DocumentDiagnosticParams) -> Plain | Written:
    uri, previous = params.text_document.uri, params.previous_result_id
    if not ls.documents.get(uri) and (written := await ls.reports.of_file(uri, previous)):
        return Written(written)
    if document := ls.documents.get(uri):
        return Plain(report(document, previous, ls.client))
    return Plain({"kind": "full", "items": []})


# Settings


def on_initialized(ls: Server, params: types.InitializedParams) -> None:
    workspace.watch_files(ls)
    if ls.client.registers_settings:
        options = types.DidChangeConfigurationRegistrationOptions(section="mtgr")
        registration = types.Registration("mtgr-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
        ls.client_register_capability(types.RegistrationParams([registration]))
    if ls.client.configuration:
        _ask_for_settings(ls)


def on_did_change_configuration(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    if ls.client.configuration:
        _ask_for_settings(ls)
    else:
        ls.settings.given(params.settings)
        _settings_changed(ls)


def _ask_for_settings(ls: Server) -> None:
    def given(found: object) -> None:
        if isinstance(found, (list, tuple)) and found and found[0] is not None:
            ls.settings.given({"mtgr": found[0]})
            _settings_changed(ls)

    items = [types.ConfigurationItem(section="mtgr")]
    ls.workspace_configuration(types.ConfigurationParams(items), given)


def _settings_changed(ls: Server) -> None:
    """What the settings change is to be shown anew, or asked for again."""
    for document in ls.documents:
        if document.show_hints(ls.settings.switch("hints")):
            document.incomplete = True
            ls.agenda.put(document)
    if ls.client.refreshes_inlay_hints:
        ls.workspace_inlay_hint_refresh(None)
    if ls.client.refreshes_code_lenses:
        ls.workspace_code_lens_refresh(None)
