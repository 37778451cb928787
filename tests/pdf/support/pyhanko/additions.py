"""What pyHanko adds to a sealed file, and what it says of one. Prints one line of JSON."""
import json
import sys

from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers, timestamps
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext


def timestamp(asked, out):
    stamper = signers.PdfTimeStamper(timestamps.HTTPTimeStamper(asked["authority"]))
    stamper.timestamp_pdf(IncrementalPdfFileWriter(open(asked["file"], "rb")), "sha256", output=out)


def signature(asked, out):
    signer = signers.SimpleSigner.load(asked["key"], asked["certificate"])
    writer = IncrementalPdfFileWriter(open(asked["file"], "rb"))
    if asked.get("visible"):
        fields.append_signature_field(writer, fields.SigFieldSpec("Second", box=(20, 20, 220, 80)))
    signers.sign_pdf(writer, signers.PdfSignatureMetadata(field_name="Second", subfilter=fields.SigSeedSubFilter.PADES), signer=signer, output=out)


def validation_data(asked, out):
    certificates = list(load_certs_from_pemder([asked["certificates"]]))
    seal = PdfFileReader(open(asked["file"], "rb")).embedded_regular_signatures[0]
    with open(asked["file"], "rb") as file:
        data = file.read()
    with open(out.name, "wb") as target:
        target.write(data)
    with open(out.name, "rb+") as target:
        DocumentSecurityStore.add_dss(target, seal.pkcs7_content, certs=certificates)


def judge(asked):
    roots = list(load_certs_from_pemder([asked["certificates"]]))
    reader = PdfFileReader(open(asked["file"], "rb"))
    seal = reader.embedded_regular_signatures[0]
    settings = {"trust_roots": roots, "allow_fetching": False}
    if asked["level"] in ("B-B", "B-T"):
        context = ValidationContext(**settings)
    else:
        # Nobody is asked: what the file holds must be enough, for every certificate.
        store = DocumentSecurityStore.read_dss(reader)
        context = store.as_validation_context({**settings, "revocation_mode": "require"})
    status = validate_pdf_signature(seal, context)
    return {
        "valid": status.bottom_line,
        "timestamped": status.timestamp_validity is not None and status.timestamp_validity.trusted,
        "changes": status.modification_level.name,
        "certified": seal.docmdp_level.value if seal.docmdp_level is not None else None,
    }


asked = json.loads(sys.argv[1])
if asked["do"] == "judge":
    print(json.dumps(judge(asked)))
else:
    with open(asked["out"], "wb") as out:
        {"timestamp": timestamp, "signature": signature, "validation-data": validation_data}[asked["do"]](asked, out)
    print("{}")
