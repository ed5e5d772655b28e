"""The server as a process: what it writes where, and when it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.support.lsp_client import PUBLISH, RIGGED, SERVER, Client, Process, at, frame, put

URI = "file:///game.mtgr"
GAME = (Path(__file__).parents[2] / "conformance" / "valid" / "generated" / "small-9107.mtgr").read_bytes().decode()


def until_analysed(client: Process) -> None:
    deadline = time.monotonic() + 30
    while "analysed" not in client.log():
        assert time.monotonic() < deadline, client.log()
        time.sleep(0.01)


def ends_soon(process: subprocess.Popen[bytes]) -> int:
    """The exit code of a server that ends within three seconds, or more where other programs keep the machine busy."""
    begun = time.monotonic()
    code = process.wait(60)
    assert time.monotonic() - begun < 3 * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
    return code


@pytest.mark.parametrize("arguments", [(), ("--stdio",)])
def test_a_bare_command_speaks_on_standard_input_and_output_for_ever(arguments: tuple[str, ...]) -> None:
    """Every editor's configuration counts on it."""
    with Process(*SERVER, *arguments) as client:
        assert client.initialize()["hoverProvider"] is True
        assert client.shut_down() == 0
        assert client.log() == ""


def test_nothing_but_messages_reaches_standard_output() -> None:
    """The client fails the test if anything else does."""
    with Process(sys.executable, "-W", "always", *RIGGED[1:]) as client:
        client.initialize()
        client.open(URI, "%print\n")
        client.wait_for_notification(PUBLISH)
        assert client.shut_down() == 0
        for noise in ("a stray line", "another", "past Python", "from a child", "a stray warning"):
            assert noise in client.log()


def test_of_edits_in_a_row_the_last_one_is_analysed() -> None:
    with Process(*RIGGED) as client:
        client.initialize({"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
        client.open(URI, "%slow\n")
        client.wait_for_notification(PUBLISH)
        client.raw(b"".join(frame(edit(version)) for version in range(2, 202)))
        while client.wait_for_notification(PUBLISH)["version"] < 201:
            pass
        assert client.shut_down() == 0
        assert client.log().count("analysed") <= 1 + 3


def edit(version: int) -> bytes:
    change = put((1, 0), (1, 0), "x")
    params = {"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]}
    return json.dumps({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}).encode()


def test_exit_without_shutdown_is_a_failure() -> None:
    with Process() as client:
        client.initialize()
        client.notify("exit")
        assert ends_soon(client.process) == 1
        assert client.log() == ""


def test_the_end_of_the_input_ends_the_server_when_all_is_answered() -> None:
    with Process() as client:
        client.initialize()
        client.result("textDocument/hover", at(URI, 0, 0))  # the first one takes longer
        numbers = [client.ask("textDocument/hover", at(URI, 0, 0)) for _ in range(20)]
        client.close()
        assert client.ended() == 1
        assert [message["id"] for message in client.seen[-20:]] == numbers
        assert client.log() == ""


def test_a_client_that_reads_no_more_ends_the_server() -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE) as server:
        os.close(reading)
        os.close(writing)
        assert server.stdin is not None
        assert server.stderr is not None
        server.stdin.write(frame(b'{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}'))
        server.stdin.flush()
        assert ends_soon(server) == 1
        assert server.stderr.read() == b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_server_without_its_streams_ends_in_good_order(closed: str) -> None:
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "mtgr", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
        assert server.stderr is not None
        assert ends_soon(server) == (2 if ">&-" in closed.split() else 1)
        assert server.stderr.read() == b"mtgr: there is no standard output to write to\n" * (closed == ">&-")


def test_the_end_of_the_input_ends_a_busy_server() -> None:
    with Process(*RIGGED) as client:
        client.initialize()
        client.open(URI, "%spin\n")
        until_analysed(client)
        client.close()
        assert ends_soon(client.process) == 1


@pytest.mark.parametrize("text", ["% idle\n", "%spin\n"])
def test_the_death_of_the_editor_ends_the_server(text: str) -> None:
    """The pipes stay open, so that only the watchdog can see it."""
    editor = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with Process(*RIGGED) as client:
        client.initialize(processId=editor.pid)
        client.open(URI, text)
        until_analysed(client)
        editor.kill()
        editor.wait()
        assert ends_soon(client.process) == 1


def test_an_editor_that_cannot_be_seen_is_not_missed() -> None:
    """Its process number may come from outside of a container."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with Process() as client:
        client.initialize(processId=ended.pid)
        time.sleep(1.5)
        assert client.shut_down() == 0


def test_the_death_of_the_direct_parent_ends_the_server() -> None:
    """Even while nobody has buried it, so that its process number is still taken."""
    parent = "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))"
    with Process(sys.executable, "-c", parent, *RIGGED) as client:
        client.initialize(processId=client.process.pid)
        client.open(URI, "%spin\n")
        until_analysed(client)
        os.kill(client.process.pid, signal.SIGKILL)
        client.drain()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_client_may_come_over_the_network(host: str) -> None:
    program = f"import sys, mtgr.lsp.server; sys.exit(mtgr.lsp.server.start_tcp({host!r}, 0))"
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) as server:
        assert server.stderr is not None
        address = server.stderr.readline().decode().split()[-1]
        name, _, port = address.rpartition(":")
        with (
            socket.create_connection((name, int(port))) as line,
            line.makefile("wb") as to_server,
            line.makefile("rb") as from_server,
        ):
            client = Client(to_server, from_server)
            assert client.initialize()["hoverProvider"] is True
            assert client.result("shutdown") is None
            client.notify("exit")
            client.drain()
        assert server.wait(30) == 0
        assert server.stderr.read() == b""


def test_a_cut_line_ends_the_server() -> None:
    program = "import sys, mtgr.lsp.server; sys.exit(mtgr.lsp.server.start_tcp('127.0.0.1', 0))"
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) as server:
        assert server.stderr is not None
        port = int(server.stderr.readline().decode().rpartition(":")[2])
        socket.create_connection(("127.0.0.1", port)).close()
        assert server.wait(30) == 1


@pytest.mark.parametrize(("way", "code"), [("shutdown and exit", 0), ("exit", 1), ("end of input", 1)])
def test_a_server_that_is_busy_with_a_large_file_ends_soon(way: str, code: int) -> None:
    text = "\n".join(GAME for _ in range(80))
    with Process() as client:
        client.initialize()
        client.open(URI, text)
        client.result("textDocument/hover", at(URI, 30, 9))
        if way == "shutdown and exit":
            client.result("shutdown")
        if way == "end of input":
            client.close()
        else:
            client.notify("exit")
        assert ends_soon(client.process) == code
        assert client.log() == ""
