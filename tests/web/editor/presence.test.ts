import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPeers } from '../../../web/features/editor/presence/peers.ts'
import { reportPosition } from '../../../web/features/editor/presence/report-position.ts'
import type { Presence, Whereabouts } from '../../../web/live/index.ts'
import { testEditor } from '../support/editor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const person = (id: string, name: string, more: Partial<Presence[number]> = {}): Presence[number] => {
  return { id, name, as: 'team', page: 0, selection: [], typing: null, ...more }
}

function withPeers() {
  const e = testEditor()
  const peers = createPeers(e.session, 'me')
  const present = async (people: Presence) => {
    e.live.present(people)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...e, peers, present }
}

test('the others are those of the team but oneself, however many windows oneself has', async () => {
  const { peers, present } = withPeers()
  await present([person('me', 'Mira Castell'), person('r', 'Ravi Menon'), person('a', 'Anna Okafor', { as: 'signatory' })])
  expect(peers.all().map(({ name, short }) => [name, short])).toEqual([['Ravi Menon', 'Ravi']])
})

test('who has a field selected or types in it is found by the field, and which document they look at with it', async () => {
  const { peers, present, place, editor } = withPeers()
  const [one, two] = [place('text', 100, 100), place('text', 100, 200)]
  await present([person('r', 'Ravi Menon', { selection: [one, two], typing: one }), person('n', 'Nora Diaz', { selection: [two] })])
  expect(peers.at(one).map(({ short }) => short)).toEqual(['Ravi'])
  expect(peers.at(two).map(({ short }) => short)).toEqual(['Ravi', 'Nora'])
  expect(peers.all().map(({ document }) => document)).toEqual([editor.ui.document, editor.ui.document])
  await present([])
  expect(peers.at(one)).toEqual([])
})

test('a field without news is not sent again, and everybody keeps their tone', async () => {
  const { peers, present, place } = withPeers()
  const field = place('text', 100, 100)
  await present([person('r', 'Ravi Menon', { selection: [field] })])
  const before = peers.at(field)
  await present([person('n', 'Nora Diaz'), person('r', 'Ravi Menon', { selection: [field], page: 2 })])
  expect(peers.at(field)).toBe(before)
  expect(peers.all().map(({ short, tone }) => [short, tone])).toEqual([
    ['Nora', 1],
    ['Ravi', 0],
  ])
})

test('a selection is sent at once, then not more often than seven times a second, and at the end as it is', async () => {
  const e = testEditor()
  const reported: Partial<Whereabouts>[] = []
  const where = reportPosition({ ...e.editor, session: { ...e.session, here: (at) => void reported.push(at) } })
  expect(reported).toEqual([{ selection: [], typing: null }])
  const keys = [1, 2, 3, 4, 5].map((at) => e.place('text', 100, at * 60))
  await vi.advanceTimersByTimeAsync(140)
  expect(reported).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(20)
  expect(reported).toHaveLength(2)
  expect(reported[1]).toEqual({ selection: [keys[4]], typing: null })
  where.close()
})

test('who has stopped typing for three seconds is not typing any more', async () => {
  const e = testEditor()
  const reported: Partial<Whereabouts>[] = []
  const where = reportPosition({ ...e.editor, session: { ...e.session, here: (at) => void reported.push(at) } })
  await vi.advanceTimersByTimeAsync(200)
  where.types('f')
  where.types('f')
  await vi.advanceTimersByTimeAsync(2_900)
  expect(reported.at(-1)).toMatchObject({ typing: 'f' })
  await vi.advanceTimersByTimeAsync(300)
  expect(reported.at(-1)).toMatchObject({ typing: null })
  expect(reported).toHaveLength(3)
  where.close()
})
