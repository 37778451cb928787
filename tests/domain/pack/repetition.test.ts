import { describe, expect, test } from 'vitest'
import { canonicalise, isRefused, type Json } from '#domain/kernel'
import { COMMANDS, codec, EVENTS, type PackFactType } from '#domain/pack'
import { decideIn, happened } from '#tests/pack'
import { allWorlds, SCENARIOS } from '#tests/pack-scenarios'

describe('every command', () => {
  test.each(COMMANDS)('%s says something new once, and the same command again changes nothing', (name) => {
    const { in: world, ask } = SCENARIOS[name]
    const command = typeof ask === 'function' ? ask(world) : ask
    expect(command.do).toBe(name)
    const first = decideIn(world, command)
    if (isRefused(first)) throw new Error(`refused: ${first.refused}`)
    expect(first.length).toBeGreaterThan(0)
    expect(decideIn(happened(world, first), command)).toEqual([])
  })

  test('has a scenario: all of them were found', () => {
    expect(Object.keys(SCENARIOS).sort()).toEqual([...COMMANDS].sort())
    expect(COMMANDS.length).toBeGreaterThanOrEqual(73)
  })
})

describe('every state', () => {
  test('is plain JSON: kept outside of memory it is the same', () => {
    for (const { state } of allWorlds()) expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state)
  })
})

describe('every event', () => {
  const events = allWorlds().flatMap((world) => world.events)

  test('is decided somewhere, in a shape that can be stored and read back', () => {
    const seen = new Set<string>()
    for (const { fact } of events) {
      const data = fact.data as unknown as Json
      canonicalise(data)
      expect(codec.upcast(fact.type, codec.version(fact.type), fact.data)).toEqual(fact)
      seen.add(fact.type)
    }
    const types = Object.keys(EVENTS) as PackFactType[]
    expect(types.filter((type) => !seen.has(type))).toEqual([])
    expect(types.length).toBeGreaterThanOrEqual(82)
  })
})
