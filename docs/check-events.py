#!/usr/bin/env python3
"""Checks stored events against docs/events.md, with nothing but Python's standard library.

    python3 docs/check-events.py [file]

Without a file it checks docs/event-vectors.json; a file that ends in .jsonl is a history as it is exported. Prints a line for each thing that is wrong; ends with 0 when all is right, else 1.
"""
import base64
import hashlib
import json
import os
import re
import sys

LARGEST = 2**53 - 1
DIGEST = re.compile(r"^[A-Za-z0-9_-]{43}$")
HASHED = ("id", "stream", "revision", "type", "version", "data", "meta", "prev")


class NotCanonical(Exception):
    pass


def canonical(value):
    """The canonical text of a value (events.md, "Canonical bytes")."""
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        if abs(value) > LARGEST:
            raise NotCanonical("%d is too large to be exact" % value)
        return str(value)
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise NotCanonical("text with half a surrogate pair")
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, dict):
        for name in value:
            if not re.fullmatch(r"[\x20-\x7e]*", name):
                raise NotCanonical("a name that is not printable ASCII")
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in sorted(value)) + "}"
    raise NotCanonical("%r is not allowed" % (value,))


def digest(value):
    raw = hashlib.sha256(canonical(value).encode("utf-8")).digest()
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def once(pairs):
    """An object in which each name stands once."""
    if len({name for name, _ in pairs}) < len(pairs):
        raise NotCanonical("a name twice in one object")
    return dict(pairs)


def read(text):
    return json.loads(text, object_pairs_hook=once)


def at(value, path):
    for step in path:
        if isinstance(value, dict) and isinstance(step, str) and step in value:
            value = value[step]
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def check_values(file):
    for case in file.get("canonical", []):
        if canonical(case["value"]) != case["text"]:
            yield "canonical %s: the text is %s" % (case["name"], canonical(case["value"]))
        if digest(case["value"]) != case["digest"]:
            yield "canonical %s: the digest is %s" % (case["name"], digest(case["value"]))
    for case in file.get("refused", []):
        try:
            canonical(read(case["json"]))
            yield "refused %s: it was accepted" % case["name"]
        except NotCanonical:
            pass
    for at_, leaf in enumerate(file.get("leaves", [])):
        if digest([leaf["salt"], leaf["value"]]) != leaf["digest"]:
            yield "leaf %d: the digest is not that of its salt and value" % at_


def check_stream(stream):
    head = ""
    for place, event in enumerate(stream["events"]):
        name = "%s, event %d" % (stream["name"], place)
        if event["stream"] != stream["events"][0]["stream"]:
            yield name + ": it belongs to another stream"
        if event["revision"] != place:
            yield name + ": its revision is %s" % event["revision"]
        if event["prev"] != head:
            yield name + ": it is not chained to the event before it"
        try:
            right = digest({member: event[member] for member in HASHED})
        except NotCanonical as problem:
            right = None
            yield name + ": %s" % problem
        if right != event["hash"]:
            yield name + ": its bytes do not have its hash"
        head = event["hash"]
    for revision, path, salt, value in stream.get("disclosures", []):
        name = "%s, disclosure of %s in event %s" % (stream["name"], "/".join(map(str, path)), revision)
        events = stream["events"]
        leaf = at(events[revision], path) if 0 <= revision < len(events) else None
        if not isinstance(leaf, dict) or list(leaf) != ["$"] or not DIGEST.match(str(leaf["$"])):
            yield name + ": there is no leaf"
        elif leaf["$"] != digest([salt, value]):
            yield name + ": the value does not have the leaf's digest"


def history(path, lines):
    """One stream as it is exported: an event a line."""
    return {"streams": [{"name": path, "events": [read(line) for line in lines]}]}


def main(path):
    with open(path, encoding="utf-8") as opened:
        try:
            file = history(path, opened) if path.endswith(".jsonl") else read(opened.read())
        except (ValueError, NotCanonical) as problem:
            print("%s: %s" % (path, problem))
            return 1
    problems = list(check_values(file))
    for stream in file.get("streams", []):
        problems.extend(check_stream(stream))
    for problem in problems:
        print(problem)
    counts = {name: len(file.get(name, [])) for name in ("canonical", "refused", "leaves", "streams")}
    events = sum(len(stream["events"]) for stream in file.get("streams", []))
    disclosures = sum(len(stream.get("disclosures", [])) for stream in file.get("streams", []))
    print(
        "%(canonical)d canonical values, %(refused)d refused ones, %(leaves)d leaves, %(streams)d streams" % counts
        + ", %d events, %d disclosures: %s" % (events, disclosures, "%d wrong" % len(problems) if problems else "all right")
    )
    return 1 if problems else 0


if __name__ == "__main__":
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "event-vectors.json")
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else default))
