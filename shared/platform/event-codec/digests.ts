import { hash } from 'node:crypto'
import { canonicalise, type Json } from '#domain/kernel'

/** The kernel's digest by the machine's own SHA-256: the same text in a fraction of the time. */
export const digestOfJson = (value: Json): string => hash('sha256', canonicalise(value), 'base64url')
