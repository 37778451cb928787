import { describe, expect, test } from 'vitest'
import { isRefused, WITHHELD } from '#domain/kernel'
import {
  decide,
  downloadEnabled,
  finalValueOf,
  liveFields,
  MOST,
  ownerOf,
  PACK_REFUSALS,
  redact,
  shownStatus,
  signatoryLabel,
  signaturesRequested,
  viewFor,
} from '#domain/pack'
import { MAX_APPEND_BYTES } from '#platform/event-log'
import {
  contextAt,
  converted,
  create,
  creator,
  decideIn,
  document,
  facts,
  fieldIn,
  fill,
  filledBy,
  type Given,
  given,
  having,
  idOf,
  leadsTo,
  nothing,
  nothingYet,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  place,
  refused,
  reject,
  request,
  sent,
  sign,
  signatoryIn,
  signedBy,
  typed,
} from '#tests/pack'

const revert: Given = { do: 'RevertToSetup' }
/** The envelope of an event, and more. */
const ENVELOPE = 1_000

test('dates of the sender that set themselves are of the day in the zone of the sender, which is recorded', () => {
  const dated = having(packInSetup('first'), place('day', 'date', 'self', { page: 1, autoDate: true }))
  const request = { do: 'RequestSignatures', requests: { [idOf('first')]: idOf('r') } } as const
  const days = (zone?: string) => {
    const decided = decideIn(dated, request, { now: '2026-03-02T23:30:00.000Z', ...(zone ? { zone } : {}) })
    return isRefused(decided) ? decided.refused : decided.slice(0, 2).map(({ data }) => ('value' in data ? data.value : data))
  }
  expect(days('Pacific/Auckland')).toEqual(['2026-03-03', { by: 'self', zone: 'Pacific/Auckland' }])
  expect(days()).toEqual(['2026-03-02', { by: 'self', zone: 'UTC' }])
})

