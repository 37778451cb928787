import fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { isRefused } from '#domain/kernel'
import { stampFile } from '#pdf/stamp'
import { loadMetrics } from '#pdf/text-layout'
import { fieldsToSeal, stampsOf } from '#processes/sealing'
import { decideIn, document, fieldIn, fill, type Given, happened, request, sign, typed, type World } from '#tests/pack'
import { ruled, ruleHistories, SIGNERS, secretOf } from '#tests/rule-histories'
import { plainBytes } from './support/files.ts'

const RUNS = process.env.LONG_TESTS ? 500 : 15
const TEXTS = [
  ['spouse', 'first'],
  ['school', 'second'],
  ['teacher', 'second'],
] as const

/** All texts are filled in; then whatever of it is allowed, and then everybody signs. */
function signedAfter(history: readonly Given[]): World {
  const before: Given[] = [request, ...TEXTS.map(([part, of]) => fill(part, of, secretOf(of))), { do: 'RevertToSetup' }]
  const signing = SIGNERS.flatMap((part) => [fill(`${part} signature`, part, typed(part)), sign(part)])
  return [...before, ...history, request, ...signing].reduce<World>((world, given) => {
    const decision = decideIn(world, given)
    return isRefused(decision) ? world : happened(world, decision)
  }, ruled)
}

test('whatever is ruled and entered: what is hidden at the end is on no page of the file, and what is shown is', async () => {
  const pages = await plainBytes(2, [595, 842])
  const metrics = await loadMetrics()
  const seen = { hidden: 0, shown: 0 }
  await fc.assert(
    fc.asyncProperty(ruleHistories, async (history) => {
      const { state } = signedAfter(history)
      fc.pre(state.status === 'complete')
      const { bytes } = await stampFile(pages, stampsOf(fieldsToSeal(state, document), metrics), {})
      const file = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
      const { items } = await (await file.getPage(1)).getTextContent()
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
      for (const whose of SIGNERS) {
        const filled = TEXTS.filter(([, of]) => of === whose).map(([part]) => fieldIn(state, part))
        const shown = filled.filter(({ disabled, value }) => !disabled && value !== null && value !== '')
        expect(text.split(secretOf(whose))).toHaveLength(1 + shown.length)
        seen.shown += shown.length
        seen.hidden += filled.filter(({ disabled }) => disabled?.value).length
      }
    }),
    { numRuns: RUNS },
  )
  for (const many of Object.values(seen)) expect(many).toBeGreaterThan(0)
})
