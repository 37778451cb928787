import { sha256 } from '@noble/hashes/sha2.js'
import { canonicalise } from './canonical.ts'
import type { Json } from './json.ts'

const encoder = new TextEncoder()
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Base64url without padding (RFC 4648 section 5). */
export function base64url(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i] ?? 0
    const b = bytes[i + 1] ?? 0
    const c = bytes[i + 2] ?? 0
    text += ALPHABET[a >> 2]! + ALPHABET[((a & 3) << 4) | (b >> 4)]!
    if (i + 1 < bytes.length) text += ALPHABET[((b & 15) << 2) | (c >> 6)]!
    if (i + 2 < bytes.length) text += ALPHABET[c & 63]!
  }
  return text
}

/** SHA-256 in base64url. Text is hashed as UTF-8. */
export function digestOf(bytes: Uint8Array | string): string {
  return base64url(sha256(typeof bytes === 'string' ? encoder.encode(bytes) : bytes))
}

/** SHA-256 over the canonical bytes of a JSON value, in base64url. */
export function digestOfJson(value: Json): string {
  return digestOf(canonicalise(value))
}
