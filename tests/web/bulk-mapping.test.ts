import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_MAPPING, type Mapping } from '#domain/bulk-send'
import { flash } from '../../web/features/bulk-mapping/flash.ts'
import { autosave, SAVE_MS, SAVE_NOW_MS } from '../../web/ui/autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const subject = (text: string): Mapping => ({ ...EMPTY_MAPPING, subject: text })
function saving(answers: (mapping: Mapping) => Promise<unknown> = async () => undefined) {
  const saved: string[] = []
  const waiting: number[] = []
  const failed: unknown[] = []
  const saver = autosave<Mapping>({
    save(mapping) {
      saved.push(mapping.subject)
      return answers(mapping)
    },
    counted: (count) => void waiting.push(count),
    failed: (thrown) => failed.push(thrown),
  })
  return { saver, saved, waiting, failed }
}

test('a mapping is saved 250 ms after the last change', async () => {
  const { saver, saved } = saving()
  saver.later(subject('a'))
  await vi.advanceTimersByTimeAsync(249)
  saver.later(subject('ab'))
  await vi.advanceTimersByTimeAsync(249)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual(['ab'])
  expect(SAVE_MS).toBe(250)
})

test('a choice is saved after 1 ms', async () => {
  const { saver, saved } = saving()
  saver.later(subject('a'), SAVE_NOW_MS)
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual(['a'])
})

test('Versions are saved one after the other, and one that fails holds up nothing.', async () => {
  let release: () => void = () => undefined
  const { saver, saved, waiting, failed } = saving(({ subject: text }) =>
    text === 'a' ? new Promise<void>((_, reject) => (release = () => reject(new Error('away')))) : Promise.resolve(),
  )
  saver.later(subject('a'), 1)
  await vi.advanceTimersByTimeAsync(1)
  saver.later(subject('b'), 1)
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual(['a'])
  release()
  await saver.flush()
  expect(saved).toEqual(['a', 'b'])
  expect(failed).toHaveLength(1)
  expect(waiting).toEqual([1, 2, 1, 0])
})

test('the preview is marked for 5 s', async () => {
  const marks: boolean[] = []
  flash((on) => marks.push(on))
  await vi.advanceTimersByTimeAsync(4_999)
  expect(marks).toEqual([true])
  await vi.advanceTimersByTimeAsync(1)
  expect(marks).toEqual([true, false])
  flash((on) => marks.push(on))()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(marks).toEqual([true, false, true])
})
