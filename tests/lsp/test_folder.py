"""The findings of the files of a folder: what is reported when, and that a request is held open until then."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.bench import processes
from tests.support.lsp_client import LOG, InProcess, Message, Process, at, put
from tests.support.markers import game

import mtgr.files.crew
import mtgr.lsp.folder
import mtgr.lsp.folder_files
import mtgr.lsp.folder_reports
from mtgr.lsp.folder_job import Checked, Order

GOOD = game('    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?\n')
BAD = GOOD.replace("by ?", "by #7")
WORSE = GOOD.replace("0:00   #1", "0:00   #2").replace("by ?", "by #7").replace("pt 2/2", "tapped pt 2/2")

CAPABILITIES: Message = {
    "textDocument": {"diagnostic": {}},
    "workspace": {
        "diagnostics": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "workspaceFolders": True,
    },
}
UNWATCHED: Message = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
CREATED, CHANGED, DELETED = 1, 2, 3
CANCELLED = -32800


class Editor:
    """A client that keeps account of the reports it has, as editors do."""

    def __init__(self, client: InProcess, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.ids: dict[str, str] = {}
        self.partial: str | None = None
        self.number = 0

    def start(self, capabilities: Message = CAPABILITIES, **params: object) -> None:
        folders = [{"uri": self.folder.as_uri(), "name": "games"}]
        self.client.initialize(capabilities, **{"workspaceFolders": folders, **params})
        if capabilities is CAPABILITIES:
            self.agree("client/registerCapability")

    def agree(self, method: str) -> Message:
        """Wait for a request of the server's and answer it with null."""
        asked = self.client.wait_for(lambda message: message.get("method") == method)
        self.client.send({"jsonrpc": "2.0", "id": asked["id"], "result": None})
        params: Message = asked["params"]
        return params

    def uri(self, name: str) -> str:
        return f"{self.folder.as_uri()}/{name}"

    def ask(self, **more: object) -> None:
        previous = [{"uri": uri, "value": value} for uri, value in self.ids.items()]
        tokens = {} if self.partial is None else {"partialResultToken": self.partial}
        self.number = self.client.ask("workspace/diagnostic", {"previousResultIds": previous, **tokens, **more})

    def answer(self) -> dict[str, list[str]]:
        """Wait for the answer: the codes of each file that was reported, with the reports that came before it."""
        before = len(self.client.seen)
        number = self.number
        answer = self.client.wait_for(lambda message: message.get("id") == number and "method" not in message)
        assert "result" in answer, answer
        came = self.client.seen[before:]
        values = [message["params"]["value"] for message in came if message.get("method") == "$/progress"]
        reports = [report for value in [*values, answer["result"]] for report in value.get("items", [])]
        if self.partial is not None:
            assert answer["result"] == {"items": []}
        for report in reports:
            assert (report["kind"], report["version"]) == ("full", None)
            self.ids[report["uri"]] = report["resultId"]
        names = {report["uri"].removeprefix(self.folder.as_uri() + "/"): report for report in reports}
        return {name: [item.get("code", item["message"]) for item in report["items"]] for name, report in names.items()}

    def reports(self, **more: object) -> dict[str, list[str]]:
        self.ask(**more)
        return self.answer()

    def is_held(self) -> bool:
        """Whether the request is still open, once the server has seen all that it was told."""
        before = len(self.client.seen)
        self.client.result("textDocument/hover", at("file:///none", 0, 0))
        while self.client.server.folder.busy:
            time.sleep(0.01)
        for _ in range(5):
            self.client.result("textDocument/hover", at("file:///none", 0, 0))
        return all(message.get("id") != self.number for message in self.client.seen[before:])

    def tell(self, kind: int, *names: str) -> None:
        changes = [{"uri": self.uri(name), "type": kind} for name in names]
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def write(self, name: str, text: str, kind: int = CHANGED) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(text.encode())
        self.tell(kind, name)

    def pull(self, name: str, previous: str | None = None) -> Message:
        params: dict[str, Any] = {"textDocument": {"uri": self.uri(name)}}
        if previous is not None:
            params["previousResultId"] = previous
        report: Message = self.client.result("textDocument/diagnostic", params)
        return report


