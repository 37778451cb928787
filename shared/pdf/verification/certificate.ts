import { sha256 } from '@noble/hashes/sha2.js'
import { bitsOf, child, childrenOf, type Der, latin1, NotDer, objectIdOf, readDer, same, TAG, tagged, timeOf, toHex } from './der.ts'
import { verifies } from './public-key.ts'

export interface Certificate {
  readonly bytes: Uint8Array
  /** SHA-256 in hexadecimal. */
  readonly fingerprint: string
  readonly serial: Uint8Array
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  /** What people know the holder by. */
  readonly name: string
  /** Unix milliseconds. */
  readonly from: number
  readonly until: number
  readonly key: Uint8Array
  /** The key itself, without its type: others name their issuer by its digest. */
  readonly keyBits: Uint8Array
  readonly mayIssue: boolean
  readonly purposes: readonly string[]
  /** What its extensions hold, by their identifiers. */
  readonly extensions: ReadonlyMap<string, Uint8Array>
  readonly signed: Uint8Array
  readonly algorithm: Der
  readonly signature: Uint8Array
}

const ID = { commonName: '2.5.4.3', organisation: '2.5.4.10', constraints: '2.5.29.19', purposes: '2.5.29.37' } as const

/** @throws NotDer on what is no certificate */
export function readCertificate(bytes: Uint8Array): Certificate {
  const [body, algorithm, signature, ...more] = childrenOf(readDer(bytes), TAG.sequence)
  if (!body || !algorithm || !signature || more.length > 0) throw new NotDer('not a certificate')
  const parts = childrenOf(body, TAG.sequence)
  // Version 1 says nothing of its version, and holds no extensions: quickly made certificates are such.
  if (parts[0]?.tag !== tagged(0)) parts.unshift(body)
  // The algorithm stands twice; only the inner one is signed.
  if (!same(child(parts, 2).bytes, algorithm.bytes)) throw new NotDer('a certificate names two algorithms')
  const [from, until] = childrenOf(child(parts, 4), TAG.sequence)
  const extensions = extensionsOf(parts.find(({ tag }) => tag === tagged(3)))
  const subject = child(parts, 5, TAG.sequence)
  return {
    bytes,
    fingerprint: toHex(sha256(bytes)),
    serial: child(parts, 1, TAG.integer).content,
    issuer: child(parts, 3, TAG.sequence).bytes,
    subject: subject.bytes,
    name: nameOf(subject),
    from: timeOf(from ?? body),
    until: timeOf(until ?? body),
    key: child(parts, 6, TAG.sequence).bytes,
    keyBits: bitsOf(child(childrenOf(child(parts, 6, TAG.sequence)), 1)),
    mayIssue: mayIssue(extensions.get(ID.constraints)),
    purposes: purposesOf(extensions.get(ID.purposes)),
    extensions,
    signed: body.bytes,
    algorithm,
    signature: bitsOf(signature),
  }
}

export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  if (!same(certificate.issuer, issuer.subject)) return false
  const own = same(certificate.bytes, issuer.bytes)
  return (own || issuer.mayIssue) && verifies(issuer.key, certificate.algorithm, certificate.signed, certificate.signature)
}

/** Whether it vouches for itself, as roots do. */
export function isSelfSigned(certificate: Certificate): boolean {
  return isIssuedBy(certificate, certificate)
}

/** The way from a certificate upwards, as far as those at hand lead. */
export function chainOf(leaf: Certificate, others: readonly Certificate[]): readonly Certificate[] {
  const chain = [leaf]
  for (let at = leaf; chain.length < 10; ) {
    const issuer = others.find((one) => !chain.includes(one) && isIssuedBy(at, one))
    if (!issuer) return chain
    chain.push(issuer)
    at = issuer
  }
  return chain
}

/** Whether a chain begins at one of these, or was issued under one. */
export function leadsTo(chain: readonly Certificate[], anchors: readonly Certificate[]): boolean {
  return chain.some((one) => anchors.some((anchor) => anchor.fingerprint === one.fingerprint || isIssuedBy(one, anchor)))
}

