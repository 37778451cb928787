import { type Certificate, isWhole, leadsTo, type Trusted } from './certificate.ts'
import { readMessage, type SignedMessage } from './cms.ts'
import { child, childrenOf, firstDer, NotDer, readDer, same, TAG, timeOf } from './der.ts'
import { type DigestName, digestNameOf, digestWith } from './public-key.ts'
import type { ReportedTimestamp } from './report.ts'

const TIMESTAMP_INFO = '1.2.840.113549.1.9.16.1.4'
const TIMESTAMPING = '1.3.6.1.5.5.7.3.8'

export interface CheckedToken {
  /** In words, or null where the timestamp is what it should be. */
  readonly problem: string | null
  /** Unix milliseconds. */
  readonly time: number
  readonly authority: string
  readonly chain: readonly Certificate[]
  /** Whether its signature names those above its certificate too. */
  readonly namesAbove: boolean
  /** Whether the chain begins at one of these, or was issued by one. */
  issuedBy(anchors: readonly Certificate[]): boolean
}
export interface Expected {
  readonly digest: Uint8Array
  readonly algorithm?: DigestName
  readonly nonce?: Uint8Array
}

/** Reads an RFC 3161 token and checks everything in it that can be checked without knowing whom to trust. */
export function checkToken(bytes: Uint8Array, expected: Expected): CheckedToken {
  try {
    return checked(readMessage(bytes), expected)
  } catch (error) {
    return unusable(error instanceof NotDer ? error.message : 'it cannot be read')
  }
}

/** Which digest a token is over, for the code that computes it. */
export function algorithmOf(token: Uint8Array): DigestName {
  const [, , imprint] = childrenOf(readDer(readMessage(token).content ?? new Uint8Array()), TAG.sequence)
  return digestNameOf(child(childrenOf(imprint ?? { tag: 0, bytes: token, content: token }), 0))
}

/** The token in an authority's answer, or null where it grants none. Broken answers grant none. */
export function timestampReplyOf(bytes: Uint8Array): Uint8Array | null {
  try {
    const [status, token, ...more] = childrenOf(readDer(bytes), TAG.sequence)
    const [granted] = status ? childrenOf(status, TAG.sequence) : []
    if (!token || more.length > 0 || granted?.tag !== TAG.integer || granted.content.length !== 1) return null
    // Granted, or granted with changes.
    return granted.content[0]! <= 1 ? firstDer(token.bytes).der.bytes : null
  } catch {
    return null
  }
}

function checked(message: SignedMessage, { digest, algorithm, nonce }: Expected): CheckedToken {
  if (message.contentType !== TIMESTAMP_INFO || !message.content) return unusable('it is no timestamp')
  const parts = childrenOf(readDer(message.content), TAG.sequence)
  const [method, imprint] = childrenOf(child(parts, 2), TAG.sequence)
  if (!method || imprint?.tag !== TAG.octets) return unusable('it is over nothing')
  const time = timeOf(child(parts, 4))
  const { signer, chain } = message
  const named = digestNameOf(method)
  const numbers = parts.slice(5).filter(({ tag }) => tag === TAG.integer)
  const problem = (() => {
    if (!same(message.messageDigest, digestWith(message.digest, message.content))) return 'its content was changed'
    if (!message.genuine) return 'its signature is not genuine'
    // Nobody signs bytes next to a token: they could be anything.
    if (message.timestamp !== null) return 'it holds what nobody signed'
    if (message.strangers.length > 0 || message.above === 'changed' || !isWhole(chain))
      return 'it holds a certificate that has nothing to do with it'
    if ((algorithm && named !== algorithm) || !same(imprint.content, digest)) return 'it is over something else'
    if (nonce && !numbers.some(({ content }) => same(unsigned(content), unsigned(nonce)))) return 'it answers another question'
    if (!signer.purposes.includes(TIMESTAMPING)) return 'its certificate is not for timestamps'
    if (chain.some(({ from, until }) => time < from || time > until)) return "the authority's certificate was not valid then"
    return null
  })()
  const issuedBy = (anchors: readonly Certificate[]) => leadsTo(chain, anchors)
  return { problem, time, authority: signer.name, chain, namesAbove: message.above === 'right', issuedBy }
}

/** A token that was found right, for a report. */
export function reportedTimestamp(of: ReportedTimestamp['of'], checked: CheckedToken, times: Trusted): ReportedTimestamp {
  const { time, authority, chain, namesAbove } = checked
  const unvouched = namesAbove ? [] : times.unvouched(chain).map(({ name }) => name)
  return {
    of,
    time: new Date(time).toISOString(),
    authority,
    fingerprint: chain[0]?.fingerprint ?? '',
    trusted: times.knows(chain),
    unvouched,
  }
}

function unsigned(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? new Uint8Array() : bytes.subarray(first)
}

function unusable(problem: string): CheckedToken {
  return { problem, time: Number.NaN, authority: '', chain: [], namesAbove: false, issuedBy: () => false }
}
