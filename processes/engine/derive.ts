import { createHash, createHmac } from 'node:crypto'

/** The same parts give the same id, so that what is done again after a crash is the same thing. RFC 9562 version 8. */
export function derivedId(...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * A secret of 160 bits for one mail's link. Derived under the installation's key, not drawn: a mail that is sent again after
 * a crash carries the link it carried before, and nothing needs to remember the link meanwhile.
 */
export function derivedToken(key: Uint8Array, ...parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, 20).toString('base64url')
}
