import { type Certificate, isIssuedBy, readCertificate } from './certificate.ts'
import { bitsOf, child, childrenOf, type Der, objectIdOf, readDer, same, TAG, tagged, timeOf } from './der.ts'
import { digestNameOf, digestWith, sha1Of, verifies } from './public-key.ts'
import { NoAnswer, type RevocationAnswer } from './revocation-answer.ts'

const BASIC = '1.3.6.1.5.5.7.48.1.1'
const SHA1 = '1.3.14.3.2.26'
/** The purpose of a certificate whose holder answers for the issuer. */
const ANSWERS = '1.3.6.1.5.5.7.3.9'
const ENUMERATED = 0x0a
const STATUS = { good: 0x80, revoked: 0xa1, unknown: 0x82 } as const
/** What a responder says where it gives no answer (RFC 6960, 4.2.1). */
const REFUSALS: Readonly<Record<number, string>> = {
  1: 'says that the question was malformed',
  2: 'says that the responder has an internal error',
  3: 'says that the responder is to be asked again later',
  5: 'says that the question must be signed',
  6: 'says that the responder does not answer this question to us',
}

/** Reads what an OCSP responder (RFC 6960) says of a certificate. @throws NoAnswer, NotDer */
export function readOcsp(bytes: Uint8Array, certificate: Certificate, issuer: Certificate): RevocationAnswer {
  const { data, algorithm, signature, certificates } = basicOf(bytes)
  const parts = childrenOf(data, TAG.sequence)
  if (parts[0]?.tag === tagged(0)) parts.shift()
  const produced = timeOf(child(parts, 1))
  const single = childrenOf(child(parts, 2, TAG.sequence)).find((one) =>
    isAbout(child(childrenOf(one, TAG.sequence), 0), certificate, issuer),
  )
  if (!single) throw new NoAnswer('is about another certificate')
  const by = [issuer, ...certificates].find(
    (one) => mayAnswer(one, issuer, produced) && verifies(one.key, algorithm, data.bytes, bitsOf(signature)),
  )
  if (!by) throw new NoAnswer("has a signature that is not the issuer's, and not of a responder that the issuer appointed")
  const [, status, from, next] = childrenOf(single)
  if (!status || !from) throw new NoAnswer('is cut off')
  const until = next?.tag === tagged(0) ? timeOf(child(childrenOf(next), 0)) : null
  const said = { kind: 'ocsp', by, from: timeOf(from), until } as const
  if (status.tag === STATUS.good) return { ...said, status: 'good', revokedAt: null, reason: null }
  if (status.tag !== STATUS.revoked) throw new NoAnswer('says that the certificate is not known to the responder')
  const [at, wrapped] = childrenOf(status)
  if (!at) throw new NoAnswer('is cut off')
  const reason = wrapped?.tag === tagged(0) ? (child(childrenOf(wrapped), 0, ENUMERATED).content[0] ?? null) : null
  return { ...said, status: 'revoked', revokedAt: timeOf(at), reason }
}

/** The certificates that came with an answer: they are needed to check it. @throws NoAnswer, NotDer */
export function certificatesInOcsp(bytes: Uint8Array): readonly Certificate[] {
  return basicOf(bytes).certificates
}

function basicOf(bytes: Uint8Array) {
  const [status, wrapped] = childrenOf(readDer(bytes), TAG.sequence)
  if (status?.tag !== ENUMERATED) throw new NoAnswer('is no OCSP response')
  if (status.content[0] !== 0) throw new NoAnswer(REFUSALS[status.content[0] ?? -1] ?? 'is no answer')
  const [type, response] = childrenOf(child(childrenOf(wrapped ?? status, tagged(0)), 0), TAG.sequence)
  if (!type || objectIdOf(type) !== BASIC || response?.tag !== TAG.octets) throw new NoAnswer('is an OCSP response of an unknown kind')
  const [data, algorithm, signature, held] = childrenOf(readDer(response.content), TAG.sequence)
  if (!data || !algorithm || !signature) throw new NoAnswer('is cut off')
  const certificates =
    held?.tag === tagged(0) ? childrenOf(child(childrenOf(held), 0), TAG.sequence).map((one) => readCertificate(one.bytes)) : []
  return { data, algorithm, signature, certificates }
}

function isAbout(id: Der, certificate: Certificate, issuer: Certificate): boolean {
  const [method, name, key, serial] = childrenOf(id, TAG.sequence)
  if (!method || !name || !key || !serial) return false
  const digest = objectIdOf(child(childrenOf(method), 0)) === SHA1 ? sha1Of : (bytes: Uint8Array) => digestWith(digestNameOf(method), bytes)
  return same(name.content, digest(issuer.subject)) && same(key.content, digest(issuer.keyBits)) && same(serial.content, certificate.serial)
}

function mayAnswer(one: Certificate, issuer: Certificate, at: number): boolean {
  if (one === issuer) return true
  return one.purposes.includes(ANSWERS) && at >= one.from && at <= one.until && isIssuedBy(one, issuer)
}
