"""`mtgr lsp`: which server is started, and what is refused."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from mtgr.cli import main


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The ways the server was started, instead of starting it."""
    calls: list[object] = []

    def start_io() -> int:
        calls.append("io")
        return 1

    def start_tcp(host: str, port: int) -> int:
        calls.append((host, port))
        if port == 1:
            raise PermissionError(13, "Permission denied")
        return 0

    server = ModuleType("mtgr.lsp.server")
    server.start_io = start_io  # type: ignore[attr-defined]
    server.start_tcp = start_tcp  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "mtgr.lsp.server", server)
    return calls


@pytest.mark.parametrize("arguments", [[], ["--stdio"]])
def test_standard_input_and_output_are_the_default(started: list[object], arguments: list[str]) -> None:
    assert main(["lsp", *arguments]) == 1  # the server's own exit code
    assert started == ["io"]


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [
        ("127.0.0.1:2087", "127.0.0.1", 2087),
        ("localhost:0", "localhost", 0),
        ("[::1]:2087", "::1", 2087),
        ("127.9.9.9:65535", "127.9.9.9", 65535),
        (":2087", "127.0.0.1", 2087),
    ],
)
def test_tcp_on_this_machine(started: list[object], address: str, host: str, port: int) -> None:
    assert main(["lsp", "--tcp", address]) == 0
    assert started == [(host, port)]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org", "127.0.0.1.example.org", "localhost."])
def test_other_machines_only_if_that_is_meant(
    started: list[object], host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"[{host}]:2087" if ":" in host else f"{host}:2087"
    assert main(["lsp", "--tcp", address]) == 2
    assert started == []
    assert capsys.readouterr().err == (
        f"mtgr: {host} can be reached from other machines; add --allow-remote if that is meant\n"
    )
    assert main(["lsp", "--tcp", address, "--allow-remote"]) == 0
    assert started == [(host, 2087)]


@pytest.mark.parametrize(
    "address", ["2087", "localhost", "localhost:", "localhost:x", "localhost:-1", "localhost:65536", "localhost:²"]
)
def test_no_address(started: list[object], address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lsp", "--tcp", address]) == 2
    assert started == []
    assert capsys.readouterr().err == (
        f"mtgr: {address} is no address to listen on: write HOST:PORT, for example 127.0.0.1:2087\n"
    )


def test_a_port_that_is_taken(started: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lsp", "--tcp", "localhost:1"]) == 2
    assert capsys.readouterr().err == "mtgr: cannot listen on localhost:1: Permission denied\n"


def test_two_ways_at_once(started: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lsp", "--stdio", "--tcp", "localhost:2087"]) == 2
    assert capsys.readouterr().err == "mtgr: --stdio and --tcp exclude each other\n"
