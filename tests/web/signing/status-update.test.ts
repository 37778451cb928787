import { expect, test } from 'vitest'
import { type Finished, MOST_RETRIES, statusUpdates } from '../../../web/features/signing/status-update.ts'

/** A server that answers each attempt in turn, and the requests it got. */
function serverSaying(...answers: readonly Finished[]) {
  const sent: { readonly body: string; readonly key: string }[] = []
  const retries: number[] = []
  let keys = 0
  const update = statusUpdates<string>({
    newKey: () => `key ${++keys}`,
    send: async (body, key) => {
      sent.push({ body, key })
      return answers[sent.length - 1] ?? 'unknown'
    },
    beforeRetry: async (count) => void retries.push(count),
  })
  return { update, sent, retries }
}

test('[D-530] a finish without an answer is sent again with one and the same key, a growing number of times and not for ever', async () => {
  const { update, sent, retries } = serverSaying()
  expect(await update('view 1')).toBe('unknown')
  expect(retries).toEqual(Array.from({ length: MOST_RETRIES }, (_, at) => at + 1))
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['key 1']))
})

test('pressing again after an unknown outcome sends the very same request, so that it is found if it arrived', async () => {
  const silence = Array<Finished>(MOST_RETRIES + 1).fill('unknown')
  const { update, sent } = serverSaying(...silence, 'done')
  await update('view 1')
  expect(await update('view 2')).toBe('done')
  expect(sent.at(-1)).toEqual({ body: 'view 1', key: 'key 1' })
})

test('where the unanswered request turns out to be refused, what is meant now is sent under a key of its own', async () => {
  const silence = Array<Finished>(MOST_RETRIES + 1).fill('unknown')
  const { update, sent } = serverSaying(...silence, 'view-changed', 'done')
  await update('view 1')
  expect(await update('view 2')).toBe('done')
  expect(sent.slice(-2)).toEqual([
    { body: 'view 1', key: 'key 1' },
    { body: 'view 2', key: 'key 2' },
  ])
})

test('an answer ends an update: the next one is another', async () => {
  const { update, sent, retries } = serverSaying({ message: 'no' }, 'done')
  expect(await update('view')).toEqual({ message: 'no' })
  expect(await update('view')).toBe('done')
  expect(sent.map(({ key }) => key)).toEqual(['key 1', 'key 2'])
  expect(retries).toEqual([])
})
