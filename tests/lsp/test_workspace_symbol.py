"""The search over all files of the folder, opened or not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.lsp_client import InProcess, Message
from tests.support.markers import game

WATCHES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
BEAR = game('new card #1 "Grizzly Bears" owner "PlayerA" in hand')
OPT = game('new card #1 "Opt" owner "PlayerA" in hand')


@pytest.fixture(params=[WATCHES, None], ids=["watching", "not watching"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[InProcess]:
    (tmp_path / "season").mkdir()
    write(tmp_path / "season" / "one.mtgr", BEAR)
    write(tmp_path / "two.mtgr", OPT)
    with InProcess() as client:
        client.initialize(request.param, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "games"}])
        yield client
        assert client.shut_down() == 0


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def changed(client: InProcess, path: Path) -> None:
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})


def ask(client: InProcess, query: str) -> list[Message]:
    found: list[Message] = client.result("workspace/symbol", {"query": query})
    return found


def test_a_card_is_found_in_files_that_nobody_opened(client: InProcess, tmp_path: Path) -> None:
    [found] = ask(client, "grizzly")
    assert (found["name"], found["kind"]) == ("Grizzly Bears", 19)
    assert found["location"]["uri"] == (tmp_path / "season" / "one.mtgr").as_uri()
    place = found["location"]["range"]["start"]
    assert BEAR.split("\n")[place["line"]][place["character"] :].startswith('"Grizzly')


def test_games_are_found_by_their_players(client: InProcess) -> None:
    assert [each["kind"] for each in ask(client, "playera")] == [2, 2]


def test_an_open_document_is_what_the_editor_holds(client: InProcess, tmp_path: Path) -> None:
    uri = (tmp_path / "two.mtgr").as_uri()
    client.open(uri, OPT.replace("Opt", "Forest"))
    assert ask(client, "opt") == []
    assert [each["name"] for each in ask(client, "forest")] == ["Forest"]
    client.change(uri, 2, {"text": OPT.replace("Opt", "Island")})
    assert [each["name"] for each in ask(client, "island")] == ["Island"]
    client.close_document(uri)
    assert [each["name"] for each in ask(client, "opt")] == ["Opt"]


def test_changes_on_the_disk_are_seen(client: InProcess, tmp_path: Path) -> None:
    assert ask(client, "forest") == []
    write(tmp_path / "two.mtgr", OPT.replace("Opt", "Forest of the future"))
    changed(client, tmp_path / "two.mtgr")
    assert [each["name"] for each in ask(client, "forest")] == ["Forest of the future"]
    (tmp_path / "two.mtgr").unlink()
    changed(client, tmp_path / "two.mtgr")
    assert ask(client, "forest") == []


def test_other_folders_have_other_games(client: InProcess, tmp_path: Path) -> None:
    season = {"uri": (tmp_path / "season").as_uri(), "name": "season"}
    everything = {"uri": tmp_path.as_uri(), "name": "games"}
    assert len(ask(client, "playera")) == 2
    event = {"added": [season], "removed": [everything]}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    assert [each["name"] for each in ask(client, "grizzly")] == ["Grizzly Bears"]
    assert len(ask(client, "playera")) == 1
