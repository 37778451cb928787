import { sha256 } from '@noble/hashes/sha2.js'

/**
 * A UUID of version 7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, then randomness.
 * @param now Unix time in milliseconds
 * @param random ten random bytes
 */
export function uuidv7(now: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  for (let i = 5, rest = now; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256
  bytes.set(random.subarray(0, 10), 6)
  return written(bytes, 7)
}

/** A UUID of version 8 (RFC 9562 section 5.8), the same for the same text: what is done again under it is the same thing. */
export function derivedUuid(text: string): string {
  return written(sha256(new TextEncoder().encode(text)).slice(0, 16), 8)
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
function written(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  let text = ''
  for (let at = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += '-'
    text += HEX[bytes[at]!]
  }
  return text
}
