import { expect, test } from 'vitest'
import { memorySharedLeaves, rememberedLeaves } from '#platform/shared-leaves'
import { memorySubjectKeys } from '#platform/subject-keys'
import { testWorld } from '#tests/world'

/** Leaves that are remembered, and how often the store behind was asked for one. */
function remembered(most?: number) {
  const asked: string[] = []
  const stored = memorySharedLeaves()
  const keys = memorySubjectKeys(testWorld())
  const counted: typeof stored = {
    ...stored,
    find(digests) {
      asked.push(...digests)
      return stored.find(digests)
    },
  }
  return { asked, stored, keys, leaves: rememberedLeaves(counted, keys, most) }
}
const leaf = (words: string) => ({ salt: 's', value: { salt: 's', words } })

test('what is held by many is asked for once, and is one object that nobody can change', async () => {
  const { leaves, stored, asked } = remembered()
  await stored.keep('one', new Map([['d', leaf('kept')]]))
  const [first, second] = [await leaves.find(['d']), await leaves.find(['d'])]
  expect(asked).toEqual(['d'])
  expect(second.get('d')!.value).toBe(first.get('d')!.value)
  expect(() => Object.assign(first.get('d')!.value as object, { words: 'other' })).toThrow(TypeError)
  const content = { words: ['a'] }
  expect(leaves.salted(content)).toBe(leaves.salted({ words: ['a'] }))
  expect(leaves.salted(content)).toEqual(stored.salted(content))
})

test('a deletion lets go of all: what went with it is not there any more, and the rest is asked for again', async () => {
  const { leaves, keys, asked } = remembered()
  await leaves.keep('one', new Map([['d', leaf('kept')]]))
  await leaves.keep('other', new Map([['e', leaf('kept too')]]))
  expect((await leaves.find(['d', 'e'])).size).toBe(2)
  expect(asked).toEqual([])
  await leaves.release('one')
  expect([...(await leaves.find(['d', 'e'])).keys()]).toEqual(['e'])
  await keys.keyFor('other', 'pack')
  await keys.destroy('other', 'pack')
  await leaves.find(['e'])
  expect(asked).toEqual(['d', 'e', 'e'])
})

test('of more than there is room for the oldest goes', async () => {
  const { leaves, asked } = remembered(100)
  for (const digest of ['a', 'b', 'c']) await leaves.keep('one', new Map([[digest, leaf('x'.repeat(30))]]))
  await leaves.find(['a', 'c'])
  expect(asked).toEqual(['a'])
})

test('what does not have its digest is not remembered as if it had', async () => {
  const { leaves, stored, asked } = remembered()
  await stored.keep('one', new Map([['d', { salt: '', value: null }]]))
  await leaves.find(['d'])
  await leaves.find(['d'])
  expect(asked).toEqual(['d', 'd'])
})
