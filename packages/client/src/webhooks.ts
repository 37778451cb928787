export interface WebhookOptions {
  /** `whsec_…` (HMAC) or `whpk_…` (ed25519). While a secret is replaced, both are valid. */
  readonly keys: readonly string[]
  /** As they came. */
  readonly headers: { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As it came: parsed and written again, it would have another signature. */
  readonly body: string
  /** Unix time in milliseconds. */
  readonly now?: number
}

/** A message that is not what this subscription was sent, or too old. Answer with 400. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

const TOLERANCE_SECONDS = 300

/**
 * Checks a webhook by Standard Webhooks 1.0 (`v1` and `v1a`) and gives what it says. Handle each `id` once: a message may come again.
 * @throws WebhookRefused
 */
export async function verifyWebhook<T = unknown>({
  keys,
  headers,
  body,
  now = Date.now(),
}: WebhookOptions): Promise<{ id: string; payload: T }> {
  const header = (name: string) => {
    const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Readonly<Record<string, unknown>>)[name]
    if (typeof value !== 'string') throw new WebhookRefused(`The header ${name} is missing.`)
    return value
  }
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  const away = Math.abs(now / 1_000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || away > TOLERANCE_SECONDS)
    throw new WebhookRefused('The message was not sent within the last five minutes.')
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const key of keys) {
    const [version, verify] = key.startsWith('whpk_') ? (['v1a', verifyEd25519] as const) : (['v1', verifyHmac] as const)
    const bytes = bytesOf(key.replace(/^wh(sec|pk)_/, ''))
    for (const signature of signatures.split(' ')) {
      const [of, value = ''] = signature.split(',')
      const given = of === version ? bytesOf(value) : null
      if (bytes && given && (await verify(bytes, given, signed))) return { id, payload: JSON.parse(body) as T }
    }
  }
  throw new WebhookRefused('No signature of the message fits the keys.')
}

type Bytes = Uint8Array<ArrayBuffer>

async function verifyHmac(secret: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, signature, signed)
}

async function verifyEd25519(publicKey: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature, signed)
}

function bytesOf(base64: string): Bytes | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
