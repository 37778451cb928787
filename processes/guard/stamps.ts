import { digestOfJson } from '#domain/kernel'
import { type Certificate, checkToken } from '#pdf/verification'

/** An authority's token as it was recorded under an anchor. */
export interface Stamp {
  /** RFC 3161, DER in base64. */
  readonly token: string
  readonly root: string
  /** When the anchor was made and when the token was recorded, ISO 8601. */
  readonly anchored: string
  readonly recorded: string
}

/** By how much the authority's clock may differ from ours, as when it was asked. */
const APART_MS = 10 * 60_000

/** What is wrong with a token, in words, or null. */
export type StampCheck = (stamp: Stamp) => Promise<string | null>

/** Tokens that were found right, by the digest of all that was looked at. Beyond that many the first ones are looked at again. */
const MOST_REMEMBERED = 100_000

/**
 * Checks tokens by these authorities. A rewritten history, anchors and files and all, has other roots: nobody can get an
 * authority's word from back then for those. Signatures cost tens of milliseconds each, so that a verified token is remembered
 * by its every byte: a round after the first reads each token and computes none.
 */
export function stampCheck(authorities: () => Promise<readonly Certificate[]>): StampCheck {
  const right = new Set<string>()
  return async (stamp) => {
    const { token, root, anchored, recorded } = stamp
    const all = digestOfJson([token, root, anchored, recorded])
    if (right.has(all)) return null
    const wrong = wrongWith(stamp, await authorities())
    if (wrong === null) {
      right.add(all)
      if (right.size > MOST_REMEMBERED) right.delete(right.values().next().value!)
    }
    return wrong
  }
}

function wrongWith({ token, root, anchored, recorded }: Stamp, authorities: readonly Certificate[]): string | null {
  const { problem, time, issuedBy } = checkToken(Buffer.from(token, 'base64'), { digest: Buffer.from(root, 'base64url') })
  if (problem !== null) return `its timestamp is invalid: ${problem}`
  if (!issuedBy(authorities)) return 'its timestamp is by an authority that is not known here'
  // Against both: an anchor that claims to be older than it is, and one whose token was asked for long before.
  if (time < Date.parse(anchored) - APART_MS || time > Date.parse(recorded) + APART_MS) return 'its timestamp is of another time'
  return null
}
