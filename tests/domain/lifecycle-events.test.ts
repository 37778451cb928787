import { expect, test } from 'vitest'
import { type RecordedEvent, WITHHELD } from '#domain/kernel'
import {
  LIFECYCLE_EVENTS,
  LIFECYCLE_SOURCES,
  type LifecycleEntry,
  lifecycleOfPack,
  lifecycleOfWorkspace,
  redactFor,
} from '#domain/lifecycle-events'
import { evolve, initial, type PackFact, type PackState } from '#domain/pack'
import type { WorkspaceFact } from '#domain/workspace'
import {
  CREATOR,
  completed,
  digest,
  type Person,
  prepared,
  rejected,
  requested,
  sealed,
  signed,
  trashed,
  uuid,
  WORKSPACE,
  withSigners,
} from '../projections/stories.ts'

const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann Example', email: 'ann@example.com' }
const ben: Person = { uuid: uuid('signatory', 2), name: 'Ben Example', email: 'ben@example.com' }
const PACK = uuid('pack', 1)
const fact = (type: PackFact['type'], data: object) => ({ type, data }) as unknown as PackFact
const TIME = '2026-11-29T10:00:00.000Z'

/** What a pack's events say to subscribers, each decided on the pack before and after it. */
function entriesOf(facts: readonly PackFact[], principal = `user:${CREATOR}`): LifecycleEntry[] {
  let state: PackState = initial
  return facts.flatMap((one, revision) => {
    const before = state
    state = evolve(state, one, { time: TIME, revision, principal })
    const meta = { time: TIME, actor: { principal, capacity: 'team' as const }, correlation: 'c', causation: 'c' }
    const event: RecordedEvent<PackFact> = { id: uuid('other', revision), stream: `pack-${PACK}`, revision, fact: one, meta, hash: '' }
    return [...lifecycleOfPack(PACK, { event, before, after: state })]
  })
}
const typesOf = (facts: readonly PackFact[]) => entriesOf(facts).map(({ type }) => type)
const visited = (person: Person, n: number) =>
  fact('PackVisited', { signatory: person.uuid, visit: uuid('other', 50 + n), link: uuid('other', 60 + n), view: digest })
const sent = (person: Person, n: number) => fact('SignatureRequestSent', { signatory: person.uuid, request: uuid('other', n) })
const signing = [...prepared(1, 'Contract'), ...withSigners(1, [ann, ben]), ...requested([ann, ben]), sent(ann, 1), sent(ben, 2)]

test('a document’s life becomes events of the published types, each once, and in the order in which it happened', () => {
  const facts = [
    ...signing,
    visited(ann, 1),
    visited(ann, 2),
    ...signed(1, ann, 0),
    visited(ben, 3),
    ...signed(1, ben, 1),
    ...completed(),
    ...sealed(1),
    fact('FinalCopyFailed', { recipient: ann.uuid, mail: uuid('other', 90), bounced: true }),
    ...trashed(),
    fact('PackRestored', {}),
    fact('PersonErased', { people: [ann.uuid] }),
  ]
  expect(typesOf(facts)).toEqual([
    'document.created',
    'document.sent',
    'signer.requested',
    'signer.requested',
    'signer.opened',
    'signer.completed',
    'signer.opened',
    'signer.completed',
    'document.completed',
    'document.sealed',
    'message.bounced',
    'document.trashed',
    'document.restored',
    'person.erased',
  ])
  const failed = fact('SignatureRequestFailed', { signatory: ann.uuid, request: uuid('other', 1), bounced: true, detail: 'no such box' })
  const others = [
    ...signing,
    failed,
    fact('RequestsExpired', { day: '2026-11-30' }),
    fact('DocumentRejected', { document: uuid('document', 1), signatory: ben.uuid, reason: 'Too expensive' }),
    ...rejected(ben, 'No'),
    fact('RevertedToSetup', { from: 'rejected' }),
  ]
  expect(typesOf(others).slice(4)).toEqual([
    'message.bounced',
    'document.expired',
    'document.child-rejected',
    'signer.rejected',
    'document.rejected',
    'document.reverted',
  ])
})

test('every type has an example that its schema takes as it is, and every entry is one that its schema takes', () => {
  for (const [type, { data, example }] of Object.entries(LIFECYCLE_EVENTS))
    expect({ type, data: data.parse(example) }).toEqual({ type, data: example })
  for (const { type, data } of entriesOf(signing)) expect(LIFECYCLE_EVENTS[type].data.parse(data)).toEqual(data)
})

