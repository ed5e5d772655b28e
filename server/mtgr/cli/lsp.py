"""``mtgr lsp``: the language server."""

from __future__ import annotations

import ipaddress
import sys
from argparse import Namespace

from mtgr.cli.output import Trouble


def lsp(options: Namespace) -> int:
    """Serve until the editor ends the session. Returns the server's exit code; raises ``Trouble`` for a bad address."""
    if options.tcp is None:
        if sys.stdout is None:  # it was closed
            raise Trouble("there is no standard output to write to")
        from mtgr.lsp.server import start_io

        return start_io()
    if options.stdio:
        raise Trouble("--stdio and --tcp exclude each other")
    host, port = _address(options.tcp)
    if not (options.allow_remote or _is_loopback(host)):
        raise Trouble(f"{host} can be reached from other machines; add --allow-remote if that is meant")
    from mtgr.lsp.server import start_tcp

    try:
        return start_tcp(host, port)
    except OSError as error:
        raise Trouble(f"cannot listen on {options.tcp}: {error.strerror or error}") from error


def _address(text: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT``; an IPv6 address stands in brackets, and no host is this machine."""
    host, colon, port = text.rpartition(":")
    if not (colon and port.isascii() and port.isdigit() and len(port) < 6 and int(port) < 65536):
        raise Trouble(f"{text} is no address to listen on: write HOST:PORT, for example 127.0.0.1:2087")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:  # another name: where it leads is not known
        return False
