import { describe, expect, test } from 'vitest'
import { linkIsAlive } from '#domain/pack'
import {
  facts,
  filledBy,
  type Given,
  given,
  having,
  idOf,
  leadsTo,
  link,
  nothing,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  refused,
  reject,
  request,
  requestIds,
  sign,
  signatoryIn,
} from '#tests/pack'

const signatory = idOf('first')

describe('requesting signatures', () => {
  test('[D-235] is decided by the same checks, for everybody who asks', () => {
    const nameless = having(packInSetup('first'), { do: 'RenamePack', name: '' })
    given(nameless).when(request).then(refused('name-missing'))
    expect(nameless.state.status).toBe('setup')
  })

  test('asks everybody at once, or one after another', () => {
    given(packInSetup('first', 'second'))
      .when(request)
      .then(
        facts(
          ['SignaturesRequested', { round: 1 }],
          ['SignatureRequestQueued', { signatory }],
          ['SignatureRequestQueued', { signatory: idOf('second') }],
        ),
      )
    given(having(packInSetup('first', 'second'), { do: 'SetSequentialSigning', on: true }))
      .when(request)
      .then(facts(['SignaturesRequested'], ['SignatureRequestQueued', { signatory, because: 'requested' }]))
  })

  test('asks by the channel of each', () => {
    const world = having(
      packInSetup('first'),
      { do: 'SetSignatoryChannel', signatory, channel: 'sms' },
      { do: 'SetSignatoryMobile', signatory, mobile: '0821234567' },
      { do: 'SetSignatoryEmail', signatory, email: '' },
    )
    given(world)
      .when(request)
      .then(facts(['SignaturesRequested'], ['SignatureRequestQueued', { channel: 'sms' }]))
  })

  test('needs an id for every request, so that none is sent twice', () => {
    given(packInSetup('first')).when({ do: 'RequestSignatures', requests: {} }).then(refused('request-id-missing', signatory))
  })

  test('again, with other ids, is refused: it is no longer in setup', () => {
    const world = packSentTo('first')
    given(world)
      .when({ do: 'RequestSignatures', requests: requestIds(world, 'other') })
      .then(refused('not-in-setup'))
  })
})

describe('a link', () => {
  const world = having(packInSetup('first', 'second'), request)

  test('lives from its issue until the signer has finished', () => {
    const linked = having(world, link('first'))
    expect(linkIsAlive(linked.state, signatory, idOf('first link'))).toBe(true)
    expect(linkIsAlive(linked.state, idOf('second'), idOf('first link'))).toBe(false)
    expect(linkIsAlive(linked.state, signatory, idOf('another'))).toBe(false)
    const finished = having(filledBy(linked, 'first'), sign('first'))
    expect(linkIsAlive(finished.state, signatory, idOf('first link'))).toBe(false)
  })

  test('goes with the request that stands, not with one that was overtaken', () => {
    const stale: Given = {
      do: 'IssueSigningLink',
      signatory,
      link: idOf('stale'),
      purpose: 'sign',
      request: signatoryIn(world.state, 'first').request!.id,
    }
    const corrected = having(world, { do: 'CorrectAddress', signatory, email: 'right@example.org', request: idOf('corrected') })
    given(corrected).when(stale).then(refused('request-superseded'))
  })

  test('is not issued again for a request that has gone out, and one that died in the trash leaves its request unsent', () => {
    const asked = having(packInSetup('first'), request, link('first'))
    const { id } = signatoryIn(asked.state, 'first').request!
    const note = { do: 'RecordRequestSent', signatory, request: id, link: idOf('first link') } as const
    const inAndOut = having(asked, { do: 'TrashPack' }, { do: 'RestorePack' })
    given(inAndOut).when(note).then(refused('link-dead'))
    const again = { do: 'IssueSigningLink', signatory, link: idOf('first link'), purpose: 'sign', request: id } as const
    given(inAndOut)
      .when(again)
      .then(facts(['SigningLinkIssued', { link: idOf('first link') }]))
    given(having(inAndOut, again))
      .when(note)
      .then(facts(['SignatureRequestSent', {}]))
    given(having(inAndOut, again))
      .when({ ...note, kept: true })
      .then(facts(['SignatureRequestSent', { kept: true }]))
    given(having(asked, note, { do: 'TrashPack' }, { do: 'RestorePack' }))
      .when(again)
      .then(refused('request-superseded'))
  })

  test('may be taken by a preparer while the signer is waited for', () => {
    const taken = { do: 'IssueSigningLink', signatory, link: idOf('taken'), purpose: 'sign', request: null } as const
    given(world)
      .when(taken)
      .then(facts(['SigningLinkIssued', { request: null }]))
    given(having(filledBy(world, 'first'), sign('first')))
      .when(taken)
      .then(refused('signatory-finished'))
    given(packInSetup('first')).when(taken).then(refused('not-awaiting-signatures'))
  })

  test('to sign in person ends when its device is unlocked, and no other link with it, unless the signer has finished', () => {
    const handed = { do: 'IssueSigningLink', signatory, link: idOf('in person'), purpose: 'sign_in_person', request: null } as const
    const takeBack = { do: 'TakeBackSigningLink', signatory, link: handed.link } as const
    const out = having(world, link('first'), handed)
    given(out)
      .when(takeBack)
      .then(facts(['SigningLinkTakenBack', { signatory, link: handed.link }]))
    const back = having(out, takeBack)
    expect(linkIsAlive(back.state, signatory, handed.link)).toBe(false)
    expect(linkIsAlive(back.state, signatory, idOf('first link'))).toBe(true)
    given(back).when(takeBack).then(nothing)
    given(having(filledBy(out, 'first'), sign('first', { link: handed.link })))
      .when(takeBack)
      .then(nothing)
  })

  test('is dead in the trash, and stays so after the pack is restored', () => {
    const linked = having(world, link('first'), { do: 'TrashPack' })
    expect(linkIsAlive(linked.state, signatory, idOf('first link'))).toBe(false)
    expect(linkIsAlive(having(linked, { do: 'RestorePack' }).state, signatory, idOf('first link'))).toBe(false)
  })
})

