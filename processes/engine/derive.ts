import { createHmac } from 'node:crypto'
import { derivedUuid } from '#domain/kernel'

/** The same parts give the same id, so that what is done again after a crash is the same thing. */
export function derivedId(...parts: readonly (string | number)[]): string {
  return derivedUuid(JSON.stringify(parts))
}

/**
 * A secret of 160 bits for one mail's link. Derived under the installation's key, not drawn: a mail that is sent again after
 * a crash carries the link it carried before, and nothing needs to remember the link meanwhile.
 */
export function derivedToken(key: Uint8Array, ...parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, 20).toString('base64url')
}
