import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefused, isWithheld, type RecordedEvent, WITHHELD } from '#domain/kernel'
import {
  type Audience,
  decide,
  initial,
  type PackCommand,
  type PackFact,
  type PackState,
  pack,
  redact,
  viewChangesFor,
  viewDigest,
  viewFor,
} from '#domain/pack'
import {
  contextAt,
  converted,
  create,
  creator,
  filledBy,
  having,
  idOf,
  nothingYet,
  packSentTo,
  packSentToAllAtOnce,
  reject,
  requestIds,
  sent,
  sign,
  signedBy,
  signer,
  TODAY,
  typed,
  type World,
  workspace,
} from '#tests/pack'
import { histories, PARTS, secretReason, secretValue } from '#tests/pack-histories'

const signatoryOf = (part: string): Audience => ({ of: 'signatory', signatory: idOf(part) })
const AUDIENCES: readonly Audience[] = [{ of: 'team' }, { of: 'everything' }, ...PARTS.map(signatoryOf)]

/** An audience's state: it follows the events it receives, and takes a fresh view when its view changes. */
function follow(world: World, audience: Audience): { view: PackState; received: RecordedEvent<PackFact>[] } {
  let state = initial
  let view = viewFor(initial, audience)
  const received: RecordedEvent<PackFact>[] = []
  for (const event of world.events) {
    const seen = redact(state, event, audience)
    const isChanged = viewChangesFor(state, event.fact, audience)
    state = fold(state, event)
    if (seen) received.push(seen)
    if (isChanged) view = viewFor(state, audience)
    else if (seen) view = fold(view, seen)
  }
  return { view, received }
}

function fold(state: PackState, { fact, meta, revision }: RecordedEvent<PackFact>): PackState {
  return pack.evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal })
}

// The time of the last change comes from the events one received: a view made from the whole state knows more.
function withoutTimes(state: PackState): unknown {
  return JSON.parse(JSON.stringify(state), (key, value) => (key === 'updated' ? null : value))
}

describe('redaction', () => {
  test('folding an audience’s events gives its view of the whole', () => {
    fc.assert(
      fc.property(histories, (world) => {
        for (const audience of AUDIENCES) {
          expect(withoutTimes(follow(world, audience).view)).toEqual(withoutTimes(viewFor(world.state, audience)))
        }
      }),
      { numRuns: 150, seed: 4 },
    )
  })

  test('a signer who postponed and comes back sees that they have, though nobody sees visits', () => {
    const postponed = having(packSentToAllAtOnce('first', 'second'), { do: 'PostponeSigning', signatory: idOf('first') })
    const link = { do: 'IssueSigningLink', signatory: idOf('first'), link: idOf('link'), purpose: 'sign', request: null } as const
    const view = viewDigest(postponed.state, idOf('first'))
    const back = having(postponed, link, { do: 'RecordVisit', signatory: idOf('first'), visit: idOf('visit'), link: idOf('link'), view })
    for (const part of ['first', 'second'])
      expect(withoutTimes(follow(back, signatoryOf(part)).view)).toEqual(withoutTimes(viewFor(back.state, signatoryOf(part))))
  })

  test("[D-144] neither views nor events hold a signer's secrets for another signer", () => {
    fc.assert(
      fc.property(histories, (world) => {
        for (const part of PARTS) {
          const { view, received } = follow(world, signatoryOf(part))
          const held = JSON.stringify([view, received, viewFor(world.state, signatoryOf(part))])
          for (const secret of secretsFrom(part, world)) expect(held).not.toContain(secret)
        }
      }),
      { numRuns: 150, seed: 5 },
    )
  })

  test('values of signers who have not finished reach neither the team nor other signers, and count as filled', () => {
    fc.assert(
      fc.property(histories, (world) => {
        const finished = new Set<string>()
        let state = initial
        for (const event of world.events) {
          const { fact } = event
          if (fact.type === 'SignatoryCompleted') for (const whose of signedWith(state, fact.data.signatory)) finished.add(whose)
          if (fact.type === 'RevertedToSetup') finished.clear()
          const received = redact(state, event, { of: 'team' })
          state = fold(state, event)
          const held = JSON.stringify([received, viewFor(state, { of: 'team' })])
          for (const part of PARTS) if (!finished.has(idOf(part))) expect(held).not.toContain(secretValue(part))
        }
        const view = viewFor(world.state, { of: 'team' })
        for (const field of Object.values(world.state.fields)) expect(view.fields[field.key]!.value === null).toBe(field.value === null)
      }),
      { numRuns: 100, seed: 6 },
    )
  })

  test('a view of a view is the same view, and its digest is that of the whole', () => {
    fc.assert(
      fc.property(histories, (world) => {
        for (const audience of AUDIENCES) {
          const view = viewFor(world.state, audience)
          expect(viewFor(view, audience)).toEqual(view)
          if (audience.of === 'signatory') {
            expect(viewDigest(view, audience.signatory)).toBe(viewDigest(world.state, audience.signatory))
          }
        }
      }),
      { numRuns: 100, seed: 7 },
    )
  })
})

