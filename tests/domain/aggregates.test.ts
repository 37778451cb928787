import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AGGREGATES, type AggregateName, aggregateOf, keyedBy, STREAMS, streamsWithSameKey, withoutSecrets } from '#domain/aggregates'
import { EVERYBODY, type Fact, WITHHELD } from '#domain/kernel'
import { CHANGES_RIGHTS, type WorkspaceFact, workspace } from '#domain/workspace'

const all = Object.values(AGGREGATES)

test('every stream is of one kind of aggregate, whose name and key follow from the stream’s', () => {
  for (const aggregate of all) {
    const stream = aggregate.streamNameOf('0192f4a5')
    expect([aggregateOf(stream)?.called, aggregate.keyOf(stream)]).toEqual([aggregate.called, '0192f4a5'])
    for (const prefix of aggregate.streams) expect(aggregateOf(`${prefix}x`)).toBe(aggregate)
    for (const other of all) if (other !== aggregate) expect(other.keyOf(stream)).toBeNull()
  }
  expect(aggregateOf('nothing-0192f4a5')).toBeNull()
})

test('two kinds of aggregates have no event of one name: an event’s type alone says whose it is', () => {
  const types = all.flatMap(({ events }) => Object.keys(events))
  expect(types.filter((type, at) => types.indexOf(type) !== at)).toEqual([])
})

test('names of streams are made in the domain, and nowhere else', () => {
  const prefixes = all.flatMap(({ streams }) => streams).filter((prefix) => prefix.endsWith('-'))
  const literal = new RegExp(`['"\`](${prefixes.join('|')})(['"\`]|\\$\\{)`)
  const sources = execFileSync('git', ['ls-files', 'shared', 'command-api', 'projections', 'processes', 'web', 'cli'], { encoding: 'utf8' })
  const own = sources.split('\n').filter((path) => /\.tsx?$/.test(path) && !path.startsWith('shared/domain/'))
  expect(own.length).toBeGreaterThan(500)
  expect(own.filter((path) => literal.test(readFileSync(path, 'utf8')))).toEqual([])
})

interface Stored extends Fact {
  readonly version: number
  readonly data: Record<string, unknown>
}
const names = Object.keys(AGGREGATES) as AggregateName[]
const read = (path: string): Stored[] => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
/** Every stored event, by aggregate: the pack has a file for each topic. */
const fixturesOf = (name: AggregateName): Stored[] =>
  name === 'pack'
    ? readdirSync(new URL('pack/fixtures/', import.meta.url)).flatMap((file) => read(`pack/fixtures/${file}`))
    : read(`fixtures/${name}.json`)
const when = { time: '2026-03-02T09:00:00.000Z', revision: 0, principal: 'user:x' }

describe.each(names)('stored events of %s', (name) => {
  const { events, codec, initial, evolve } = AGGREGATES[name]
  const stored = fixturesOf(name)

  test('have a fixture in every version of every type that was ever written', () => {
    const fixtures = new Set(stored.map(({ type, version }) => `${type} ${version}`))
    const versions = Object.entries(events).flatMap(([type, { version }]) => Array.from({ length: version }, (_, v) => `${type} ${v + 1}`))
    expect(versions.filter((version) => !fixtures.has(version))).toEqual([])
    expect(stored.map(({ type }) => type).filter((type) => !Object.hasOwn(events, type))).toEqual([])
  })

  test('fold in their order and each by itself, also with every confidential leaf withheld', () => {
    let state = initial
    for (const { type, version, data } of stored) {
      const fact = codec.upcast(type, version, data)
      const leaves = Object.fromEntries(codec.confidential(fact).map(({ path }) => [String(path[1]), WITHHELD]))
      // What stands in rows is withheld row by row.
      const withheld = Object.keys(leaves).some((key) => Array.isArray(data[key]))
        ? fact
        : codec.upcast(type, version, { ...data, ...leaves })
      state = evolve(state, fact, when)
      for (const from of [initial, state]) for (const one of [fact, withheld]) expect(evolve(from, one, when)).toBeTruthy()
    }
  })

  test('are of streams that the registry lists, and name whose values are gone only where some are', () => {
    for (const { type, version, data } of stored) {
      const gone = AGGREGATES[name].erases?.(codec.upcast(type, version, data)) ?? []
      if (gone !== EVERYBODY) for (const subject of gone) expect(JSON.stringify(data)).toContain(subject)
    }
    expect(STREAMS).toEqual(expect.arrayContaining([...AGGREGATES[name].streams]))
  })
})

