import { proxy } from 'valtio'
import type { z } from 'zod'
import { done } from '#contract/envelope'
import { signaturesAnswer } from '#contract/signatures'
import { http } from '../../http/index.ts'

export type Kept = z.infer<typeof signaturesAnswer>['signatures'][number]
export type Kind = Kept['type']
export type KeptLooks = Kept['data']

/** What the account holder keeps; null until it was asked for. */
export const kept = proxy<{ of: string | null; signatures: readonly Kept[] | null; failed: boolean }>({
  of: null,
  signatures: null,
  failed: false,
})

const PATH = '/app/user/signatures'

/** Asks for what `user` keeps, once; somebody else who logs in here is asked for anew. */
export async function loadKept(user: string, again = false): Promise<void> {
  if (kept.of === user && !again && !kept.failed) return
  if (kept.of !== user) kept.signatures = null
  kept.of = user
  try {
    const { signatures } = await http.get(PATH, signaturesAnswer, { quiet: true })
    if (kept.of !== user) return
    kept.signatures = signatures
    kept.failed = false
  } catch {
    kept.failed = true
  }
}

export async function keep(user: string, type: Kind, data: KeptLooks): Promise<void> {
  await http.post(PATH, done, { body: { type, data } })
  await loadKept(user, true)
}

export async function forget(user: string, key: string): Promise<void> {
  await http.del(`${PATH}/${key}`, done)
  await loadKept(user, true)
}