/** Whose values somebody signs: their own, and what others wrote into their fields. */
function signedWith(state: PackState, signer: string): readonly string[] {
  return [signer, ...Object.values(state.fields).flatMap(({ assignee, filledBy }) => (assignee === signer && filledBy ? [filledBy] : []))]
}

/** What a signer never learns, whatever happens; and drafts of others that nobody finished. */
function secretsFrom(part: string, world: World): string[] {
  const others = PARTS.filter((other) => other !== part)
  const multiEdit = world.state.settings.firstSignerMultiEdit
  const everFinished = new Set(world.events.flatMap(({ fact }) => (fact.type === 'SignatoryCompleted' ? [fact.data.signatory] : [])))
  const drafts = others.filter((other) => !everFinished.has(idOf(other)) && !(multiEdit && (part === 'first' || other === 'first')))
  const showsContacts = world.events.some(({ fact }) => fact.type === 'ContactInfoObfuscationChanged' && !fact.data.on)
  return [
    ...(showsContacts ? [] : others).flatMap((other) => [
      `${other}@example.org`,
      `${other}.corrected@example.org`,
      `8212345${PARTS.indexOf(other)}7`,
    ]),
    ...drafts.map(secretValue),
    ...others.map(secretReason),
    ...PARTS.flatMap((any) => [idOf(`link ${any}`), idOf(`user ${any}`), idOf(`visit ${any}`), idOf(`corrected ${any}`)]),
    ...Object.values(requestIds(world, 'round 0')),
    ...[creator, workspace, idOf('copy'), idOf('mail'), idOf('upload')],
    ...['copy@example.org', 'lease.pdf', 'never meant for signers', 'session'],
  ]
}

describe('what a signer receives', () => {
  test('is nothing while the pack is in setup or in the trash', () => {
    const inSetup = having(nothingYet, create, ...converted(), ...signer('first'))
    expect(follow(inSetup, signatoryOf('first')).received).toEqual([])
    expect(viewFor(inSetup.state, signatoryOf('first'))).toEqual({ ...initial, exists: true, moved: null })
    const trashed = having(packSentTo('first'), { do: 'TrashPack' })
    expect(viewFor(trashed.state, signatoryOf('first')).documents).toEqual([])
  })

  test("is another's value once that one has finished, and not before", () => {
    const before = filledBy(packSentToAllAtOnce('first', 'second'), 'first')
    const value = (world: World) => viewFor(world.state, signatoryOf('second')).fields[idOf('first signature')]!.value
    expect(value(before)).toEqual(WITHHELD)
    expect(value(having(before, sign('first')))).toEqual(typed('first'))
  })

  test('is that another rejected, not why', () => {
    const world = having(packSentToAllAtOnce('first', 'second'), reject('first', 'The rent is wrong'))
    const first = viewFor(world.state, signatoryOf('second')).signatories[0]!
    expect(first.status).toBe('rejected')
    expect(isWithheld(first.rejectionReason)).toBe(true)
    expect(viewFor(world.state, { of: 'team' }).signatories[0]!.rejectionReason).toBe('The rent is wrong')
  })

  test('are the others’ addresses and numbers where the sender hides none, and nothing else of them', () => {
    const mobile = { do: 'SetSignatoryMobile', signatory: idOf('second'), mobile: '+27821234567' } as const
    const setUp = having(packSentTo('first', 'second'), { do: 'RevertToSetup' }, mobile)
    const otherSeen = (world: World) => viewFor(world.state, signatoryOf('first')).signatories[1]!
    expect(otherSeen(sent(setUp))).toMatchObject({ email: WITHHELD, mobile: WITHHELD })
    const open = sent(having(setUp, { do: 'SetContactInfoObfuscation', on: false }))
    expect(otherSeen(open)).toMatchObject({ email: 'second@example.org', mobile: '+27821234567', request: null, links: [], user: null })
    expect(withoutTimes(follow(open, signatoryOf('first')).view)).toEqual(withoutTimes(viewFor(open.state, signatoryOf('first'))))
  })

  test('is their own address', () => {
    const own = viewFor(packSentTo('first', 'second').state, signatoryOf('first')).signatories[0]!
    expect(own.email).toBe('first@example.org')
    expect(own.request).toBeNull()
    expect(own.links).toEqual([])
  })
})

test('a signer whose own view follows the events can finish by its digest', () => {
  const world = filledBy(signedBy(sent(having(packSentTo('first', 'second'), { do: 'RevertToSetup' })), 'first'), 'second')
  const { view } = follow(world, signatoryOf('second'))
  const command: PackCommand = {
    do: 'CompleteSigning',
    signatory: idOf('second'),
    consent: '1',
    view: viewDigest(view, idOf('second')),
    date: TODAY,
    requests: {},
  }
  expect(isRefused(decide(command, world.state, contextAt(world)))).toBe(false)
})
