import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { Random } from '#platform/ports'

/** A secret that signs, as Standard Webhooks 1.0 writes it: `whsec_` shared by both sides, `whsk_` of the sender alone (ed25519). */
export interface SigningKey {
  readonly scheme: 'v1' | 'v1a'
  readonly secret: string
}
export interface IssuedKey extends SigningKey {
  /** What the receiver needs: the shared secret, or the public key. */
  readonly verifiesWith: string
  /** What may be shown of it later. */
  readonly label: string
}

/** To what the secrets of an application are bound where they are encrypted. */
export const webhookPurpose = (application: string): string => `webhook ${application}`

const SHARED = 'whsec_'
const PRIVATE = 'whsk_'
const PUBLIC = 'whpk_'
/** What stands before the 32 bytes of an ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export function issueKey(scheme: SigningKey['scheme'], random: Pick<Random, 'bytes'>): IssuedKey {
  const base64 = Buffer.from(random.bytes(32)).toString('base64')
  if (scheme === 'v1') {
    const secret = SHARED + base64
    return { scheme, secret, verifiesWith: secret, label: secret.slice(-4) }
  }
  const secret = PRIVATE + base64
  const spki = createPublicKey(privateKeyOf(secret)).export({ type: 'spki', format: 'der' })
  const verifiesWith = PUBLIC + spki.subarray(-32).toString('base64')
  return { scheme, secret, verifiesWith, label: verifiesWith }
}

/** The headers of an attempt. `id` is the same in each, `seconds` (Unix) is that of this one. */
export function signedHeaders(keys: readonly SigningKey[], id: string, seconds: number, body: string): Record<string, string> {
  const signed = `${id}.${seconds}.${body}`
  const signatures = keys.map(({ scheme, secret }) => `${scheme},${scheme === 'v1' ? hmacOf(secret, signed) : ed25519Of(secret, signed)}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}

const bytesOf = (secret: string, prefix: string) => Buffer.from(secret.slice(prefix.length), 'base64')
const hmacOf = (secret: string, text: string) => createHmac('sha256', bytesOf(secret, SHARED)).update(text).digest('base64')
const ed25519Of = (secret: string, text: string) => sign(null, Buffer.from(text), privateKeyOf(secret)).toString('base64')
const privateKeyOf = (secret: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, bytesOf(secret, PRIVATE)]), format: 'der', type: 'pkcs8' })