class Alone:
    """In the place of a crew, which takes long to start: does the work in the thread that asks for it."""

    def __init__(self, job: Callable[[Order], Checked], size: int, *, background: bool) -> None:
        assert background
        self.job = job

    def run(self, tasks: Iterable[Order]) -> Iterator[tuple[Order, Checked | None]]:
        for task in tasks:
            yield task, None if task.path.endswith("deadly.mtgr") else self.job(task)

    def end(self) -> None:
        """There is nobody to end."""


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgr.files.crew, "Crew", Alone)


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    (tmp_path / "good.mtgr").write_bytes(GOOD.encode())
    (tmp_path / "bad.mtgr").write_bytes(BAD.encode())
    (tmp_path / "notes.txt").write_bytes(b"no game")
    with InProcess() as client:
        yield Editor(client, tmp_path)


def test_every_file_is_reported_once(editor: Editor) -> None:
    editor.start()
    assert editor.reports() == {"good.mtgr": [], "bad.mtgr": ["check-5"]}
    editor.ask()
    assert editor.is_held()


def test_places_are_those_of_the_client(editor: Editor) -> None:
    editor.start()
    editor.write("bad.mtgr", "% 🔥\r\r\n" + BAD)
    editor.ask()
    answer = editor.client.wait_for(lambda message: message.get("id") == editor.number)
    [found] = [report for report in answer["result"]["items"] if report["uri"] == editor.uri("bad.mtgr")]
    editor.client.open("file:///elsewhere.mtgr", "% 🔥\r\r\n" + BAD)
    params = {"textDocument": {"uri": "file:///elsewhere.mtgr"}}
    assert found["items"] == editor.client.result("textDocument/diagnostic", params)["items"]


