import { type Certificate, chainOf, readCertificate } from './certificate.ts'
import { child, childrenOf, type Der, NotDer, objectIdOf, readDer, same, TAG, tagged } from './der.ts'
import { type DigestName, digestNameOf, digestWith, isLower, sha1Of, verifies } from './public-key.ts'

const ID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  algorithmProtection: '1.2.840.113549.1.9.52',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
} as const

/** The identifier of the attribute that only seals of Paraph have, in DER: 2.25 and a UUID as a number. */
export const SEALING_ATTRIBUTE = '06146983b7cfcac18de58a98e1bfa0c0fcb0bae2e052'

/** A signature as of RFC 5652, read whole: nothing in it is left unread, since what nobody reads could be anything. */
export interface SignedMessage {
  readonly contentType: string
  /** What is signed, where it stands inside. */
  readonly content: Uint8Array | null
  /** What the signer says the digest of the content is. */
  readonly messageDigest: Uint8Array
  readonly digest: DigestName
  readonly signer: Certificate
  /** From the signer's certificate upwards, as far as the message leads. */
  readonly chain: readonly Certificate[]
  /** Certificates that have nothing to do with the signer: nothing vouches for them. */
  readonly strangers: readonly Certificate[]
  /** The digest of the pages with their streams unpacked, where the signature names it: SHA-256. */
  readonly unpackedPages: Uint8Array | null
  /** Whether the signature names the certificates above the signer's by their digests, and whether they are those. */
  readonly above: 'unnamed' | 'right' | 'changed' | 'more-or-fewer'
  /** What nobody signs is written in the one way in which Paraph writes it. */
  readonly asPlain: boolean
  readonly signature: Uint8Array
  /** Whether the signature over the signed attributes is the signer's. */
  readonly genuine: boolean
  /** It claims a time of its own, which PAdES forbids. */
  readonly claimsTime: boolean
  readonly timestamp: Uint8Array | null
}

/** @throws NotDer on anything that is not exactly a message with one signer */
export function readMessage(bytes: Uint8Array): SignedMessage {
  const [type, wrapped, ...beyond] = childrenOf(readDer(bytes), TAG.sequence)
  if (!type || !wrapped || beyond.length > 0 || objectIdOf(type) !== ID.signedData) throw new NotDer('not a signed message')
  const [body, ...others] = childrenOf(wrapped, tagged(0))
  if (!body || others.length > 0) throw new NotDer('not a signed message')
  const [version, digests, content, ...rest] = childrenOf(body, TAG.sequence)
  if (!version || !digests || !content) throw new NotDer('a signed message is cut off')
  const held = contentOf(content)
  whole(version, held.contentType === ID.data ? 1 : 3)
  const certificates = rest[0]?.tag === tagged(0) ? childrenOf(rest.shift()!).map(({ bytes: own }) => readCertificate(own)) : []
  // Revocation lists inside the message are signed by nobody; ours go into the file's own store.
  if (new Set(certificates.map(({ fingerprint }) => fingerprint)).size < certificates.length)
    throw new NotDer('a certificate stands there twice')
  const [signers, ...after] = rest
  if (!signers || after.length > 0) throw new NotDer('a signed message holds what is not expected')
  const [signer, ...more] = childrenOf(signers, TAG.set)
  if (!signer || more.length > 0) throw new NotDer('a signed message has one signer')
  const [algorithm, ...otherDigests] = childrenOf(digests, TAG.set)
  if (!algorithm || otherDigests.length > 0) throw new NotDer('a signed message has one digest')
  return { ...held, ...signerOf(signer, certificates, algorithm, held.contentType) }
}

function contentOf(content: Der): { contentType: string; content: Uint8Array | null } {
  const [type, wrapped, ...beyond] = childrenOf(content, TAG.sequence)
  if (!type || beyond.length > 0) throw new NotDer('a content of no kind')
  if (!wrapped) return { contentType: objectIdOf(type), content: null }
  const [octets, ...more] = childrenOf(wrapped, tagged(0))
  if (octets?.tag !== TAG.octets || more.length > 0) throw new NotDer('a content in pieces')
  return { contentType: objectIdOf(type), content: octets.content }
}

function signerOf(info: Der, certificates: readonly Certificate[], outer: Der, contentType: string) {
  const digest = digestNameOf(outer)
  const parts = childrenOf(info, TAG.sequence)
  const [version, who, digestAlgorithm, attributes, algorithm, signature, unsigned, ...beyond] = parts
  if (
    !version ||
    !who ||
    !digestAlgorithm ||
    attributes?.tag !== tagged(0) ||
    !algorithm ||
    signature?.tag !== TAG.octets ||
    beyond.length > 0
  )
    throw new NotDer('a signer is cut off')
  whole(version, 1)
  if (digestNameOf(digestAlgorithm) !== digest) throw new NotDer('a signer uses another digest')
  const [issuer, serial] = childrenOf(who, TAG.sequence)
  const signer = certificates.find(
    (one) => issuer && serial?.tag === TAG.integer && same(one.issuer, issuer.bytes) && same(one.serial, serial.content),
  )
  if (!signer) throw new NotDer("the signer's certificate is not there")
  const signed = attributesOf(attributes)
  const messageDigest = single(signed, ID.messageDigest, TAG.octets).content
  // The signed content states its kind; the message around it, which nobody signs, must state the same.
  if (objectIdOf(single(signed, ID.contentType, TAG.objectId)) !== contentType) throw new NotDer('the content is of another kind')
  protects(signed, digestAlgorithm, algorithm)
  // Signed are the attributes as a set, not as the tagged field they stand in (RFC 5652, 5.4).
  const asSet = Uint8Array.from(attributes.bytes)
  asSet[0] = TAG.set
  const chain = chainOf(signer, certificates)
  const named = namedIn(signed)
  const sealing = sealingAttributeIn(signed)
  if (!names(named, [signer])) throw new NotDer('the signature names another certificate')
  const bare = [outer, digestAlgorithm, algorithm].every((one) => childrenOf(one).length === 1)
  return {
    digest,
    signer,
    chain,
    strangers: certificates.filter((one) => !chain.includes(one)),
    unpackedPages: sealing?.unpackedPages ?? null,
    above: aboveIn(named, sealing?.issuers ?? null, signer, certificates),
    asPlain: bare && isLower(signer.key, signature.content) && chain.every((one, at) => one === certificates[at]),
    messageDigest,
    signature: signature.content,
    genuine: verifies(signer.key, algorithm, asSet, signature.content, digest),
    claimsTime: signed.has(ID.signingTime),
    timestamp: timestampIn(unsigned),
  }
}

