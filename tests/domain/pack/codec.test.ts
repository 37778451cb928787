import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import { codec, EVENTS, evolve, initial, type PackFact, type PackFactType, TOPICS } from '#domain/pack'
import { idOf } from '#tests/pack'

interface Stored {
  readonly type: PackFactType
  readonly version: number
  readonly data: Record<string, unknown>
}

const folder = new URL('fixtures/', import.meta.url)
const stored = readdirSync(folder).flatMap((name): Stored[] => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
const types = Object.keys(EVENTS) as PackFactType[]
const when = { time: '2026-03-02T09:00:00.000Z', revision: 0, principal: 'user:x' }

describe('stored events', () => {
  test('every version of every type of event that was ever written has a fixture', () => {
    const fixtures = new Set(stored.map(({ type, version }) => `${type} ${version}`))
    const versions = types.flatMap((type) => Array.from({ length: EVENTS[type].version }, (_, v) => `${type} ${v + 1}`))
    expect(versions.filter((version) => !fixtures.has(version))).toEqual([])
    expect(versions.length).toBeGreaterThanOrEqual(82)
    expect(Object.keys(TOPICS).length).toBe(readdirSync(folder).length)
  })

  test('every fixture is read as what it was', () => {
    for (const { type, version, data } of stored) {
      // Events written before there was more to say.
      const since =
        type === 'SealingFailed' && version === 1
          ? { details: null }
          : type === 'VisitObserved' && version === 1
            ? {
                moments: (data.moments as readonly { what: string }[]).map((seen) =>
                  seen.what === 'page' ? { ...seen, brought: null } : seen,
                ),
              }
            : {}
      expect(codec.upcast(type, version, data)).toEqual({ type, data: { ...data, ...since } })
    }
    expect(stored.length).toBeGreaterThanOrEqual(86)
  })

  test('every fixture folds, also with every confidential leaf withheld, onto an empty pack and onto one of its like', () => {
    for (const { type, version, data } of stored) {
      const fact = codec.upcast(type, version, data)
      const leaves = Object.fromEntries(
        [...codec.confidential(fact).map(({ path }) => path), ...codec.shared(type)].flatMap((path) =>
          path.length === 2 ? [[String(path[1]), WITHHELD] as const] : [],
        ),
      )
      const withheld = codec.upcast(type, version, { ...data, ...leaves })
      // Who looks after it says nothing about the document.
      const updated = type === 'PackTakenOver' ? '' : '2026-03-02T09:00:00.001Z'
      expect(evolve(evolve(initial, fact, when), withheld, when).updated).toBe(updated)
    }
  })

  test('a type, a version or a shape that was never written is refused', () => {
    const moved = stored.find(({ type }) => type === 'FieldMoved')!
    expect(() => codec.upcast('FieldTeleported', 1, moved.data)).toThrow('FieldTeleported')
    expect(() => codec.upcast('FieldMoved', 2, moved.data)).toThrow('version 2')
    expect(() => codec.upcast('FieldMoved', 1, { ...moved.data, x: 1.5 })).toThrow()
    expect(() => codec.upcast('FieldMoved', 1, { ...moved.data, z: 1 })).toThrow()
    expect(() => codec.upcast('toString', 1, {})).toThrow('toString')
  })
})

describe('confidential leaves', () => {
  // What is written by people or says who they are, wherever it stands.
  const PERSONAL = ['name', 'role', 'email', 'mobile', 'value', 'reason', 'detail', 'subject', 'message', 'url', 'filename', 'description']
  const MORE = ['customId', 'options']
  // Reasons of failures are words of our own.
  const OURS = new Set<PackFactType>(['ConversionFailed', 'SealingFailed'])

  test('are all that people wrote or that says who they are', () => {
    const clear = types.flatMap((type) =>
      Object.keys(EVENTS[type].schema.shape)
        .filter((key) => [...PERSONAL, ...MORE].includes(key) && !EVENTS[type].confidential.includes(key) && !OURS.has(type))
        .map((key) => `${type}.${key}`),
    )
    expect(clear).toEqual([])
    expect(types.flatMap((type) => EVENTS[type].confidential).length).toBeGreaterThanOrEqual(27)
  })

  test('are sealed for the person they are about, else for the pack', () => {
    const leaves = (fact: PackFact) => codec.confidential(fact).map(({ path, subject }) => [path.join('.'), subject])
    expect(leaves({ type: 'SignatoryNamed', data: { signatory: idOf('first'), name: 'F' } })).toEqual([['data.name', idOf('first')]])
    expect(leaves({ type: 'CopyRecipientEmailChanged', data: { recipient: idOf('copy'), email: 'c' } })).toEqual([
      ['data.email', idOf('copy')],
    ])
    expect(leaves({ type: 'FieldFilled', data: { field: idOf('f'), by: idOf('first'), value: 'v' } })).toEqual([
      ['data.value', idOf('first')],
    ])
    expect(leaves({ type: 'FieldFilledBySender', data: { field: idOf('f'), value: 'v' } })).toEqual([['data.value', 'pack']])
    expect(leaves({ type: 'PackRenamed', data: { name: 'N' } })).toEqual([['data.name', 'pack']])
    expect(leaves({ type: 'PackTrashed', data: {} })).toEqual([])
  })
})
