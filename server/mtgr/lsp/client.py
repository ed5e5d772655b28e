"""What the client said it can do, as far as it changes what the server sends."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types
from pygls.capabilities import get_capability

from mtgr.document.text import Encoding

SHOW_PLACES = "mtgr.showPlaces"
"""The client's command behind a code lens that speaks of places, with a URI, a position and locations. The server uses
it if the client names it in its experimental capabilities: ``{"commands": {"commands": ["mtgr.showPlaces"]}}``."""

LINKING = ("definition", "declaration", "type_definition", "implementation")


@dataclass(frozen=True, slots=True)
class Client:
    """One client. As it stands here it can do nothing."""

    encoding: Encoding = "utf-16"
    pulls: bool = False
    """The client asks for diagnostics, and they are never published; otherwise they are published, and it may not ask.
    (Editors that get both show a mixture.) It can ask only if the server can tell it when to ask again."""
    related: bool = False
    """Diagnostics may name related places."""
    versions: bool = False
    """Published diagnostics may name the version they belong to."""
    markdown: bool = False
    links: frozenset[str] = frozenset()
    """The requests (``definition`` ...) whose answers may say what was clicked on and what surrounds the target."""
    link_tooltips: bool = False
    """Document links may have tooltips."""
    progress: bool = False
    """The server may show that it is at work."""
    watches: bool = False
    """The client tells of files that change, if it is asked to."""
    configuration: bool = False
    """The server may ask for the settings."""
    registers_settings: bool = False
    """It tells of changed settings if it is asked to."""
    refreshes_inlay_hints: bool = False
    refreshes_code_lenses: bool = False
    refreshes_contents: bool = False
    """The server may say that the content of a document it provides has changed."""
    shows_places: bool = False
    """The client has the command ``SHOW_PLACES``."""
    outlines: bool = False
    """Symbols of a document may hold others."""
    colours: bool = False
    """The client colours texts without semantic tokens, too: only those are needed that no grammar knows."""
    versioned_edits: bool = False
    """Edits may name the version of the document that they are for."""
    shows_documents: bool = False
    """The server may put the cursor somewhere."""
    snippets: bool = False
    """Items of completion may have stops for the cursor."""
    inserts_as_is: bool = False
    """The server may say that what an item inserts is indented as it should be."""
    completion_markdown: bool = False
    signature_places: bool = False
    """A part of a signature may be a place in its label."""
    actions: bool = False
    """The client takes code actions; otherwise it takes commands only."""
    resolves_actions: bool = False
    """It asks for the edit of a code action when the user has chosen it."""
    prefers_actions: bool = False
    """Code actions may say that they are the best of several."""
    fold_summaries: bool = False
    most_folds: int | None = None

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities, encoding: types.PositionEncodingKind | str | None) -> Client:
        pulls = get_capability(capabilities, "text_document.diagnostic") is not None and get_capability(
            capabilities, "workspace.diagnostics.refresh_support", False
        )
        formats = get_capability(capabilities, "text_document.hover.content_format") or [types.MarkupKind.PlainText]
        return cls(
            encoding=types.PositionEncodingKind(encoding or "utf-16").value,
            pulls=pulls,
            related=get_capability(capabilities, "text_document.publish_diagnostics.related_information", False)
            or get_capability(capabilities, "text_document.diagnostic.related_information", False),
            versions=get_capability(capabilities, "text_document.publish_diagnostics.version_support", False),
            markdown=formats[0] == types.MarkupKind.Markdown,
            links=frozenset(
                name for name in LINKING if get_capability(capabilities, f"text_document.{name}.link_support", False)
            ),
            link_tooltips=get_capability(capabilities, "text_document.document_link.tooltip_support", False),
            progress=get_capability(capabilities, "window.work_done_progress", False),
            watches=get_capability(capabilities, "workspace.did_change_watched_files.dynamic_registration", False),
            configuration=get_capability(capabilities, "workspace.configuration", False),
            registers_settings=get_capability(
                capabilities, "workspace.did_change_configuration.dynamic_registration", False
            ),
            refreshes_inlay_hints=get_capability(capabilities, "workspace.inlay_hint.refresh_support", False),
            refreshes_code_lenses=get_capability(capabilities, "workspace.code_lens.refresh_support", False),
            refreshes_contents=get_capability(capabilities, "workspace.text_document_content") is not None,
            shows_places=_has_command(capabilities.experimental, SHOW_PLACES),
            outlines=get_capability(
                capabilities, "text_document.document_symbol.hierarchical_document_symbol_support", False
            ),
            colours=get_capability(capabilities, "text_document.semantic_tokens.augments_syntax_tokens", False),
            versioned_edits=get_capability(capabilities, "workspace.workspace_edit.document_changes", False),
            shows_documents=get_capability(capabilities, "window.show_document.support", False),
            snippets=get_capability(capabilities, "text_document.completion.completion_item.snippet_support", False),
            inserts_as_is=types.InsertTextMode.AsIs
            in (
                get_capability(
                    capabilities, "text_document.completion.completion_item.insert_text_mode_support.value_set"
                )
                or ()
            ),
            completion_markdown=types.MarkupKind.Markdown
            in (get_capability(capabilities, "text_document.completion.completion_item.documentation_format") or ()),
            signature_places=get_capability(
                capabilities,
                "text_document.signature_help.signature_information.parameter_information.label_offset_support",
                False,
            ),
            actions=get_capability(capabilities, "text_document.code_action.code_action_literal_support") is not None,
            resolves_actions=get_capability(capabilities, "text_document.code_action.data_support", False)
            and "edit" in get_capability(capabilities, "text_document.code_action.resolve_support.properties", ()),
            prefers_actions=get_capability(capabilities, "text_document.code_action.is_preferred_support", False),
            fold_summaries=get_capability(
                capabilities, "text_document.folding_range.folding_range.collapsed_text", False
            ),
            most_folds=get_capability(capabilities, "text_document.folding_range.range_limit"),
        )


def _has_command(experimental: object, name: str) -> bool:
    """Whether a client says, in the way that rust-analyzer has begun, that it has a command."""
    match experimental:
        case {"commands": {"commands": [*commands]}}:
            return name in commands
    return False
