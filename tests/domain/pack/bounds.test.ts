import { expect, test } from 'vitest'
import { isRefused, type Json } from '#domain/kernel'
import { COMMANDS, type PackCommand } from '#domain/pack'
import { decideIn } from '#tests/pack'
import { SCENARIOS } from '#tests/pack-scenarios'

/** Keys, digests and what is one of a few words are checked before a command is made of them. */
const NOT_WRITTEN = /^([0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9_-]{40,43}|[a-z_]+\d?(-[a-z]+)*|PDF\/A)$/

/** It with each written text of it, one at a time, as another. */
function withTexts(value: Json, other: string): Json[] {
  if (typeof value === 'string') return NOT_WRITTEN.test(value) ? [] : [other]
  if (Array.isArray(value)) return value.flatMap((one, at) => withTexts(one, other).map((changed) => value.with(at, changed)))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, one]) => withTexts(one as Json, other).map((changed) => ({ ...value, [name]: changed })))
}

test('no command writes what cannot be stored, or what is longer than any text may be, into the history', () => {
  const refused = new Set<string>()
  for (const name of COMMANDS) {
    const { in: world, ask } = SCENARIOS[name]
    const { do: _, ...command } = typeof ask === 'function' ? ask(world) : ask
    for (const text of ['a \u0000', 'half \ud83d', 'x'.repeat(100_001)]) {
      for (const changed of withTexts(command as unknown as Json, text)) {
        const decision = decideIn(world, { do: name, ...(changed as object) } as PackCommand)
        if (isRefused(decision)) refused.add(name)
        else expect(JSON.stringify(decision), name).not.toContain(JSON.stringify(text).slice(1, -1))
      }
    }
  }
  expect(refused.size).toBeGreaterThan(25)
})