describe('reverting to setup', () => {
  const world = having(
    sent(
      having(
        packInSetup('first', 'second', 'host'),
        { do: 'LinkSignatoryToUser', signatory: idOf('host'), user: creator },
        place('own', 'signature', 'self', { page: 1 }),
        fill('own', 'self', typed('S. Ender')),
        place('note', 'text', 'first', { page: 1, y: 300_000 }),
        place('initial', 'initial', 'first', { page: 1, y: 400_000 }),
      ),
    ),
    fill('first signature', 'first', typed('F')),
    fill('initial', 'first', typed('F')),
    fill('note', 'first', 'remarks'),
    fill('host signature', 'host', typed('H')),
    sign('first'),
  )
  const reverted = having(world, revert)

  test('[D-242] cancels all requests: links end and nothing waits to be sent', () => {
    given(world)
      .when(revert)
      .then(
        leadsTo((state) => {
          for (const { status, request, links, asked } of state.signatories) {
            expect({ status, request, links, asked }).toEqual({ status: 'setup', request: null, links: [], asked: false })
          }
          expect(state.status).toBe('setup')
        }),
      )
  })

  test('leaves nobody with a place in the round that was called back: not with a consent, a signature on what they saw, nor a wish to go on later', () => {
    const { state } = having(signedBy(packSentToAllAtOnce('first', 'second'), 'first'), {
      do: 'PostponeSigning',
      signatory: idOf('second'),
    })
    expect(signatoryIn(state, 'first')).toMatchObject({
      consent: expect.any(String),
      signedView: expect.any(String),
      completed: expect.any(String),
    })
    expect(signatoryIn(state, 'second').postponed).toBe(true)
    given({ state, events: [] })
      .when(revert)
      .then(
        leadsTo((after) => {
          for (const { consent, signedView, completed, postponed } of after.signatories)
            expect({ consent, signedView, completed, postponed }).toEqual({
              consent: null,
              signedView: null,
              completed: null,
              postponed: false,
            })
        }),
      )
  })

  test('[D-243] keeps the data', () => {
    expect(fieldIn(reverted.state, 'note').value).toBe('remarks')
  })

  test("[D-244] clears signatures, except the creator's", () => {
    expect(fieldIn(reverted.state, 'first signature').value).toBeNull()
    expect(fieldIn(reverted.state, 'own').value).toEqual(typed('S. Ender'))
    expect(fieldIn(reverted.state, 'host signature').value).toEqual(typed('H'))
  })

  test("[D-245] clears initials, except the creator's", () => {
    expect(fieldIn(reverted.state, 'initial').value).toBeNull()
    const own = having(packInSetup('first'), place('own', 'initial', 'self', { page: 1 }), fill('own', 'self', typed('S')))
    expect(fieldIn(having(sent(own), revert).state, 'own').value).toEqual(typed('S'))
  })

  test('[D-248 D-249] is refused from complete, in these words', () => {
    given(signedBy(packSentTo('first'), 'first'))
      .when(revert)
      .then(refused('revert-from-complete'))
    expect(PACK_REFUSALS['revert-from-complete'].says).toBe('Unable to update status to setup from completed status')
  })

  test('is possible from rejected, and clears the reason', () => {
    const rejected = having(packSentTo('first', 'second'), reject('first', 'No'))
    given(rejected)
      .when(revert)
      .then(
        facts(['RevertedToSetup', { from: 'rejected' }]),
        leadsTo((state) => expect(signatoryIn(state, 'first').rejectionReason).toBe('')),
      )
  })

  test('is one append, however much is signed: nobody sees it half done, and no crash leaves it so', () => {
    const { state } = world
    const [signature] = liveFields(state).filter(({ value, assignee }) => value !== null && assignee === idOf('first'))
    const [signatory] = state.signatories
    const numbered = <T>(count: number, make: (key: string) => T) => Array.from({ length: count }, (_, at) => make(idOf(`${at}`)))
    const fields = Object.fromEntries(numbered(MOST.fields, (key) => [key, { ...signature!, key }]))
    const links = [{ link: idOf('link'), purpose: 'sign' }] as const
    const signatories = [...state.signatories, ...numbered(MOST.signatories, (uuid) => ({ ...signatory!, uuid, links }))]
    const decided = decide(revert, { ...state, fields, fieldOrder: Object.keys(fields), signatories }, contextAt(world))
    if ('refused' in decided) throw new Error(decided.refused)
    const cleared = decided.flatMap((fact) => (fact.type === 'FieldsCleared' ? fact.data.fields : []))
    expect(cleared).toEqual(Object.keys(fields))
    const stored = decided.reduce((bytes, fact) => bytes + ENVELOPE + JSON.stringify(fact).length, 0)
    expect(stored).toBeLessThan(MAX_APPEND_BYTES)
  })

  test('lets the pack be edited and sent again, as another round', () => {
    const edited = having(reverted, { do: 'RenamePack', name: 'Lease, second try' })
    const again = sent(edited)
    expect(again.state.round).toBe(2)
    expect(signatoryIn(again.state, 'first').links).toHaveLength(1)
    given(again).when(sign('first')).then(refused('fields-incomplete'))
  })

  test('of what is in setup already changes nothing', () => {
    given(packInSetup('first')).when(revert).then(nothing)
  })
})

describe('marking as complete', () => {
  const world = filledBy(packSentToAllAtOnce('first', 'second'), 'first')

  test('[D-250] completes the pack, leaves unfinished signers as they are and ends their links', () => {
    given(world)
      .when({ do: 'MarkAsComplete' })
      .then(
        facts(['SigningLinksVoided'], ['SigningLinksVoided'], ['PackCompleted', { because: 'marked-complete' }]),
        leadsTo((state) => expect(state.signatories.map(({ status }) => status)).toEqual(['awaiting_signatures', 'awaiting_signatures'])),
      )
  })

  test('leaves drafts of signers who had not finished out of the final file', () => {
    const one = having(world, sign('first'), fill('second signature', 'second', typed('draft')), { do: 'MarkAsComplete' })
    expect(finalValueOf(one.state, fieldIn(one.state, 'first signature'))).toEqual(typed('first'))
    expect(finalValueOf(one.state, fieldIn(one.state, 'second signature'))).toBeNull()
  })

  test('keeps in it what somebody signed that another had written into their field, who never finished', () => {
    const out = sent(
      having(
        packInSetup('first', 'second', 'third'),
        { do: 'SetFirstSignerMultiEdit', on: true },
        place('second text', 'text', 'second', { page: 1 }),
        place('third text', 'text', 'third', { page: 1, y: 400_000 }),
      ),
    )
    const drafted = having(out, fill('second text', 'first', 'for you'), fill('third text', 'first', 'for you too'))
    const one = having(drafted, fill('second signature', 'second', typed('second')), sign('second'), { do: 'MarkAsComplete' })
    const seen = (part: string) => [
      finalValueOf(one.state, fieldIn(one.state, part)),
      fieldIn(viewFor(one.state, { of: 'team' }), part).value,
      fieldIn(viewFor(one.state, { of: 'signatory', signatory: idOf('third') }), part).value,
    ]
    expect(seen('second text')).toEqual(['for you', 'for you', 'for you'])
    expect(seen('third text')).toEqual([null, WITHHELD, 'for you too'])
  })

  test('is possible only while signatures are awaited', () => {
    given(packInSetup('first')).when({ do: 'MarkAsComplete' }).then(refused('not-awaiting-signatures'))
    given(having(world, reject('second')))
      .when({ do: 'MarkAsComplete' })
      .then(refused('not-awaiting-signatures'))
  })
})

