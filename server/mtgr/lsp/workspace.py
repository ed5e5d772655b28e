"""Messages about the client's workspace folders and the files in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.lsp.convert import Json
from mtgr.lsp.protocol import Plain, Written

if TYPE_CHECKING:
    from mtgr.lsp.server import Server

WATCHED = (
    types.FileSystemWatcher("**/*.mtgr"),
    # A folder that is deleted or renamed takes its files with it, and not every client says so of each of them.
    types.FileSystemWatcher("**/*", types.WatchKind.Create | types.WatchKind.Delete),
)


def tell_folders(ls: Server) -> None:
    """Tell the folder which workspace folders there are."""
    root = ls.workspace.root_uri
    ls.folder.set_roots(list(ls.workspace.folders) or ([root] if root else []))


def watch_files(ls: Server) -> None:
    """Ask the client to tell of files that are created, changed or deleted."""
    if ls.client.watches:
        options = types.DidChangeWatchedFilesRegistrationOptions(list(WATCHED))
        registration = types.Registration("mtgr-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        ls.client_register_capability(types.RegistrationParams([registration]))


def on_did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    ls.index.stale = True
    ls.folder.changed([change.uri for change in params.changes])


def on_did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    ls.index.stale = True
    tell_folders(ls)


async def on_workspace_diagnostic(ls: Server, params: types.WorkspaceDiagnosticParams) -> Written:
    previous = [(known.uri, known.value) for known in params.previous_result_ids]
    return Written(await ls.reports.of_workspace(previous, params.partial_result_token, params.work_done_token))


_SYMBOLS = {"game": types.SymbolKind.Module.value, "card": types.SymbolKind.Object.value}


async def on_workspace_symbol(ls: Server, params: types.WorkspaceSymbolParams) -> Plain:
    from mtgr.features.workspace_symbols import workspace_symbols

    ls.index.stale |= not ls.client.watches
    files = await ls.index.catalogues(ls.folder.roots, ls.documents)
    return Plain(
        [
            {
                "name": found.name,
                "kind": _SYMBOLS[found.kind],
                "containerName": found.container,
                "location": {"uri": found.file, "range": _from(found.line, found.column)},
            }
            for found in workspace_symbols(files, params.query)
        ]
    )


def _from(line: int, column: int) -> Json:
    """An empty range at a place before which all is ASCII."""
    place = {"line": line, "character": column}
    return {"start": place, "end": place}
