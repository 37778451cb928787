#!/usr/bin/env python3
"""Checks the history that a sealed PDF carries, from docs/events.md alone and with nothing but Python's standard library.

    python3 docs/check-sealed.py <file.pdf> [disclosures.json...]

It looks at the chain of events, at what is disclosed of them, and at whether the seal names the chain's head. It does not look at the
signature: openssl and pdfsig do (docs/evidence.md). Ends with 0 when all is right, else 1.
"""
import base64
import hashlib
import json
import re
import sys
import zlib

HASHED = ("id", "stream", "revision", "type", "version", "data", "meta", "prev")


def canonical(value):
    """The canonical text of a value (events.md, "Canonical bytes"). Numbers are whole, names are ASCII."""
    if isinstance(value, dict):
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float):
        raise ValueError("a fraction")
    return json.dumps(value, ensure_ascii=False)


def digest(value):
    return base64.urlsafe_b64encode(hashlib.sha256(canonical(value).encode("utf-8")).digest()).decode("ascii").rstrip("=")


def once(pairs):
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a name twice in one object")
    return dict(pairs)


def attached(pdf):
    """The bytes of every attached history: the streams whose type is application/jsonl."""
    for found in re.finditer(rb"/Subtype\s*/application#2[fF]jsonl", pdf):
        start = pdf.index(b"stream", found.end()) + len(b"stream")
        start += 2 if pdf[start : start + 2] == b"\r\n" else 1
        yield zlib.decompressobj().decompress(pdf[start:])


def leaf(event, path):
    for step in path:
        if isinstance(event, dict) and step in event or isinstance(event, list) and isinstance(step, int) and 0 <= step < len(event):
            event = event[step]
        else:
            return None
    return event


def check(pdf, files):
    histories = list(attached(pdf))
    if len(histories) != 1:
        yield "%d histories are attached, not one" % len(histories)
        return
    events = []
    for number, line in enumerate(histories[0].decode("utf-8").splitlines(), 1):
        event = json.loads(line, object_pairs_hook=once)
        if canonical(event) != line:
            yield "event %d is not in canonical bytes" % number
        if event["revision"] != number - 1 or event["stream"] != (events[0] if events else event)["stream"]:
            yield "event %d is not in its place" % number
        if event["prev"] != (events[-1]["hash"] if events else ""):
            yield "event %d does not follow the one before it" % number
        if digest({member: event[member] for member in HASHED}) != event["hash"]:
            yield "event %d does not have its hash" % number
        events.append(event)
    disclosed = [(event, each) for event in events for each in event.get("disclosed", [])]
    for file in files:
        for one in file["events"]:
            own = [event for event in events if (event["hash"], event["stream"]) == (one["hash"], file["stream"])]
            disclosed += [(own[0] if own else {}, each) for each in one["disclosed"]]
    for event, (path, salt, value) in disclosed:
        if leaf(event, path) != {"$": digest([salt, value])}:
            yield "what is disclosed of event %s is not what was recorded" % (event.get("revision", -1) + 1)
    stated = re.search(rb"with (\d+) events, the last ([\w-]{43})", pdf)
    if not stated or (int(stated[1]), stated[2].decode()) != (len(events), events[-1]["hash"]):
        yield "the seal names another history"
    print("%d events, the last %s; %d values disclosed" % (len(events), events[-1]["hash"], len(disclosed)))


if __name__ == "__main__":
    given = [json.load(open(path, encoding="utf-8"), object_pairs_hook=once) for path in sys.argv[2:]]
    problems = list(check(open(sys.argv[1], "rb").read(), given))
    print("\n".join(problems) or "The history is all right. Whether the file is what was sealed, its signature says.")
    sys.exit(1 if problems else 0)
