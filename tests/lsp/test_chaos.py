"""Any messages in any order: every request gets one answer, and the server's text stays the client's."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.lsp_client import LOG, InProcess, Message, at, put
from tests.support.slow_text import Slow

from mtgr.document.text import Encoding

URI, OTHER = "file:///a.mtgr", "file:///b.mtgr"

texts = st.text(st.sampled_from('ab\n\n\r😀\u2028#1"[]()%;\ud83d'), max_size=12)
uris = st.sampled_from([URI, URI, URI, OTHER])
numbers = st.integers(-2, 12) | st.sampled_from([2**31, 2**63, -(2**40)])
places = st.tuples(numbers, numbers)
methods = st.sampled_from(["textDocument/hover", "textDocument/definition", "textDocument/none", "$/none", "shutdown "])


def requests(uri: str, place: tuple[int, int], method: str) -> Message:
    return {"method": method, "params": at(uri, *place)}


messages = st.one_of(
    st.tuples(st.just("request"), st.builds(requests, uris, places, methods)),
    st.tuples(st.just("request"), st.builds(lambda method: {"method": method}, methods)),
    st.tuples(st.just("open"), texts),
    st.tuples(st.just("change"), st.lists(st.tuples(places, places, texts), max_size=3)),
    st.tuples(st.just("replace"), texts),
    st.tuples(st.just("close"), st.none()),
    st.tuples(st.just("cancel"), st.integers(0, 20)),
    st.tuples(st.just("rubbish"), st.sampled_from([b"{", b"[]", b'"a"', b"\xff", b'{"jsonrpc": "2.0"}'])),
)


@settings(max_examples=40)
@given(st.sampled_from(["utf-8", "utf-16", "utf-32"]), st.lists(messages, max_size=25))
def test_any_messages_in_any_order(encoding: Encoding, sent: list[tuple[str, object]]) -> None:
    model: Slow | None = None
    asked = []
    with InProcess() as client:
        client.initialize({"general": {"positionEncodings": [encoding]}})
        for kind, content in sent:
            match kind, content:
                case "request", {"method": str(method), **rest}:
                    asked.append(client.ask(method, rest.get("params")))
                case "open", str(text):
                    client.open(URI, text)
                    model = Slow(text)
                case "change", list(changes):
                    client.change(URI, 1, *(put(*change) for change in changes))
                    for start, end, text in changes if model else []:
                        assert model is not None
                        model = model.edit(start, end, text, encoding)
                case "replace", str(text):
                    client.change(URI, 1, {"text": text})
                    model = model and Slow(text)
                case "close", _:
                    client.close_document(URI)
                    model = None
                case "cancel", number:
                    client.notify("$/cancelRequest", {"id": number})
                case "rubbish", bytes(body):
                    client.body(body)
        assert "error" in client.request("$/none")
        document = client.server.documents.get(URI)
        assert (document and document.text.text()) == (model and model.string)
        assert client.shut_down() == 0
        answered = [message["id"] for message in client.seen if message.get("id") in asked]
        assert answered == asked
        assert client.notifications(LOG) == []
