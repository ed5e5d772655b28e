"""Messages about the client's workspace folders and the files in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.lsp.protocol import Written

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
    if ls.client.pulls and ls.client.watches:
        options = types.DidChangeWatchedFilesRegistrationOptions(list(WATCHED))
        registration = types.Registration("mtgr-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        ls.client_register_capability(types.RegistrationParams([registration]))


def on_did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    ls.folder.changed([change.uri for change in params.changes])


def on_did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    tell_folders(ls)


async def on_workspace_diagnostic(ls: Server, params: types.WorkspaceDiagnosticParams) -> Written:
    previous = [(known.uri, known.value) for known in params.previous_result_ids]
    return Written(await ls.reports.of_workspace(previous, params.partial_result_token, params.work_done_token))
