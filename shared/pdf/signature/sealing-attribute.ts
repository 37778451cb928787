import { createHash } from 'node:crypto'
import { SEALING_ATTRIBUTE } from '#pdf/verification'
import { octets, sequence, set } from './der.ts'

/**
 * What a seal signs besides what the standards name: the digest of each certificate above its own, so that none can be
 * changed, added or taken away, and that of its pages with their streams unpacked (docs/evidence.md, "The seal's own attribute").
 */
export function sealingAttribute(issuers: readonly Uint8Array[], unpackedPages: Uint8Array | null): Uint8Array {
  const digests = issuers.map((bytes) => octets(createHash('sha256').update(bytes).digest()))
  return sequence(
    Buffer.from(SEALING_ATTRIBUTE, 'hex'),
    set(sequence(sequence(...digests), ...(unpackedPages ? [octets(unpackedPages)] : []))),
  )
}