test('an entry says which document it is about, and never a field value, an address or a reason', () => {
  const entries = entriesOf([...signing, ...signed(1, ann, 0), ...rejected(ben, 'Too expensive')])
  expect(entries[0]).toMatchObject({ type: 'document.created', workspace: WORKSPACE, document: PACK, template: null, time: TIME })
  expect(entries.find(({ type }) => type === 'signer.completed')?.data).toEqual({
    document: { key: PACK, name: 'Contract', status: 'awaiting_signatures', template: null },
    signer: { key: ann.uuid, name: 'Ann Example', role: 'signer-1' },
  })
  expect(JSON.stringify(entries)).not.toMatch(/example\.com|Too expensive/)
})

test('the same event gives the same id, and another event another one', () => {
  const ids = entriesOf(signing).map(({ id }) => id)
  expect(entriesOf(signing).map(({ id }) => id)).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a template has no lifecycle, and a document that is made from one names it', () => {
  expect(typesOf([...prepared(1, 'Form', { kind: 'template' }), ...trashed()])).toEqual([])
  const template = uuid('pack', 9)
  const [created] = prepared(1, 'Copy')
  expect(entriesOf([{ ...created, data: { ...created!.data, from: template } } as PackFact])[0]).toMatchObject({
    template,
    data: { document: { template } },
  })
})

test('an erased name is null, and the entry is still one that its schema takes', () => {
  const facts = signing.map((one) => (one.type === 'SignatoryNamed' ? fact(one.type, { ...one.data, name: WITHHELD }) : one))
  const requestedOf = entriesOf(facts).find(({ type }) => type === 'signer.requested')!
  expect(requestedOf.data).toMatchObject({ signer: { key: ann.uuid, name: null } })
  expect(LIFECYCLE_EVENTS['signer.requested'].data.safeParse(requestedOf.data).success).toBe(true)
})

test('a subscriber who may not see the team does not learn which member did something', () => {
  const [created] = entriesOf(signing)
  expect(redactFor({ permissions: new Set(['can_view_teams']) }, created!)).toEqual(created)
  const redacted = redactFor({ permissions: new Set() }, created!)
  expect(redacted.data).toMatchObject({ by: null, document: { name: 'Contract' } })
  expect(JSON.stringify(redacted)).not.toContain(CREATOR)
})

test('a document that was deleted for good is named by its key alone', () => {
  const event = (type: string, data: object) => {
    const meta = { time: TIME, actor: { principal: 'process:deletion', capacity: 'process' as const }, correlation: 'c', causation: 'c' }
    return { id: uuid('other', 1), stream: 'workspace-w', revision: 3, fact: { type, data } as WorkspaceFact, meta, hash: '' }
  }
  expect(lifecycleOfWorkspace(WORKSPACE, event('PackPermanentlyDeleted', { pack: PACK }))).toMatchObject([
    { type: 'document.deleted', workspace: WORKSPACE, document: PACK, data: { document: { key: PACK } } },
  ])
  expect(lifecycleOfWorkspace(WORKSPACE, event('LegalHoldLifted', { pack: PACK }))).toEqual([])
})

test('every event that an entry follows from is one that readers of the log are asked to follow', () => {
  const followed = new Set<string>(LIFECYCLE_SOURCES.pack)
  const all = [...signing, visited(ann, 1), ...signed(1, ann, 0), ...completed(), ...sealed(1), ...trashed()]
  let seen = 0
  for (const [at, one] of all.entries()) {
    const made = entriesOf(all.slice(0, at + 1)).length - entriesOf(all.slice(0, at)).length
    if (made > 0) expect(followed.has(one.type)).toBe(true)
    seen += made
  }
  expect(seen).toBeGreaterThan(5)
})

test('a move is an entry of both workspaces, and what follows is one of the new one alone', () => {
  const there = uuid('workspace', 2)
  const entries = entriesOf([...prepared(1, 'Contract'), fact('PackMoved', { from: WORKSPACE, to: there }), ...trashed()])
  expect(entries.map(({ type, workspace }) => [type, workspace])).toEqual([
    ['document.created', WORKSPACE],
    ['document.moved_out', WORKSPACE],
    ['document.moved_in', there],
    ['document.trashed', there],
  ])
  expect(entries[2]!.data).toEqual(entries[1]!.data)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(4)
})
