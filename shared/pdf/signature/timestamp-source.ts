import { createHash } from 'node:crypto'
import { certificatesOf, checkToken, type DigestName, timestampReplyOf } from '#pdf/verification'
import type { TimestampSource } from './credential.ts'
import { boolean, integer, nothing, objectId, octets, sequence } from './der.ts'

/** The authority did not answer, or not with a timestamp that is worth something. Trying again later may help. */
export class NoTimestamp extends Error {
  override name = 'NoTimestamp'
}

export interface Asking {
  readonly source: TimestampSource
  /** Unix milliseconds: an authority whose clock is far from this is not believed. */
  readonly now: number
  /** Random bytes, from which each request's nonce is derived. */
  readonly seed: Uint8Array
}

const PATIENCE_MS = 20_000
const MOST_BYTES = 100_000
/** How far clocks may be apart. */
const TOLERANCE_MS = 10 * 60_000
const DIGESTS: Readonly<Record<DigestName, string>> = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
}

/** Asks for timestamps and looks at each as a verifier will, so that none is sealed in that fails later. */
export function timestampsFrom({ source, now, seed }: Asking) {
  let asked = 0
  return {
    async timestamp(digest: Uint8Array, algorithm: DigestName): Promise<Uint8Array> {
      const nonce = createHash('sha256').update(seed).update(String(asked++)).digest().subarray(0, 16)
      const imprint = sequence(sequence(objectId(DIGESTS[algorithm]), nothing()), octets(digest))
      const request = sequence(integer(Buffer.from([1])), imprint, integer(nonce), boolean(true))
      const token = timestampReplyOf(await post(source, request))
      if (token === null) throw new NoTimestamp('the time authority answered with no timestamp')
      const checked = checkToken(token, { digest, algorithm, nonce: Uint8Array.from(nonce) })
      if (checked.problem !== null) throw new NoTimestamp(`the time authority's answer cannot be used: ${checked.problem}`)
      if (!checked.issuedBy(certificatesOf(source.certificates))) throw new NoTimestamp('the timestamp comes from another authority')
      if (Math.abs(checked.time - now) > TOLERANCE_MS) throw new NoTimestamp("the time authority's clock is wrong")
      return token
    },
  }
}

async function post({ url, patienceMs = PATIENCE_MS }: TimestampSource, request: Uint8Array): Promise<Uint8Array> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: new Uint8Array(request),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok) throw new NoTimestamp(`the time authority answered ${answer.status}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (bytes.length > MOST_BYTES) throw new NoTimestamp('the time authority answered with too much')
    return bytes
  } catch (error) {
    if (error instanceof NoTimestamp) throw error
    throw new NoTimestamp('the time authority does not answer', { cause: error })
  }
}
