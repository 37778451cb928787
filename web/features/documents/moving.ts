import { HttpRefused, messageOf, newKey } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { say, UNDO_SECONDS } from '../../ui/index.ts'
import { copyOrMove, type Taking } from './calls.ts'
import { BATCH } from './in-batches.ts'
import type { List } from './list.ts'
import { documents } from './messages.ts'

const words = wordsOf(documents)

export interface TakeOutcome {
  readonly done: readonly string[]
  readonly refused: readonly { readonly key: string; readonly why: string }[]
}

/** Batch by batch: what cannot go does not stop the others. */
export async function take(
  keys: readonly string[],
  action: Taking,
  target: string,
  progress: (done: number) => void,
): Promise<TakeOutcome> {
  const done: string[] = []
  const refused: { key: string; why: string }[] = []
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH)
    try {
      const answer = await copyOrMove(batch, action, target, newKey())
      done.push(...answer.done)
      refused.push(...answer.refused.map(({ key, message }) => ({ key, why: message })))
    } catch (thrown) {
      const why = whyNot(thrown)
      refused.push(...batch.map((key) => ({ key, why })))
    }
    progress(done.length + refused.length)
  }
  return { done, refused }
}

/** Of a whole batch: the message says that nothing went, and the code why. */
function whyNot(thrown: unknown): string {
  const code = thrown instanceof HttpRefused ? thrown.code : null
  if (code === 'legal-hold-moving') return words('move_held')
  if (code === 'not-permitted' || code === 'not-a-member') return words('move_not_permitted')
  return messageOf(thrown, words('move_failed'))
}

/** Says what came of it, and offers the way back. */
export function sayMoved(
  list: List | null,
  { done, refused }: TakeOutcome,
  { action, from }: { readonly action: Taking; readonly from: string },
): void {
  if (done.length === 0) return void say.danger(words('move_failed'))
  if (refused.length > 0) say.warning(words(action === 'Move' ? 'some_not_moved' : 'some_not_copied'))
  if (list) {
    list.selectNone()
    if (action === 'Move') list.drop(done)
    list.acted()
    void list.load(true)
  }
  if (action === 'Copy') return void say.success(words('moved', { count: done.length }))
  const back = async () => {
    const outcome = await take(done, 'Move', from, () => undefined)
    say.hide('moved')
    if (outcome.done.length === 0) say.danger(words('move_failed'))
    else say.success(words('moved', { count: outcome.done.length }))
    void list?.load(true)
  }
  say.success(words('moved', { count: done.length }), UNDO_SECONDS, {
    id: 'moved',
    action: { label: wordsOf('ui')('undo'), run: () => void back() },
  })
}