describe('correcting an address while it waits', () => {
  const world = packSentToAllAtOnce('first', 'second')
  const correct = (more: object): Given => ({ do: 'CorrectAddress', signatory, request: idOf('corrected'), ...more })

  test('ends the old link and sends a new request', () => {
    given(world)
      .when(correct({ email: ' right@example.org ' }))
      .then(
        facts(
          ['SignatoryEmailChanged', { email: 'right@example.org' }],
          ['SigningLinksVoided', { because: 'address-corrected' }],
          ['SignatureRequestQueued', { request: idOf('corrected'), because: 'address-corrected' }],
        ),
        leadsTo((state) => expect(signatoryIn(state, 'second').links).toHaveLength(1)),
      )
  })

  test('of the name alone sends nothing', () => {
    given(world)
      .when(correct({ name: 'Fiona' }))
      .then(facts(['SignatoryNamed']))
  })

  test('to the same address changes nothing', () => {
    given(world)
      .when(correct({ email: 'first@example.org' }))
      .then(nothing)
  })

  test('to one that is none is refused', () => {
    given(world)
      .when(correct({ email: 'nowhere' }))
      .then(refused('email-invalid', signatory))
    given(world)
      .when(correct({ email: '' }))
      .then(refused('email-invalid', signatory))
    given(world)
      .when(correct({ mobile: '12' }))
      .then(refused('mobile-invalid', signatory))
    given(world)
      .when(correct({ name: '' }))
      .then(refused('signer-name-missing', signatory))
  })

  test('[D-285] is refused for a signer who has finished', () => {
    given(having(filledBy(world, 'first'), sign('first')))
      .when(correct({ email: 'x@y.org' }))
      .then(refused('signatory-finished', signatory))
  })

  test('[D-284] is possible while awaiting signatures or rejected, and then asks nobody', () => {
    const rejected = having(world, reject('second'))
    given(rejected)
      .when(correct({ email: 'x@y.org' }))
      .then(facts(['SignatoryEmailChanged']))
    given(packInSetup('first'))
      .when(correct({ email: 'x@y.org' }))
      .then(refused('not-managed'))
    given(having(world, { do: 'MarkAsComplete' }))
      .when(correct({ email: 'x@y.org' }))
      .then(refused('not-managed'))
  })

  test('[D-283] is refused in the trash', () => {
    given(having(world, { do: 'TrashPack' }))
      .when(correct({ email: 'x@y.org' }))
      .then(refused('in-trash'))
  })

  test('of one who is asked later asks them in their turn', () => {
    const sequential = packSentTo('first', 'second')
    given(sequential)
      .when({ do: 'CorrectAddress', signatory: idOf('second'), email: 'x@y.org', request: idOf('c') })
      .then(facts(['SignatoryEmailChanged']))
  })
})

describe('news of a request', () => {
  const world = having(packInSetup('first'), request)
  const id = signatoryIn(world.state, 'first').request!.id
  const sent = { do: 'RecordRequestSent', signatory, request: id } as const
  const failed = (bounced: boolean) => ({ do: 'RecordRequestFailed', signatory, request: id, bounced, detail: 'No such mailbox' }) as const

  test('counts each that was sent', () => {
    const state = having(world, sent, { do: 'ResendRequest', signatory, request: idOf('r2') }, { ...sent, request: idOf('r2') }).state
    expect(signatoryIn(state, 'first')).toMatchObject({ requestsSent: 2, asked: true, request: { state: 'sent' } })
  })

  test('tells a failure from a bounce, and a later success from both', () => {
    const state = (...commands: readonly Given[]) => signatoryIn(having(world, ...commands).state, 'first').request
    expect(state(failed(false))).toMatchObject({ state: 'failed', detail: 'No such mailbox' })
    expect(state(failed(false), sent)).toMatchObject({ state: 'sent', detail: '' })
    expect(state(sent, failed(true))).toMatchObject({ state: 'bounced' })
    given(having(world, sent, failed(true)))
      .when(sent)
      .then(nothing)
  })

  test('of one that was overtaken says nothing about the one that stands', () => {
    const resent = having(world, { do: 'ResendRequest', signatory, request: idOf('r2') })
    given(resent).when(failed(true)).then(nothing)
    expect(signatoryIn(resent.state, 'first').request).toMatchObject({ id: idOf('r2'), state: 'queued' })
  })

  test('holds what a mail server said, within bounds and as text', () => {
    given(world)
      .when({ ...failed(false), detail: `bad \u0000 \ud800 ${'x'.repeat(9_000)}` })
      .then(leadsTo((state) => expect(String(signatoryIn(state, 'first').request!.detail)).toHaveLength(2_000)))
  })
})

test('resending asks again and leaves the links as they are', () => {
  const world = packSentTo('first', 'second')
  given(world)
    .when({ do: 'ResendRequest', signatory, request: idOf('again') })
    .then(
      facts(['SignatureRequestQueued', { because: 'resent' }]),
      leadsTo((state) => expect(signatoryIn(state, 'first').links).toHaveLength(1)),
    )
  given(having(filledBy(world, 'first'), sign('first')))
    .when({ do: 'ResendRequest', signatory, request: idOf('again') })
    .then(refused('signatory-finished'))
})
