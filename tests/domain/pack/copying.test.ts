import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideInTurn, initial, liveFields, liveSignatories, type PackState, pack } from '#domain/pack'
import { contextAt, idOf, nothingYet, workspace } from '#tests/pack'
import { histories, PARTS, secretReason, secretValue } from '#tests/pack-histories'
import { commandsOfCopy } from '../../../command-api/pack/copy-commands.ts'

const COPIER = idOf('copier')

function copyOf(state: PackState, kind: PackState['kind']): { readonly copy: PackState; readonly facts: readonly object[] } {
  const keys = {
    of: (origin: string) => idOf(`copied ${origin}`),
    fileOf: (file: string) => idOf(`copied file ${file}`),
  }
  const as = { kind, workspace, creator: COPIER, name: 'Copy' }
  const facts = decideInTurn(commandsOfCopy({ pack: idOf('pack'), state }, as, keys), initial, contextAt(nothingYet))
  if ('refused' in facts) throw new Error(facts.refused)
  const when = { time: '2026-03-03T09:00:00.000Z', revision: 0, principal: `user:${COPIER}` }
  return { copy: facts.reduce((next, fact) => pack.evolve(next, fact, when), initial), facts }
}
const every = (holds: (state: PackState) => void) =>
  fc.assert(
    fc.property(histories, ({ state }) => holds(state)),
    { numRuns: 150, seed: 12 },
  )

test('whatever happened to a pack, a copy of it can be made: in setup, with what was prepared and nothing of what was done', () => {
  every((state) => {
    const { copy, facts } = copyOf(state, 'document')
    expect([copy.status, copy.trashed, copy.completed, copy.creator, copy.from]).toEqual(['setup', null, null, COPIER, idOf('pack')])
    expect(copy.settings).toEqual(state.settings)
    expect(copy.documents.map(({ pages }) => pages)).toEqual(state.documents.map(({ pages }) => pages))
    const people = liveSignatories(state).map(({ role, name, email, mobile, user }) => ({ role, name, email, mobile, user }))
    expect(liveSignatories(copy)).toMatchObject(people.map((one) => ({ ...one, status: 'setup', request: null, links: [], visit: null })))
    expect(liveFields(copy).map(({ page, type, x, y }) => [page, type, x, y])).toEqual(
      liveFields(state).map(({ page, type, x, y }) => [page, type, x, y]),
    )
    const said = JSON.stringify(facts)
    for (const part of PARTS) for (const secret of [secretValue(part), secretReason(part)]) expect(said).not.toContain(secret)
    expect(said).toContain('seen by all')
    expect(said).not.toContain('never meant for signers')
    expect(said).not.toContain(idOf('link first'))
  })
})

test('a template made from it knows roles, and nobody', () => {
  every((state) => {
    const { copy } = copyOf(state, 'template')
    expect(copy.kind).toBe('template')
    expect(liveSignatories(copy).map(({ role }) => role)).toEqual(liveSignatories(state).map(({ role }) => role))
    for (const { name, email, mobile, user } of liveSignatories(copy)) expect([name, email, mobile, user]).toEqual(['', '', '', null])
  })
})

test('no key of the origin stands in the copy', () => {
  every((state) => {
    const said = JSON.stringify(copyOf(state, 'document').facts)
    const files = state.documents.flatMap(({ conversion }) => ('file' in conversion ? [conversion.source, conversion.file] : []))
    const keys = [
      ...Object.keys(state.fields),
      ...state.signatories.map(({ uuid }) => uuid),
      ...state.documents.map(({ key }) => key),
      ...files,
    ]
    for (const key of keys) expect(said).not.toContain(key)
  })
})
