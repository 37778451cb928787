import { createHmac } from 'node:crypto'
import { canonicalise, type JsonObject } from '#domain/kernel'

/** As long as every salt is: 22 characters. */
export const saltUnder = (key: Uint8Array) => (content: JsonObject) =>
  createHmac('sha256', key).update(canonicalise(content)).digest().subarray(0, 16).toString('base64url')
