import { hash } from 'node:crypto'
import type { Random } from '#platform/ports'

/** 256 random bits, fit for a URL. */
export function newToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/** What is stored of a token: who reads the database cannot use it. Random tokens need no slow hash. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}
