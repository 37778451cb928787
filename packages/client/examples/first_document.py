"""Your first signed document, with Python's standard library alone. Needs PARAPH_URL, KEY and SECRET."""

import base64
import hashlib
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ["PARAPH_URL"]
BASIC = base64.b64encode(f"{os.environ['KEY']}:{os.environ['SECRET']}".encode()).decode()
AGAIN = {429, 502, 503, 504}


def ask(method, path, body=None, query=None):
    """One call, repeated under one idempotency key until it is answered."""
    url = URL + path + ("?" + urllib.parse.urlencode(query) if query else "")
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"authorization": f"Basic {BASIC}", "idempotency-key": str(uuid.uuid4())}
    if data is not None:
        headers["content-type"] = "application/octet-stream" if isinstance(body, bytes) else "application/json"
    for attempt in range(8):
        try:
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.read()
        except urllib.error.HTTPError as refused:
            if refused.code not in AGAIN or attempt == 7:
                raise SystemExit(refused.read().decode())
        except urllib.error.URLError:
            if attempt == 7:
                raise
        time.sleep(0.25 * 2**attempt)


def call(*asked, **more):
    return json.loads(ask(*asked, **more))


def sha256(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def feed(position, chain):
    """The entries after a position. Stops the program where one is missing or was changed."""
    while True:
        for entry in call("GET", "/app/feed", query={"after": position, "chain": chain, "limit": 1000, "wait": 20}):
            if "salt" in entry:
                assert sha256(entry["salt"] + "\n" + canonical(entry["data"])) == entry["digest"], "an entry was changed"
            names = ["id", "type", "version", "subject", "time", "digest"]
            commitment = entry.get("commitment") or sha256("\n".join(str(entry[name]) for name in names))
            assert entry["position"] == position + 1 and entry["previous"] == chain, "an entry is missing"
            position, chain = entry["position"], sha256(f"{chain}\n{position + 1}\n{commitment}")
            assert chain == entry["chain"], "an entry was changed"
            yield entry


begins = call("GET", "/app/feed/position")
with open("lease.pdf", "rb") as file:
    lease = file.read()
upload = call("GET", "/app/get_document_upload_url", query={"filename": "lease.pdf", "size": len(lease) / 1e6})
ask("PUT", upload["url"], lease)
call("POST", f"/app/document_upload_success/{upload['redirect_document_key']}", {"file_key": upload["file_key"]})
key, document = upload["document"]["document_pack_key"], upload["document"]["key"]
while call("GET", f"/app/documents/{key}")["document"]["status_detail"] in ("uploading", "converting"):
    time.sleep(0.5)

signer = str(uuid.uuid4())
signatory = {"uuid": signer, "role": "Tenant", "name": "Ada Lovelace", "email": os.environ.get("SIGNER", "ada@example.com")}
call("POST", f"/app/documents/{key}/update_document", {"data": {"signatories": [signatory], "signing_order": [[signer]]}})
place = {"page": 0, "x": 72, "y": 600, "width": 160, "height": 48}
field = {"uuid": str(uuid.uuid4()), "document_key": document, "type": "signature", "signatory_uuid": signer, **place}
call("POST", f"/app/documents/{key}/add_update_data_field", {"data": [field]})
revision = call("GET", f"/app/documents/{key}/view")["revision"]
wanted = {"data": {"status": "awaiting_signatures", "revision": revision}}
call("POST", f"/app/documents/{key}/update_document", wanted, query={"request_signatures_if_required": "true"})

for entry in feed(begins["last_position"], begins["chain"]):
    if entry["type"] == "document.sealed" and entry["subject"] == key:
        break
final = call("GET", f"/app/documents/{key}")["document"]["final_file_key"]
with open("lease.signed.pdf", "wb") as file:
    file.write(ask("GET", f"/app/serve/{final}"))
