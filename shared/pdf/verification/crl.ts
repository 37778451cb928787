import { type Certificate, isIssuedBy } from './certificate.ts'
import { bitsOf, child, childrenOf, type Der, objectIdOf, readDer, same, TAG, tagged, timeOf } from './der.ts'
import { verifies } from './public-key.ts'
import { NoAnswer, type RevocationAnswer } from './revocation-answer.ts'
import { placesOf, urisIn } from './revocation-places.ts'

const ID = {
  keyUsage: '2.5.29.15',
  number: '2.5.29.20',
  reason: '2.5.29.21',
  delta: '2.5.29.27',
  scope: '2.5.29.28',
  entryIssuer: '2.5.29.29',
  issuerKey: '2.5.29.35',
} as const
const KNOWN: ReadonlySet<string> = new Set([ID.number, ID.scope, ID.issuerKey])
/** The bit of a key's usage that lets it sign lists (RFC 5280, 4.2.1.3). */
const SIGNS_LISTS = 0x02
const REMOVED_FROM_LIST = 8

/** Reads what a list of revoked certificates (RFC 5280) says of one. @throws NoAnswer, NotDer */
export function readCrl(bytes: Uint8Array, certificate: Certificate, issuer: Certificate): RevocationAnswer {
  const [list, algorithm, signature, ...more] = childrenOf(readDer(bytes), TAG.sequence)
  if (!list || !algorithm || !signature || more.length > 0) throw new NoAnswer('is no list of revoked certificates')
  const parts = childrenOf(list, TAG.sequence)
  if (parts[0]?.tag === TAG.integer) parts.shift()
  if (!same(child(parts, 0, TAG.sequence).bytes, algorithm.bytes)) throw new NoAnswer('names two algorithms')
  if (!same(child(parts, 1, TAG.sequence).bytes, certificate.issuer)) throw new NoAnswer('is by another issuer')
  if (!maySignLists(issuer) || !isIssuedBy(certificate, issuer)) throw new NoAnswer('is by somebody who may not say so')
  if (!verifies(issuer.key, algorithm, list.bytes, bitsOf(signature))) throw new NoAnswer("has a signature that is not the issuer's")
  const rest = parts.slice(3)
  const until = isTime(rest[0]) ? timeOf(rest.shift()!) : null
  const entries = rest[0]?.tag === TAG.sequence ? childrenOf(rest.shift()!) : []
  const extensions = rest[0]?.tag === tagged(0) ? childrenOf(child(childrenOf(rest[0]), 0), TAG.sequence) : []
  for (const extension of extensions) readScope(extension, certificate)
  const said = { kind: 'crl', by: issuer, from: timeOf(child(parts, 2)), until } as const
  for (const entry of entries) {
    const [serial, date, more] = childrenOf(entry, TAG.sequence)
    if (more && childrenOf(more).some((one) => objectIdOf(child(childrenOf(one), 0)) === ID.entryIssuer))
      throw new NoAnswer('lists certificates of other issuers')
    if (serial?.tag !== TAG.integer || !date || !same(serial.content, certificate.serial)) continue
    const reason = more ? reasonIn(more) : null
    // Only lists of changes say so, and those are not taken.
    if (reason === REMOVED_FROM_LIST) continue
    return { ...said, status: 'revoked', revokedAt: timeOf(date), reason }
  }
  return { ...said, status: 'good', revokedAt: null, reason: null }
}

const isTime = (part: Der | undefined) => part?.tag === TAG.utcTime || part?.tag === TAG.time

/** A list that covers some certificates only, or some reasons only, says nothing of the others. */
function readScope(extension: Der, certificate: Certificate): void {
  const parts = childrenOf(extension, TAG.sequence)
  const id = objectIdOf(child(parts, 0))
  const critical = parts.length === 3 && parts[1]!.content[0] === 0xff
  if (id === ID.delta) throw new NoAnswer('lists changes only')
  if (critical && !KNOWN.has(id)) throw new NoAnswer('has an extension that is not known here')
  if (id !== ID.scope) return
  for (const { tag, content } of childrenOf(readDer(child(parts, parts.length - 1, TAG.octets).content), TAG.sequence)) {
    const isSet = content[0] === 0xff
    if (tag === tagged(0)) {
      const own = placesOf(certificate).crls
      const theirs = urisIn(content)
      if (own.length > 0 && theirs.length > 0 && !theirs.some((one) => own.includes(one))) throw new NoAnswer('covers other certificates')
    } else if (isSet && ((tag === 0x81 && certificate.mayIssue) || (tag === 0x82 && !certificate.mayIssue)))
      throw new NoAnswer('covers other certificates')
    else if (tag === 0x83 || (isSet && (tag === 0x84 || tag === 0x85)))
      throw new NoAnswer('covers other certificates, or some reasons only')
  }
}

function reasonIn(extensions: Der): number | null {
  for (const one of childrenOf(extensions)) {
    const parts = childrenOf(one, TAG.sequence)
    if (objectIdOf(child(parts, 0)) === ID.reason) return readDer(child(parts, parts.length - 1, TAG.octets).content).content[0] ?? null
  }
  return null
}

function maySignLists({ extensions }: Certificate): boolean {
  const usage = extensions.get(ID.keyUsage)
  return usage === undefined || ((readDer(usage).content[1] ?? 0) & SIGNS_LISTS) !== 0
}