def test_a_change_answers_the_request_that_is_held(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.ask()
    editor.write("good.mtgr", WORSE)
    assert list(editor.answer()) == ["good.mtgr"]
    editor.ask()
    editor.write("good.mtgr", GOOD)
    assert editor.answer() == {"good.mtgr": []}


def test_a_change_that_changes_no_finding_answers_nothing(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.ask()
    editor.write("bad.mtgr", BAD + "% a note\n")
    assert editor.is_held()


def test_a_change_between_two_requests_is_reported_by_the_second(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.write("good.mtgr", BAD)
    assert editor.reports() == {"good.mtgr": ["check-5"]}


def test_files_come_and_go(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.ask()
    editor.write("more/one.mtgr", BAD, CREATED)
    assert editor.answer() == {"more/one.mtgr": ["check-5"]}
    editor.ask()
    (editor.folder / "bad.mtgr").unlink()
    editor.tell(DELETED, "bad.mtgr")
    assert editor.answer() == {"bad.mtgr": []}
    editor.ask()
    assert editor.is_held()


def test_very_many_changes_are_found_by_a_search(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.ask()
    names = [f"{number}.mtgr" for number in range(101)]
    for name in names:
        (editor.folder / name).write_bytes(GOOD.encode())
    editor.tell(CREATED, *names)
    assert editor.answer() == {name: [] for name in names}


def test_a_file_that_is_renamed_is_cleared_and_reported(editor: Editor) -> None:
    editor.start()
    editor.reports()
    (editor.folder / "bad.mtgr").rename(editor.folder / "worse.mtgr")
    editor.tell(DELETED, "bad.mtgr")
    editor.tell(CREATED, "worse.mtgr")
    assert editor.reports() == {"bad.mtgr": [], "worse.mtgr": ["check-5"]}


def test_a_folder_takes_its_files_with_it(editor: Editor) -> None:
    (editor.folder / "a" / "b").mkdir(parents=True)
    (editor.folder / "a" / "b" / "c.mtgr").write_bytes(BAD.encode())
    editor.start()
    assert editor.reports()["a/b/c.mtgr"] == ["check-5"]
    editor.ask()
    (editor.folder / "a").rename(editor.folder / "z")
    editor.tell(DELETED, "a")
    editor.tell(CREATED, "z")
    assert editor.answer() == {"a/b/c.mtgr": [], "z/b/c.mtgr": ["check-5"]}
    editor.ask()
    shutil.rmtree(editor.folder / "z")
    editor.tell(DELETED, "z")
    assert editor.answer() == {"z/b/c.mtgr": []}


def test_workspace_folders_come_and_go(editor: Editor, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "x y.mtgr").write_bytes(BAD.encode())
    editor.start()
    editor.reports()
    editor.ask()
    folder = {"uri": other.as_uri() + "/", "name": "other"}
    editor.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    assert editor.answer() == {f"{other.as_uri()}/x%20y.mtgr": ["check-5"]}
    editor.ask()
    editor.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
    assert editor.answer() == {f"{other.as_uri()}/x%20y.mtgr": []}


def test_without_folders_there_is_nothing_to_report(editor: Editor) -> None:
    editor.start(workspaceFolders=None)
    editor.ask()
    assert editor.is_held()


def test_the_root_is_the_folder_of_old_clients(editor: Editor) -> None:
    editor.start(workspaceFolders=None, rootUri=editor.folder.as_uri())
    assert len(editor.reports()) == 2


def test_open_documents_are_left_out(editor: Editor) -> None:
    editor.start()
    editor.client.open(editor.uri("bad.mtgr"), BAD)
    assert editor.reports() == {"good.mtgr": []}
    editor.ask()
    editor.client.open(editor.uri("good.mtgr"), GOOD)
    editor.client.change(editor.uri("good.mtgr"), 2, put((0, 0), (0, 0), "damaged"))
    editor.write("good.mtgr", WORSE)
    assert editor.is_held()


def test_a_closed_document_is_reported_as_the_file_is(editor: Editor) -> None:
    editor.start()
    editor.client.open(editor.uri("bad.mtgr"), GOOD)
    editor.reports()
    editor.ask()
    editor.client.close_document(editor.uri("bad.mtgr"))
    assert editor.answer() == {"bad.mtgr": ["check-5"]}


def test_a_document_that_is_closed_may_still_be_asked_for(editor: Editor) -> None:
    """Editors do so a last time, and what they get stays."""
    editor.start()
    editor.reports()
    editor.client.open(editor.uri("bad.mtgr"), GOOD)
    editor.client.change(editor.uri("bad.mtgr"), 2, {"text": WORSE})
    editor.write("bad.mtgr", BAD.replace("#7", "#8"))
    editor.client.close_document(editor.uri("bad.mtgr"))
    report = editor.pull("bad.mtgr")
    assert [item["message"].count("#8") for item in report["items"]] == [1]
    assert editor.pull("bad.mtgr", report["resultId"]) == {"kind": "unchanged", "resultId": report["resultId"]}
    assert editor.pull("none.mtgr") == {"kind": "full", "items": []}


def test_a_file_and_the_document_of_it_have_the_same_id(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.client.open(editor.uri("bad.mtgr"), BAD)
    assert editor.pull("bad.mtgr")["resultId"] == editor.ids[editor.uri("bad.mtgr")]


def test_what_a_client_has_from_before_a_restart_is_not_sent_again(editor: Editor) -> None:
    editor.start()
    editor.reports()
    with InProcess() as client:
        later = Editor(client, editor.folder)
        later.ids = editor.ids | {editor.uri("gone.mtgr"): "x"}
        later.start()
        assert later.reports() == {"gone.mtgr": []}


def test_partial_results(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgr.lsp.folder_reports, "PIECE", 1)
    editor.partial = 'a "token"'
    editor.start()
    assert editor.reports() == {"good.mtgr": [], "bad.mtgr": ["check-5"]}
    assert {progress["token"] for progress in editor.client.notifications("$/progress")} == {'a "token"'}
    assert len(editor.client.notifications("$/progress")) == 2
    editor.ask()
    assert editor.is_held()
    editor.write("good.mtgr", BAD)
    assert editor.answer() == {"good.mtgr": ["check-5"]}


def values(editor: Editor, token: object) -> list[Message]:
    return [each["value"] for each in editor.client.notifications("$/progress") if each["token"] == token]


def test_the_progress_that_a_client_asks_for(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtgr.lsp.progress.EVERY", 0)
    editor.start()
    editor.reports(workDoneToken=7)
    begin, *reports, end = values(editor, 7)
    assert begin == {"kind": "begin", "title": "Checking games", "cancellable": False, "percentage": 0}
    assert reports[-1] == {"kind": "report", "percentage": 50, "message": "1 of 2 files"}
    assert end == {"kind": "end", "message": "2 files checked"}
    editor.ask(workDoneToken=8)
    assert editor.is_held()
    assert values(editor, 8) == []


def test_long_work_is_shown(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgr.lsp.folder_reports, "LONG", 0)
    editor.start({**CAPABILITIES, "window": {"workDoneProgress": True}})
    editor.agree("client/registerCapability")
    editor.ask()
    token = editor.agree("window/workDoneProgress/create")["token"]
    editor.answer()
    assert [value["kind"] for value in values(editor, token)][:1] == ["begin"]
    assert values(editor, token)[-1] == {"kind": "end", "message": "2 files checked"}


def test_a_request_that_is_held_can_be_cancelled(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.ask()
    assert editor.is_held()
    editor.client.notify("$/cancelRequest", {"id": editor.number})
    answer = editor.client.wait_for(lambda message: message.get("id") == editor.number)
    assert answer["error"]["code"] == CANCELLED
    editor.ask()
    editor.write("good.mtgr", BAD)
    assert editor.answer() == {"good.mtgr": ["check-5"]}


def test_a_second_request_answers_the_first(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.ask()
    first = editor.number
    editor.ask()
    answer = editor.client.wait_for(lambda message: message.get("id") == first)
    assert answer["result"] == {"items": []}
    assert editor.is_held()


def test_the_end_answers_what_is_held(editor: Editor) -> None:
    editor.start()
    editor.reports()
    editor.ask()
    assert editor.is_held()
    number = editor.client.ask("shutdown")
    answers = [editor.client.wait_for(lambda message: "id" in message) for _ in range(2)]
    assert {answer["id"]: answer.get("error", {}).get("code") for answer in answers} == {
        editor.number: CANCELLED,
        number: None,
    }
    editor.client.notify("exit")
    assert editor.client.ended() == 0


def test_a_client_that_does_not_watch_files_is_told_too(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgr.lsp.folder_reports, "POLL", 0.05)
    editor.start(UNWATCHED)
    editor.reports()
    editor.ask()
    assert editor.is_held()
    (editor.folder / "bad.mtgr").unlink()
    assert editor.answer() == {"bad.mtgr": []}
    (editor.folder / "good.mtgr").write_bytes(BAD.encode())
    assert editor.reports() == {"good.mtgr": ["check-5"]}


def test_only_so_many_files_are_checked_and_that_is_said(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgr.lsp.folder_files, "MOST_FILES", 1)
    monkeypatch.setattr(mtgr.lsp.folder, "MOST_FILES", 1)
    editor.start()
    assert list(editor.reports()) == ["bad.mtgr"]
    [said] = editor.client.notifications("window/showMessage")
    assert said["message"] == (
        "This workspace has 2 .mtgr files, of which 1 are checked. "
        "The others are checked when they are open, and by `mtgr check`."
    )


def test_a_file_that_is_too_large_says_so(editor: Editor) -> None:
    with (editor.folder / "large.mtgr").open("wb") as file:
        file.truncate(20_000_001)
    editor.start()
    [message] = editor.reports()["large.mtgr"]
    assert message.startswith("This file has 20 MB; one of more than 20 MB is checked when it is open")


def test_what_is_no_game_is_reported_like_an_open_document(editor: Editor) -> None:
    (editor.folder / "binary.mtgr").write_bytes(b"\0\1\2")
    (editor.folder / "empty.mtgr").write_bytes(b"")
    (editor.folder / "nowhere.mtgr").symlink_to(editor.folder / "none")
    (editor.folder / ".git").mkdir()
    (editor.folder / ".git" / "hidden.mtgr").write_bytes(BAD.encode())
    editor.start()
    reports = editor.reports()
    assert reports["binary.mtgr"] == reports["empty.mtgr"] == ["check-1"]
    assert sorted(reports) == ["bad.mtgr", "binary.mtgr", "empty.mtgr", "good.mtgr"]


def test_clients_that_are_published_to_get_nothing_more(editor: Editor) -> None:
    editor.start({"workspace": CAPABILITIES["workspace"]})
    assert "error" in editor.client.request("workspace/diagnostic", {"previousResultIds": []})
    assert editor.client.shut_down() == 0
    methods = {message["method"] for message in editor.client.seen if "method" in message}
    assert methods <= {"client/registerCapability"}  # the search over the folder's files is told of changes as well


def test_a_file_that_kills_the_process_which_checks_it_says_so(editor: Editor) -> None:
    (editor.folder / "deadly.mtgr").write_bytes(GOOD.encode())
    editor.start()
    reports = editor.reports()
    [message] = reports.pop("deadly.mtgr")
    assert message.startswith("This file could not be checked: the process that did it has ended")
    assert reports == {"good.mtgr": [], "bad.mtgr": ["check-5"]}


def test_processes_that_always_die_are_given_up(editor: Editor) -> None:
    for number in range(9):
        (editor.folder / f"{number}-deadly.mtgr").write_bytes(f"{GOOD}% {'x' * 1000}\n".encode())  # they come first
    editor.start()
    assert len(editor.reports()) == 3
    [told] = editor.client.notifications(LOG)
    assert "the processes that check the files of the folder end before they are done" in told["message"]
    editor.ask()
    editor.write("good.mtgr", WORSE)
    assert list(editor.answer()) == ["good.mtgr"]


def test_a_search_that_fails_is_no_end(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    """And least of all of the reports that the client has from before."""
    monkeypatch.setattr(mtgr.lsp.folder, "search", lambda roots: 1 / 0)
    editor.start()
    editor.ids = {editor.uri("bad.mtgr"): "from before"}
    editor.ask()
    assert editor.is_held()
    monkeypatch.undo()
    monkeypatch.setattr(mtgr.files.crew, "Crew", Alone)
    (editor.folder / "more").mkdir()
    editor.tell(CREATED, "more")
    assert len(editor.answer()) == 2


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.skipif(not processes.AVAILABLE, reason="the processes below another are found in /proc")
def test_the_processes_do_not_outlive_the_server(tmp_path: Path) -> None:
    text = GOOD + "".join(f"% {number}\n" for number in range(100_000))
    for number in range(20):
        (tmp_path / f"{number}.mtgr").write_bytes(text.encode())
    with Process() as client:
        client.initialize(CAPABILITIES, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "games"}])
        client.ask("workspace/diagnostic", {"previousResultIds": [], "partialResultToken": 1})
        client.wait_for_notification("$/progress")
        below = processes.tree(client.process.pid)[1:]
        assert len(below) > 1
        client.process.kill()
        client.process.wait()
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in below))
        assert client.log() == ""


def test_a_crew_of_processes_does_the_work(tmp_path: Path) -> None:
    """In an interpreter that hears of nothing, as editors start one that they bring along."""
    for number in range(5):
        (tmp_path / f"{number}.mtgr").write_bytes((BAD if number % 2 else GOOD).encode())
    package = Path(mtgr.lsp.folder.__file__).parents[2]
    program = f"import sys; sys.path.insert(0, {str(package)!r}); import mtgr.lsp; sys.exit(mtgr.lsp.main())"
    with Process(sys.executable, "-I", "-c", program) as client:
        client.initialize(CAPABILITIES, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "games"}])
        items = client.result("workspace/diagnostic", {"previousResultIds": []})["items"]
        assert sorted(len(item["items"]) for item in items) == [0, 0, 0, 1, 1]
        assert client.shut_down() == 0
        assert client.log() == ""
