import { expect, test } from 'vitest'
import { auditWords, type PackFact, pack, redact, type VisitMoment, viewFor } from '#domain/pack'
import { document, facts, given, having, idOf, nothing, packSentTo, refused } from '#tests/pack'

const signatory = idOf('first')
const RECORDED = { do: 'RecordVisit', signatory, visit: idOf('visit'), view: 'v'.repeat(43) } as const
const visited = having(packSentTo('first', 'second'), ({ state }) => ({ ...RECORDED, link: state.signatories[0]!.links[0]!.link }))
const page = (at: number, brought: 'person' | 'page' | null = 'page'): VisitMoment => ({
  what: 'page',
  document,
  page: at,
  brought,
  ago: 2,
})
const fieldOf = () => ({ what: 'field', field: visited.state.fieldOrder[0]!, ago: 1 }) as const
const observe = (...moments: readonly VisitMoment[]) => ({ do: 'ObserveVisit', signatory, visit: idOf('visit'), moments }) as const

test('of a visit each page and each field is recorded once, and pausing and coming back in turn', () => {
  const moments = [page(0), fieldOf(), { what: 'paused', ago: 1 }, { what: 'back', ago: 0 }] as const
  given(visited)
    .when(observe(...moments))
    .then(facts(['VisitObserved', { signatory, visit: idOf('visit'), moments }]))
  const observed = having(visited, observe(...moments))
  given(observed)
    .when(observe(page(0), fieldOf(), { what: 'back', ago: 0 }))
    .then(nothing)
  given(observed)
    .when(observe(page(0), page(1)))
    .then(facts(['VisitObserved', { signatory, visit: idOf('visit'), moments: [page(1)] }]))
  // What is on no page, or of no field here, was not seen.
  given(observed)
    .when(observe(page(7), { what: 'field', field: idOf('nowhere'), ago: 0 }))
    .then(nothing)
  expect(auditWords(observed.events.at(-1)!.fact, observed.state)).toMatch(
    /^came back, was shown a page for a second or longer and came to the /,
  )
})

test('a visit begins with the pages: changing to the form and back is recorded, each once', () => {
  const to = (view: 'form' | 'pages') => ({ what: 'view', view, ago: 1 }) as const
  given(visited)
    .when(observe(to('pages')))
    .then(nothing)
  const moments = [to('form'), to('form'), fieldOf(), to('pages')]
  given(visited)
    .when(observe(...moments))
    .then(facts(['VisitObserved', { signatory, visit: idOf('visit'), moments: [to('form'), fieldOf(), to('pages')] }]))
  const observed = having(visited, observe(to('form')))
  given(observed)
    .when(observe(to('form')))
    .then(nothing)
  expect(auditWords(observed.events.at(-1)!.fact, observed.state)).toBe('changed to the form')
  const often = Array.from({ length: 120 }, (_, at) => to(at % 2 === 0 ? 'form' : 'pages'))
  given(visited)
    .when(observe(...often.slice(0, 50)))
    .then(facts(['VisitObserved', { moments: often.slice(0, 50) }]))
  given(having(visited, observe(...often.slice(0, 50))))
    .when(observe(...often.slice(50, 60)))
    .then(nothing)
})

test('the history names measured pages and who moved there, and of what an earlier version stored that they came into view', () => {
  const words = (...moments: readonly VisitMoment[]) => {
    const observed = having(visited, observe(...moments))
    return auditWords(observed.events.at(-1)!.fact, observed.state)
  }
  expect(words(page(0, 'person'), page(1, 'page'))).toBe(
    'moved to a page and kept still for a second or longer and was shown a page for a second or longer',
  )
  expect(words(page(0, 'page'), page(1, 'page'))).toBe('was shown 2 pages for a second or longer')
  const { what, document: of, ago } = page(0) as Extract<VisitMoment, { what: 'page' }>
  const stored = { signatory, visit: idOf('visit'), moments: [{ what, document: of, page: 0, ago }] }
  const fact = pack.codec.upcast('VisitObserved', 1, stored)
  expect(fact.data).toMatchObject({ moments: [{ what: 'page', brought: null }] })
  expect(auditWords(fact as PackFact, visited.state)).toBe('had a page come into view')
})

test('what a page tells again, for want of an answer, is recorded once, however late it comes', () => {
  const paused = { what: 'paused', ago: 1 } as const
  const back = { what: 'back', ago: 0 } as const
  const from = (by: string, before: number, ...moments: readonly VisitMoment[]) => ({
    ...observe(...moments),
    told: { by: idOf(by), before },
  })
  const once = having(visited, from('a', 0, page(0), paused, back))
  expect(once.events.at(-1)!.fact).toMatchObject({ data: { told: { by: idOf('a'), count: 3 } } })
  given(once)
    .when(from('a', 0, page(0), paused, back))
    .then(nothing)
  // What came meanwhile goes with it.
  given(once)
    .when(from('a', 0, page(0), paused, back, page(1)))
    .then(facts(['VisitObserved', { signatory, visit: idOf('visit'), moments: [page(1)], told: { by: idOf('a'), count: 4 } }]))
  // Another page of theirs, and the same one after the next visit has begun.
  const other = having(once, from('b', 0, paused, back))
  given(other)
    .when(from('a', 1, paused, back))
    .then(nothing)
  const next = { ...from('a', 0, page(0), paused, back, page(1)), visit: idOf('next') }
  const again = having(other, ({ state }) => ({ ...RECORDED, link: state.signatories[0]!.links[0]!.link, visit: idOf('next') }))
  given(having(again, { ...from('b', 2, page(0)), visit: idOf('next') }))
    .when(next)
    .then(facts(['VisitObserved', { signatory, visit: idOf('next'), moments: [page(1)], told: { by: idOf('a'), count: 4 } }]))
})

test('a visit is bounded: twenty pauses are recorded, and only of the visit that is', () => {
  let world = visited
  for (let round = 0; round < 40; round++) {
    const events = world.events.length
    world = having(world, observe({ what: 'paused', ago: 0 }, { what: 'back', ago: 0 }))
    expect(world.events.length - events).toBe(round < 20 ? 1 : 0)
  }
  given(visited)
    .when({ ...observe(page(0)), visit: idOf('another visit') })
    .then(refused('link-dead'))
})

test('what somebody looked at is the team’s to know, and no other signer’s', () => {
  const observed = having(visited, observe(page(0)))
  const event = observed.events.at(-1)!
  expect(redact(visited.state, event, { of: 'team' })?.fact.type).toBe('VisitObserved')
  for (const who of ['first', 'second']) {
    expect(redact(visited.state, event, { of: 'signatory', signatory: idOf(who) })).toBeNull()
    expect(viewFor(observed.state, { of: 'signatory', signatory: idOf(who) }).observed).toEqual({})
  }
})
