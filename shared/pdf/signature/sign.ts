import { PDF } from '@libpdf/core'
import { certificatesOf, readCertificate, readMessage, signaturesIn } from '#pdf/verification'
import { attach } from './attach.ts'
import { refuseRevoked, validationDataFor } from './revocation-source.ts'
import { sealingAttribute } from './sealing-attribute.ts'
import { signerOf } from './signer.ts'
import { CannotSign, type Signing } from './signing.ts'
import { NoTimestamp, timestampsFrom } from './timestamp-source.ts'
import { addValidationStore } from './validation-store.ts'

/** Room for the signature with its certificates, and for the timestamp with the authority's. */
const ROOM = { plain: 12_288, timestamped: 24_576 } as const

/**
 * What may be done to a certified document: signatures and what validates them may be added. 1 would forbid the second
 * signature that standards and our own verifier allow.
 */
const SIGNING_ALLOWED = 2

export async function sign(pdf: Uint8Array, signing: Signing): Promise<Uint8Array> {
  const {
    credential,
    at,
    level = 'B-B',
    timestamps,
    revocationPatienceMs,
    reason,
    location,
    attachments = [],
    certify = false,
    unpackedPages = null,
  } = signing
  const signer = await signerOf(credential)
  const document = await PDF.load(pdf)
  const blocker = document.canSaveIncrementally()
  if (blocker !== null) throw new CannotSign(`the file can't be saved incrementally: ${blocker}`)
  const date = new Date(at)
  attach(document, attachments, date)
  withoutNeed(document)
  const authority = level === 'B-B' ? null : timestamps ? timestampsFrom({ ...timestamps, now: at }) : null
  // Never less than was configured: a seal without the timestamp that it names would be one that lost it.
  if (level !== 'B-B' && !authority) throw new NoTimestamp('no time authority is configured')
  const own = readCertificate(Uint8Array.from(signer.certificate))
  const seals = [own, ...(signer.certificateChain ?? []).map((der) => readCertificate(Uint8Array.from(der)))]
  const longTerm = level === 'B-LT' || level === 'B-LTA'
  // Where the level needs an answer, it is asked for once the timestamp is there: it then speaks of a time after it.
  if (!longTerm) await refuseRevoked(seals, { now: at, patienceMs: revocationPatienceMs })
  const { bytes: signed } = await document.sign({
    signer: { ...signer, signedAttributes: [sealingAttribute(signer.certificateChain ?? [], unpackedPages)] },
    ...(certify && !isSigned(document) ? { certify: SIGNING_ALLOWED } : {}),
    // What validates it is gathered here: the library takes a service that does not answer for one that has nothing to say.
    level: level === 'B-B' ? 'B-B' : 'B-T',
    signingTime: date,
    fieldName: 'Seal',
    estimatedSize: authority ? ROOM.timestamped : ROOM.plain,
    ...(authority ? { timestampAuthority: authority } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(location === undefined ? {} : { location }),
  })
  if (!startsWith(signed, pdf)) throw new CannotSign('signing changed the signed pages')
  if (!authority || !timestamps || !longTerm) return signed
  const known = [...certificatesOf(timestamps.source.certificates), ...seals]
  const value = valueIn(signed)
  const { timestamp } = readMessage(value.message)
  const stampers = timestamp ? readMessage(timestamp).chain : []
  const data = await validationDataFor([seals, stampers], { now: at, known, patienceMs: revocationPatienceMs })
  addValidationStore(document, data, value.padded)
  const stored = await document.save({ incremental: true })
  if (!startsWith(stored, signed)) throw new CannotSign('the validation data changed the signed pages')
  await document.reload(stored)
  const { bytes } = await document.addTimestamp({ timestampAuthority: authority, fieldName: 'Archive', estimatedSize: ROOM.timestamped })
  if (!startsWith(bytes, stored)) throw new CannotSign('the timestamp changed the signed pages')
  return bytes
}

/** The seal's message, and the bytes of its whole place, by whose digest the store names it. */
function valueIn(signed: Uint8Array): { readonly message: Uint8Array; readonly padded: Uint8Array } {
  const placed = signaturesIn(signed).at(-1)
  if (!placed?.value) throw new CannotSign('the signature cannot be found again')
  return {
    message: placed.value,
    padded: Buffer.from(Buffer.from(signed.subarray(placed.from + 1, placed.to - 1)).toString('latin1'), 'hex'),
  }
}

/** Only the first signature of a document can certify it. */
function isSigned(document: PDF): boolean {
  return (
    document
      .getForm()
      ?.getSignatureFields()
      .some((field) => field.isSigned()) ?? false
  )
}

/** A form that is made for the signature says that readers need draw nothing, which those who add one later take away. */
function withoutNeed(document: PDF): void {
  document.getOrCreateForm()
  const form = document.getCatalog().getDict('AcroForm', (ref) => document.getObject(ref))
  if (form?.getBool('NeedAppearances')?.value === false) form.delete('NeedAppearances')
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return bytes.length > prefix.length && Buffer.compare(bytes.subarray(0, prefix.length), prefix) === 0
}
