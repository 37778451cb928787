import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { KeyIndex } from '#platform/key-index'
import { idempotencyKeyOf } from '../edge/request-origin.ts'

/**
 * The pack that a key stands for: the first caller makes it up, all others get the same. So a repeated request,
 * after a lost answer or a crash, makes the same pack and not a second one.
 */
export async function packForKey(keyIndex: KeyIndex, key: string, newId: () => string): Promise<string> {
  const pack = newId()
  const [held] = await keyIndex.register([{ key, kind: 'made-for', pack }])
  return held === undefined ? pack : ((await keyIndex.find(key, 'made-for'))?.pack ?? pack)
}

/**
 * The pack that a request makes: sent again under its key by the same person, for the same thing, it makes the same one.
 * A request without a key makes another each time.
 */
export async function packForRequest(
  request: FastifyRequest,
  { makes, by, of }: { readonly makes: 'copy' | 'merge' | 'upload'; readonly by: string; readonly of: string },
  { keyIndex, newId }: { readonly keyIndex: KeyIndex; newId(): string },
): Promise<string> {
  const key = idempotencyKeyOf(request)
  if (key === null) return newId()
  const named = createHash('sha256')
    .update(JSON.stringify([makes, by, key, of]))
    .digest('base64url')
  return packForKey(keyIndex, named, newId)
}
