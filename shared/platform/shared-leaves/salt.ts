import { createHmac } from 'node:crypto'
import { canonicalise, type Json } from '#domain/kernel'

/** As long as every salt is: 22 characters. */
export const saltedUnder =
  (key: Uint8Array) =>
  <T extends object>(content: T): T & { readonly salt: string } => ({
    ...content,
    salt: createHmac('sha256', key)
      .update(canonicalise(content as Json))
      .digest()
      .subarray(0, 16)
      .toString('base64url'),
  })