test('what is one person’s or one team’s is found by their key, in whichever aggregates it stands', () => {
  expect(keyedBy('workspace').map(({ name }) => name)).toEqual(expect.arrayContaining(['workspace', 'contacts']))
  expect(streamsWithSameKey('user-ada')).toEqual(expect.arrayContaining(['user-ada', 'inbox-ada']))
  expect(streamsWithSameKey('pack-lease')).toEqual(['pack-lease'])
})

test('no trace says by its name whose stream it is about', () => {
  expect(['pack-lease', 'email-0f3a', 'installation-first-account', 'nothing-known'].map(withoutSecrets)).toEqual([
    'pack-lease',
    'email',
    'installation',
    'nothing',
  ])
})

describe('a stream of many events', () => {
  const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const at = '2026-03-02T09:00:00.000Z'
  /** A workspace where each document is announced, held for a while and then deleted. */
  const deletions = (packs: number): Fact[] =>
    Array.from({ length: packs }, (_, n) => ({ pack: id(n) })).flatMap(({ pack }) => [
      { type: 'DeletionAnnounced', data: { pack, because: 'trash', since: at, on: at } },
      { type: 'LegalHoldPlaced', data: { pack, reason: 'a case' } },
      { type: 'LegalHoldLifted', data: { pack } },
      { type: 'PackPermanentlyDeleted', data: { pack } },
    ])
  const saved = (people: number): Fact[] =>
    Array.from({ length: people }, (_, n) => ({
      type: 'ContactSaved',
      data: { contact: id(n), details: { name: 'N', email: `n${n}@example.com`, mobile: null } },
    }))
  const applied = (times: number): Fact[] =>
    Array.from({ length: times }, (_, n) => id(n)).flatMap((application) => [
      { type: 'ApplicationCreated', data: { application, owner: id(0), name: 'N', secret: 's' } },
      { type: 'ApplicationPermissionsChosen', data: { application, permissions: [] } },
      { type: 'ApplicationDeleted', data: { application } },
    ])
  type Entries = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
  const collections = (state: unknown) =>
    Object.entries(state as object).filter((entry): entry is [string, Entries] => entry[1] instanceof Map || entry[1] instanceof Set)

  /** How many entries of maps and sets are copied while all of it is folded once. */
  function copiedIn(name: AggregateName, facts: readonly Fact[]): number {
    const { evolve, initial } = AGGREGATES[name]
    const copied = new Set<object>()
    let [state, count] = [initial, 0]
    for (const [revision, fact] of facts.entries()) {
      const before = new Map(collections(state))
      state = evolve(state, fact, { ...when, revision, copied })
      for (const [key, entries] of collections(state)) if (before.get(key) !== entries) count += entries.size
    }
    return count
  }

  test.each([
    ['workspace', deletions],
    ['contacts', saved],
    ['applications', applied],
  ] as const)('of %s is folded without copying what it holds at each of them', (name, story) => {
    const [some, many] = [copiedIn(name, story(10)), copiedIn(name, story(2_000))]
    expect(many).toBe(some)
    expect(many).toBeLessThan(10)
  })

  test('is folded into the same state as one fact at a time, and a state that was kept does not change', () => {
    for (const [name, facts] of [
      ['workspace', deletions(20)],
      ['contacts', saved(20)],
      ['applications', applied(20)],
    ] as const) {
      const { evolve, initial } = AGGREGATES[name]
      const fold = (from: unknown, some: readonly Fact[], copied?: Set<object>) =>
        some.reduce((state, fact) => evolve(state, fact, { ...when, ...(copied ? { copied } : {}) }), from)
      const kept = fold(initial, facts.slice(0, 10), new Set())
      const before = structuredClone(kept)
      expect(fold(kept, facts.slice(10), new Set())).toEqual(fold(initial, facts))
      expect(kept).toEqual(before)
    }
  })
})

test('whatever changes who belongs to a workspace, what they may or how it is called, is known to change rights', () => {
  const facts = fixturesOf('workspace').map(({ type, version, data }) => workspace.codec.upcast(type, version, data))
  const rightsIn = ({ id, name, personal, members }: typeof workspace.initial) => ({ id, name, personal, members })
  const states = [workspace.initial]
  for (const fact of facts) states.push(workspace.evolve(states.at(-1)!, fact, when))
  const changes = (fact: WorkspaceFact) =>
    states.some((state) => JSON.stringify(rightsIn(workspace.evolve(state, fact, when))) !== JSON.stringify(rightsIn(state)))
  const changing = new Set(facts.filter(changes).map(({ type }) => type))
  expect([...CHANGES_RIGHTS].sort()).toEqual([...changing].sort())
})
