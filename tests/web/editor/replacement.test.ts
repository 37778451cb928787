import { expect, test } from 'vitest'
import type { PackState } from '#domain/pack'
import { movedFields, whenReplaced } from '../../../web/features/editor/state/replacement.ts'
import { after, id, inSetup, PAGE } from '../support/pack.ts'

const SMALL = { width: 300_000, height: 300_000 }

function withFields() {
  const { view, document, anna } = inSetup()
  const [stays, off, later] = [id(), id(), id()]
  const place = (field: string, page: number, x: number, y: number) =>
    ({ do: 'PlaceField', field, document, page, type: 'text', x, y, width: 100_000, height: 20_000, assignee: anna }) as const
  const before = after(view, place(stays, 0, 50_000, 50_000), place(off, 0, 450_000, 700_000), place(later, 2, 10_000, 100_000))
  return { before, document, stays, off, later }
}
const received = (state: PackState, document: string, file: string) =>
  after(state, { do: 'ReceiveFile', document, file, digest: 'B'.repeat(43), size: 10, filename: 'new.pdf' })
const converted = (state: PackState, document: string, source: string, page = SMALL) =>
  after(state, { do: 'RecordConversion', document, source, file: id(), digest: 'B'.repeat(43), size: 10, pages: [page], repaired: false })

test('of a replaced document those fields are named that its new pages had no room for; the others stay', () => {
  const { before, document, stays, off, later } = withFields()
  const source = id()
  const now = converted(received(before, document, source), document, source)
  expect(movedFields(before, now, document).map(({ key }) => key)).toEqual([off, later])
  expect(now.fields[stays]).toMatchObject({ page: 0, x: 50_000, y: 50_000 })
  for (const field of [now.fields[off]!, now.fields[later]!]) {
    expect(field.page).toBe(0)
    expect(field.x + field.width).toBeLessThanOrEqual(SMALL.width)
    expect(field.y + field.height).toBeLessThanOrEqual(SMALL.height)
  }
  const roomy = converted(received(before, document, source), document, source, PAGE)
  expect(movedFields(before, roomy, document).map(({ key }) => key)).toEqual([later])
})

test('a replacement is waited for until its pages are there, or cannot be', async () => {
  for (const failed of [false, true]) {
    const { before, document } = withFields()
    const listeners = new Set<() => void>()
    let view = before
    const session = {
      view: () => view,
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    let outcome: PackState | null | 'waiting' = 'waiting'
    const waiting = whenReplaced(session, before, document).then((state) => {
      outcome = state
    })
    const become = async (next: PackState) => {
      view = next
      for (const listener of [...listeners]) listener()
      await Promise.resolve()
    }
    const source = id()
    const arrived = received(before, document, source)
    await become(arrived)
    expect(outcome).toBe('waiting')
    const end = failed
      ? after(arrived, { do: 'RecordConversionFailure', document, source, reason: 'not-a-pdf' })
      : converted(arrived, document, source)
    await become(end)
    await waiting
    expect(outcome).toBe(failed ? null : end)
    expect(listeners.size).toBe(0)
  }
})