/** What a signature says which certificates it is by: digests, the signer's first (RFC 5035). */
type Named = readonly { readonly digest: Uint8Array; of(bytes: Uint8Array): Uint8Array }[]

function namedIn(signed: ReadonlyMap<string, readonly Der[]>): Named {
  const v2 = signed.has(ID.signingCertificateV2)
  const list = single(signed, v2 ? ID.signingCertificateV2 : ID.signingCertificate, TAG.sequence)
  return childrenOf(child(childrenOf(list), 0, TAG.sequence)).map((one) => {
    const parts = childrenOf(one, TAG.sequence)
    const explicit = v2 && parts[0]?.tag === TAG.sequence
    const { content } = child(parts, explicit ? 1 : 0, TAG.octets)
    const method = explicit ? digestNameOf(child(parts, 0)) : 'SHA-256'
    return { digest: content, of: (bytes) => (v2 ? digestWith(method, bytes) : sha1Of(bytes)) }
  })
}

/** The attributes must name the certificate that verifies them: another with the same key would say another name. */
function names(named: Named, certificates: readonly Certificate[]): boolean {
  return certificates.every(({ bytes }, at) => {
    const one = named[at]
    return one !== undefined && same(one.digest, one.of(bytes))
  })
}

function aboveIn(
  named: Named,
  issuers: readonly Uint8Array[] | null,
  signer: Certificate,
  certificates: readonly Certificate[],
): SignedMessage['above'] {
  if (issuers) {
    const above = certificates.filter((one) => one !== signer)
    if (issuers.length !== above.length) return 'more-or-fewer'
    return above.every(({ bytes }) => issuers.some((one) => same(one, digestWith('SHA-256', bytes)))) ? 'right' : 'changed'
  }
  // Seals of before name them where the standard has the signer's alone.
  if (named.length < 2) return 'unnamed'
  if (named.length !== certificates.length) return 'more-or-fewer'
  return certificates.every(({ bytes }) => named.some((one) => same(one.digest, one.of(bytes)))) ? 'right' : 'changed'
}

function sealingAttributeIn(signed: ReadonlyMap<string, readonly Der[]>) {
  const id = objectIdOf(readDer(Uint8Array.from(SEALING_ATTRIBUTE.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))))
  if (!signed.has(id)) return null
  const [issuers, unpackedPages, ...more] = childrenOf(single(signed, id, TAG.sequence))
  if (!issuers || more.length > 0 || (unpackedPages && unpackedPages.tag !== TAG.octets)) throw new NotDer('an attribute is not whole')
  return {
    issuers: childrenOf(issuers, TAG.sequence).map((one) => child([one], 0, TAG.octets).content),
    unpackedPages: unpackedPages?.content ?? null,
  }
}

function protects(signed: ReadonlyMap<string, readonly Der[]>, digestAlgorithm: Der, algorithm: Der): void {
  const protection = signed.get(ID.algorithmProtection)?.[0]
  if (!protection) return
  const [protectedDigest, protectedAlgorithm] = childrenOf(protection, TAG.sequence)
  if (!protectedDigest || !protectedAlgorithm || digestNameOf(protectedDigest) !== digestNameOf(digestAlgorithm))
    throw new NotDer('the signature names another digest')
  if (objectIdOf(child(childrenOf({ ...protectedAlgorithm, tag: TAG.sequence }), 0)) !== objectIdOf(child(childrenOf(algorithm), 0)))
    throw new NotDer('the signature names another algorithm')
}

function timestampIn(unsigned: Der | undefined): Uint8Array | null {
  if (!unsigned) return null
  if (unsigned.tag !== tagged(1)) throw new NotDer('a signer holds what is not expected')
  const attributes = attributesOf(unsigned)
  // Nobody signed these: only a timestamp proves itself.
  if (attributes.size !== 1) throw new NotDer('a signer holds what nobody signed')
  return single(attributes, ID.timestampToken, TAG.sequence).bytes
}

function attributesOf(holder: Der): Map<string, readonly Der[]> {
  const found = new Map<string, readonly Der[]>()
  for (const attribute of childrenOf(holder)) {
    const [type, values, ...more] = childrenOf(attribute, TAG.sequence)
    if (!type || !values || more.length > 0 || found.has(objectIdOf(type))) throw new NotDer('an attribute stands twice')
    found.set(objectIdOf(type), childrenOf(values, TAG.set))
  }
  return found
}

function single(attributes: ReadonlyMap<string, readonly Der[]>, id: string, tag: number): Der {
  const [value, ...more] = attributes.get(id) ?? []
  if (value?.tag !== tag || more.length > 0) throw new NotDer('an attribute is missing')
  return value
}

function whole(number: Der, version: number): void {
  if (number.tag !== TAG.integer || number.content.length !== 1 || number.content[0] !== version) throw new NotDer('an unknown version')
}