/** Whether something vouches for every byte of the certificates above the signer's own, which the signature itself names. */
export function isWhole(chain: readonly Certificate[]): boolean {
  const top = chain.at(-1)
  return chain.length < 2 || (top !== undefined && (!same(top.issuer, top.subject) || isIssuedBy(top, top)))
}

/**
 * Whether the topmost is one of these that was changed: it bears its signature and is not it. What only stands above a known
 * one is vouched for by nobody, since it may be issued by somebody whom nobody here has.
 */
export function isSpoilt(chain: readonly Certificate[], anchors: readonly Certificate[]): boolean {
  const top = chain.at(-1)
  return top !== undefined && anchors.some((anchor) => anchor.fingerprint !== top.fingerprint && same(anchor.signature, top.signature))
}

/** All certificates in a PEM text. @throws NotDer */
export function certificatesOf(pem: string): Certificate[] {
  return (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((text) => {
    const body = text.replace(/-----[^-]+-----|\s/g, '')
    return readCertificate(Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0)))
  })
}

function extensionsOf(wrapped: Der | undefined): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  if (!wrapped) return found
  for (const extension of childrenOf(child(childrenOf(wrapped), 0), TAG.sequence)) {
    const parts = childrenOf(extension, TAG.sequence)
    found.set(objectIdOf(child(parts, 0)), child(parts, parts.length - 1, TAG.octets).content)
  }
  return found
}

function mayIssue(constraints: Uint8Array | undefined): boolean {
  const [first] = constraints ? childrenOf(readDer(constraints), TAG.sequence) : []
  return first?.tag === TAG.boolean && first.content[0] === 0xff
}

function purposesOf(purposes: Uint8Array | undefined): string[] {
  return purposes ? childrenOf(readDer(purposes), TAG.sequence).map(objectIdOf) : []
}

function nameOf(subject: Der): string {
  const parts = childrenOf(subject).flatMap((set) =>
    childrenOf(set, TAG.set).map((attribute) => {
      const [type, value] = childrenOf(attribute, TAG.sequence)
      return { type: type ? objectIdOf(type) : '', text: value ? textOf(value) : '' }
    }),
  )
  const of = (id: string) => parts.find(({ type }) => type === id)?.text
  return of(ID.commonName) || of(ID.organisation) || 'a certificate without a name'
}

const UTF8 = 0x0c
const BMP = 0x1e
function textOf({ tag, content }: Der): string {
  if (tag === UTF8) return new TextDecoder().decode(content)
  if (tag === BMP) return new TextDecoder('utf-16be').decode(content)
  return latin1(content)
}

/** Whose seals, or whose timestamps, are believed. */
export interface Trusted {
  /** Somebody said whom they trust. */
  readonly given: boolean
  knows(chain: readonly Certificate[]): boolean
  /** One of theirs stands above and was changed. */
  spoilt(chain: readonly Certificate[]): boolean
  /** Those above one that is known for which nobody at hand vouches: they say nothing of the file, and may be anything. */
  unvouched(chain: readonly Certificate[]): readonly Certificate[]
}

/** `signers`: SHA-256 of certificates that sign themselves, in hexadecimal; whom those may have issued is not believed. */
export function trustIn(anchors: readonly Certificate[] | null, signers: readonly string[] | null): Trusted {
  const certificates = anchors ?? []
  const known = new Set((signers ?? []).map((one) => one.toLowerCase().replace(/[^0-9a-f]/g, '')))
  const spoilt = (chain: readonly Certificate[]) => isSpoilt(chain, certificates)
  const isSigner = ([leaf]: readonly Certificate[]) => leaf !== undefined && known.has(leaf.fingerprint)
  const knows = (chain: readonly Certificate[]) => !spoilt(chain) && (isSigner(chain) || leadsTo(chain, certificates))
  return {
    given: anchors !== null || signers !== null,
    knows,
    spoilt,
    unvouched(chain) {
      const from = chain.findLastIndex((one) => leadsTo([one], certificates))
      return knows(chain) ? chain.slice(Math.max(from, 0) + 1) : []
    },
  }
}
