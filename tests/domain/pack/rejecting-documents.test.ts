import { describe, expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import {
  auditWords,
  documentIn,
  enabledFields,
  incompleteFields,
  type PackFact,
  type PackState,
  permits,
  remainingDocuments,
  signedBeforeRejection,
  viewDigest,
  viewFor,
} from '#domain/pack'
import {
  document,
  facts,
  fieldIn,
  fill,
  filledBy,
  type Given,
  given,
  having,
  idOf,
  nothing,
  packOfTwo,
  packOfTwoSentTo,
  place,
  refused,
  reject,
  rejectDocument,
  sent,
  sign,
  signatoryIn,
  signedBy,
} from '#tests/pack'

const annex = idOf('annex')
const out = packOfTwoSentTo('first', 'second')
/** The first signer has signed both. */
const halfway = signedBy(having(out, fill('first annex', 'first', 'agreed')), 'first')
const left = having(out, rejectDocument('first', annex, ' Too dear '))
const seenBy = (state: PackState, part: string) => viewFor(state, { of: 'signatory', signatory: idOf(part) })

describe('rejecting one document of several', () => {
  test('[D-272] makes that document rejected, with the reason, and lets the rest go on', () => {
    given(out)
      .when(rejectDocument('first', annex, ' Too dear '))
      .then(facts(['DocumentRejected', { document: annex, signatory: idOf('first'), reason: 'Too dear' }]))
    expect(left.state.status).toBe('awaiting_signatures')
    expect(documentIn(left.state, annex)?.rejected).toMatchObject({ by: idOf('first'), reason: 'Too dear' })
    expect(remainingDocuments(left.state).map(({ key }) => key)).toEqual([document])
    expect(signatoryIn(left.state, 'first')).toMatchObject({ status: 'awaiting_signatures', links: [{}] })
    expect(signedBy(left, 'first', 'second').state.status).toBe('complete')
  })

  test('has a reason where none was given', () => {
    const silent = having(out, rejectDocument('first', annex))
    expect(documentIn(silent.state, annex)?.rejected?.reason).toBe(
      'Rejection reason not specified. Please contact the signer for further details.',
    )
  })

  test('asks nothing in it of anybody any more, and takes nothing', () => {
    expect(incompleteFields(out.state, idOf('first'))).toEqual([idOf('first signature'), idOf('first annex')])
    expect(incompleteFields(left.state, idOf('first'))).toEqual([idOf('first signature')])
    expect(enabledFields(left.state).every((field) => field.document === document)).toBe(true)
    given(left)
      .when(fill('first annex', 'first', 'x'))
      .then(refused('document-rejected', idOf('first annex')))
  })

  test('hides it from all who sign, and changes what they sign', () => {
    expect(seenBy(out.state, 'second').documents).toHaveLength(2)
    const seen = seenBy(left.state, 'second')
    expect(seen.documents.map(({ key }) => key)).toEqual([document])
    expect(Object.keys(seen.fields)).not.toContain(idOf('second annex'))
    expect(viewDigest(seen, idOf('second'))).toBe(viewDigest(left.state, idOf('second')))
    const digest = viewDigest(out.state, idOf('first'))
    given(filledBy(left, 'first'))
      .when(sign('first', { view: digest }))
      .then(refused('view-changed'))
    // The team sees it, with the reason.
    expect(viewFor(left.state, { of: 'team' }).documents).toHaveLength(2)
  })

  test('keeps what stood in it, and who had signed it before', () => {
    const later = having(halfway, rejectDocument('second', annex))
    expect(fieldIn(later.state, 'first annex').value).toBe('agreed')
    expect(signedBeforeRejection(later.state, annex)).toEqual([idOf('first')])
    expect(signedBeforeRejection(left.state, annex)).toEqual([])
    const fact: PackFact = { type: 'DocumentRejected', data: { document: annex, signatory: idOf('second'), reason: 'Too dear' } }
    expect(auditWords(fact, later.state)).toBe('rejected “Lease”, one of 2 documents: Too dear; first signer had signed it before')
  })

  test('rejects the pack with its last document', () => {
    const done = given(left)
      .when(rejectDocument('first', document, 'All of it'))
      .then(
        facts(
          ['DocumentRejected', { document }],
          ['SignatoryRejected', { signatory: idOf('first'), reason: 'All of it' }],
          ['SigningLinksVoided'],
          ['PackRejected', { signatory: idOf('first') }],
        ),
      )
    expect([done.state.status, signatoryIn(done.state, 'first').status]).toEqual(['rejected', 'rejected'])
    // There is nothing that they could be shown instead.
    expect(seenBy(done.state, 'second').documents.map(({ rejected }) => rejected?.reason)).toEqual([WITHHELD, WITHHELD])
    const back = having(done, { do: 'RevertToSetup' })
    expect(back.state.documents.some((one) => 'rejected' in one)).toBe(false)
  })

  test('[D-271] is refused of a pack of one document, where it is not allowed, and in any other status of the signer', () => {
    const off: Given = { do: 'SetIndividualRejection', on: false }
    given(sent(having(packOfTwo('first'), off)))
      .when(rejectDocument('first', annex))
      .then(refused('unable-to-reject', annex))
    const single = sent(having(packOfTwo('first'), { do: 'RemoveDocument', document: annex }))
    given(single).when(rejectDocument('first', document)).then(refused('unable-to-reject'))
    given(out).when(rejectDocument('second', annex)).then(refused('unable-to-reject'))
    given(halfway).when(rejectDocument('first', annex)).then(refused('unable-to-reject'))
    given(having(out, reject('first')))
      .when(rejectDocument('second', annex))
      .then(refused('unable-to-reject'))
    given(out)
      .when(rejectDocument('first', idOf('nothing')))
      .then(refused('unable-to-reject'))
    given(out)
      .when(rejectDocument('first', annex, 'x'.repeat(2_001)))
      .then(refused('too-long'))
  })

  test('is done where it is asked again, and refused of one that another has rejected', () => {
    given(left)
      .when(rejectDocument('first', annex, 'Too dear'))
      .then(nothing)
    given(left)
      .when(rejectDocument('first', annex, 'Too long'))
      .then(refused('unable-to-reject'))
    const { links } = signatoryIn(out.state, 'first')
    const who = { as: 'signatory', signatory: idOf('first'), link: links[0]!.link, inPerson: false } as const
    expect(permits({ do: 'RejectDocument', signatory: idOf('second'), document: annex, reason: '' }, out.state, who)).toMatchObject({
      refused: 'not-yours',
    })
  })

  test('leaves its answers out of the conditions of other documents', () => {
    const ruled = having(
      packOfTwo('first', 'second'),
      place('more', 'text', 'second', { required: true }),
      { do: 'SetFieldRule', rule: idOf('rule'), target: { field: idOf('more') }, condition: `[${idOf('first annex')}] is "agreed"` },
      { do: 'SetSequentialSigning', on: true },
    )
    const signed = signedBy(having(sent(ruled), fill('first annex', 'first', 'agreed')), 'first')
    expect(fieldIn(signed.state, 'more').disabled).toBeUndefined()
    given(signed)
      .when(rejectDocument('second', annex))
      .then(facts(['DocumentRejected'], ['FieldsDisabled', { fields: [idOf('more')] }]))
  })

  test('is sealed nowhere', () => {
    const done = signedBy(left, 'first', 'second')
    given(done).when({ do: 'StartSealing', document: annex }).then(refused('document-rejected'))
    given(done)
      .when({ do: 'StartSealing', document })
      .then(facts(['SealingStarted']))
  })
})