describe('the trash', () => {
  test('[D-136] keeps the date of deletion until the pack is restored', () => {
    const trashed = having(packSentTo('first'), { do: 'TrashPack' })
    expect(trashed.state.trashed).not.toBeNull()
    expect(having(trashed, { do: 'RestorePack' }).state.trashed).toBeNull()
    expect(signedBy(packSentTo('first'), 'first').state.completed).not.toBeNull()
  })

  test('[D-409] allows nothing but looking and restoring', () => {
    const trashed = having(packInSetup('first'), { do: 'TrashPack' })
    given(trashed).when({ do: 'RenamePack', name: 'X' }).then(refused('in-trash'))
    given(trashed).when(request).then(refused('in-trash'))
    given(having(packSentTo('first'), { do: 'TrashPack' }))
      .when(fill('first signature', 'first', typed('F')))
      .then(refused('in-trash'))
    given(trashed)
      .when({ do: 'RestorePack' })
      .then(facts(['PackRestored']))
  })
})

describe('a pack whose owner left the workspace', () => {
  const { workspace } = packInSetup().state
  const over = (from: string, to: string, of = workspace) => ({ do: 'TakeOverPack', workspace: of, from, to }) as const
  const [heir, third] = [idOf('heir'), idOf('third')]

  test('is taken over once, keeps its creator and the date of its last change, and is passed on', () => {
    const sent = packSentTo('first')
    const taken = having(sent, over(creator, heir))
    expect([taken.state.creator, ownerOf(taken.state), taken.state.updated]).toEqual([creator, heir, sent.state.updated])
    given(taken).when(over(creator, heir)).then(nothing)
    given(taken).when(over(creator, third)).then(nothing)
    expect(ownerOf(having(taken, over(heir, third)).state)).toBe(third)
    for (const state of [having(packInSetup(), { do: 'TrashPack' }), signedBy(packSentTo('first'), 'first')])
      given(state)
        .when(over(creator, heir))
        .then(facts(['PackTakenOver']))
  })

  test('is not taken over in another workspace, nor from somebody whose it is not', () => {
    given(packInSetup())
      .when(over(creator, heir, idOf('another workspace')))
      .then(nothing)
    given(packInSetup()).when(over(third, heir)).then(nothing)
    given(packInSetup()).when(over(creator, creator)).then(nothing)
  })

  test('does not tell signers who of the team looks after it', () => {
    const taken = having(packSentTo('first'), over(creator, heir))
    const audience = { of: 'signatory', signatory: idOf('first') } as const
    expect(viewFor(taken.state, audience)).not.toHaveProperty('takenOverBy')
    const stored = taken.events.at(-1)!
    expect(stored.fact.type).toBe('PackTakenOver')
    expect(redact(packSentTo('first').state, stored, audience)).toBeNull()
  })
})

describe('what does not exist', () => {
  test('is not changed, and is made once', () => {
    given(nothingYet).when({ do: 'RenamePack', name: 'X' }).then(refused('pack-missing'))
    given(nothingYet).when({ do: 'RestorePack' }).then(refused('pack-missing'))
    given(packInSetup())
      .when({ ...create, creator: idOf('somebody else') } as Given)
      .then(refused('pack-exists'))
  })
})

describe('status', () => {
  const failed = having(nothingYet, create, ...converted().slice(0, 2), {
    do: 'RecordConversionFailure',
    document,
    source: idOf('upload'),
    reason: 'password-required',
  })

  test('[D-312] shows a failed conversion, and setup again once it is mended', () => {
    expect(shownStatus(failed.state)).toBe('conversion_error')
    expect(failed.state.status).toBe('setup')
    expect(shownStatus(having(failed, { do: 'RetryConversion', document }).state)).toBe('setup')
  })

  test('[D-226 D-227] is one of the specification’s, and awaiting_my_signature is none that a pack has', () => {
    const worlds = [
      failed,
      packInSetup('first'),
      packSentTo('first'),
      signedBy(packSentTo('first'), 'first'),
      having(packSentTo('first'), reject('first')),
    ]
    expect(worlds.map(({ state }) => shownStatus(state))).toEqual([
      'conversion_error',
      'setup',
      'awaiting_signatures',
      'complete',
      'rejected',
    ])
  })
})

