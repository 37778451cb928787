import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PLANTED, plantedIn } from './planted/index.ts'
import { scriptOf, wordFor } from './replay.ts'
import { type Outcome, play } from './run.ts'
import { drawScript } from './script.ts'

const long = process.env.LONG_TESTS === '1'

/** As somebody calls it: in a process of its own. */
function simulate(...options: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  const program = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), ...options])
  let out = ''
  program.stdout.on('data', (part) => {
    out += part
  })
  program.stderr.on('data', (part) => {
    out += part
  })
  return new Promise((resolve) => program.on('close', (code) => resolve({ code, out })))
}

/** A hundred have three signers or more in most, a fault in two thirds; the long lane plays more of them under another seed. */
const CEREMONIES = long ? 500 : 100

test(`${CEREMONIES} ceremonies with crashes, lost answers, clocks and disks that fail: nothing is lost, doubled, stuck or shown to the wrong person`, {
  timeout: 600_000,
}, async () => {
  const { code, out } = await simulate('--seed', long ? 'long' : 'short', '--ceremonies', String(CEREMONIES))
  expect(out).toMatch(/ceremonies, \d+ steps, 0 violations\n$/)
  expect(code).toBe(0)
})

test('the same seed is the same story, step by step, and so is the word that stands for it', async () => {
  const script = drawScript('again')
  const [first, second] = [await play(script), await play(scriptOf(wordFor(script)))]
  expect(second.steps).toBe(first.steps)
  expect(second.stored).toEqual(first.stored)
  const saved = ({ ceremonies }: Outcome) => ceremonies.map(({ typed }) => typed.map(({ text, act }) => [text, act?.savedAt]))
  expect(saved(second)).toEqual(saved(first))
})

test('every planted mistake is still one that somebody could make in this code', () => {
  for (const bug of PLANTED)
    for (const change of bug.also ? [bug, bug.also] : [bug])
      expect(() => plantedIn(change, readFileSync(change.file, 'utf8')), bug.name).not.toThrow()
  // Each of them by itself: the same change under two names would be found twice.
  const changes = PLANTED.map(({ file, changes, also }) => JSON.stringify([file, changes, also]))
  expect(changes.filter((change, at) => changes.indexOf(change) < at)).toEqual([])
})

const everyday = ['missing idempotency key', 'the team is told', 'outbox cleared']
// All of them: npm run simulate -- --planted all --ceremonies 2000
const planted = PLANTED.filter(({ name }) => everyday.some((part) => name.includes(part)))

test.each(planted.map(({ name }) => name))('it finds it when %s', { timeout: 600_000 }, async (name) => {
  const { code, out } = await simulate('--seed', 'planted', '--ceremonies', '2000', '--planted', name)
  expect(out).toContain('1 of 1 planted bugs found')
  expect(code).toBe(0)
})
