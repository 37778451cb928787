import { type TimestampSource, timestampsFrom } from '#pdf/signature'
import type { World } from '#platform/ports'
import type { TimestampAuthority } from '#processes/anchoring'

/** The authority that seals are timestamped by puts its time under anchors too. */
export function anchorAuthority(
  source: TimestampSource | null,
  { clock, random }: Pick<World, 'clock' | 'random'>,
): TimestampAuthority | null {
  if (source === null) return null
  return {
    async stamp(digest) {
      const asking = timestampsFrom({ source, now: clock.now(), seed: random.bytes(16) })
      return asking.timestamp(Buffer.from(digest, 'base64url'), 'SHA-256')
    },
  }
}