describe('labels', () => {
  const world = packSentTo('first', 'second')
  const label = (part: string, { state } = world) => signatoryLabel(state, signatoryIn(state, part))

  test('[D-229] Queued shows until a request was sent, and that it waits for others', () => {
    expect(label('second')).toEqual({ label: 'Queued', waitsForOthers: true })
    expect(label('first', having(packInSetup('first', 'second'), request))).toEqual({ label: 'Queued', waitsForOthers: false })
  })

  test('[D-230] Awaiting Signature shows once it was', () => {
    expect(label('first')).toEqual({ label: 'Awaiting Signature', waitsForOthers: false })
  })

  test('[D-231] Completed shows for a signer who has finished', () =>
    expect(label('first', signedBy(world, 'first')).label).toBe('Completed'))

  test('[D-232] Rejected shows for a signer who rejected', () =>
    expect(label('first', having(world, reject('first'))).label).toBe('Rejected'))

  test('[D-233] Excluded shows for an excluded signer', () => {
    const excluded = { ...signatoryIn(world.state, 'first'), status: 'excluded' as const }
    expect(signatoryLabel(world.state, excluded).label).toBe('Excluded')
  })

  test('[D-228] there are five statuses of a signer', () => {
    const labels = (['setup', 'awaiting_signatures', 'complete', 'rejected', 'excluded'] as const).map(
      (status) => signatoryLabel(world.state, { ...signatoryIn(world.state, 'first'), status }).label,
    )
    expect(labels).toEqual(['Queued', 'Awaiting Signature', 'Completed', 'Rejected', 'Excluded'])
  })

  test('a second round begins as Queued again', () => {
    const again = having(world, revert, request)
    expect(label('first', again).label).toBe('Queued')
  })
})

describe('signatures count as requested', () => {
  test('[D-289] where nobody signs', () => expect(signaturesRequested(packInSetup().state)).toBe(true))

  test('[D-290] in sequence, once a mail went to somebody who is waited for', () => {
    const world = packSentTo('first', 'second')
    const waiting = {
      ...world.state,
      signatories: world.state.signatories.map((one, at) => (at === 1 ? { ...one, status: 'setup' as const } : one)),
    }
    expect(signaturesRequested(waiting)).toBe(true)
    expect(signaturesRequested({ ...waiting, signatories: waiting.signatories.map((one) => ({ ...one, asked: false })) })).toBe(false)
    expect(signaturesRequested({ ...waiting, settings: { ...waiting.settings, sequential: false } })).toBe(false)
  })

  test('[D-291] otherwise, once nobody is left in setup', () => {
    expect(signaturesRequested(packInSetup('first').state)).toBe(false)
    expect(signaturesRequested(having(packInSetup('first', 'second'), request).state)).toBe(true)
  })
})

describe('download', () => {
  test('[D-287] is enabled when the pack is complete', () => {
    expect(downloadEnabled(having(packSentTo('first'), { do: 'MarkAsComplete' }).state)).toBe(true)
    expect(downloadEnabled(packSentTo('first').state)).toBe(false)
  })

  test('[D-288] and when all signers are, unless it is in setup', () => {
    const { state } = signedBy(packSentTo('first'), 'first')
    expect(downloadEnabled({ ...state, status: 'awaiting_signatures' })).toBe(true)
    expect(downloadEnabled({ ...state, status: 'setup' })).toBe(false)
    expect(downloadEnabled(packInSetup().state)).toBe(false)
  })
})

test('[D-279] outside setup the document is neither renamed nor its settings changed', () => {
  const world = packSentTo('first')
  for (const command of [
    { do: 'RenamePack', name: 'X' },
    { do: 'RenameDocument', document, name: 'X' },
    { do: 'SetMessage', message: 'X' },
    { do: 'AddSignatory', signatory: idOf('third') },
    { do: 'SetSequentialSigning', on: false },
  ] as const) {
    given(world).when(command).then(refused('not-in-setup'))
  }
})
