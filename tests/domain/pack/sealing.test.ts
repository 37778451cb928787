import { describe, expect, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import type { PackFact, PackState } from '#domain/pack'
import { decideIn, document, facts, type Given, given, having, idOf, leadsTo, nothing, packSentTo, refused, signedBy } from '#tests/pack'
import { LEFT_OUT } from '#tests/pack-scenarios'

const complete = signedBy(packSentTo('first'), 'first')
const start: Given = { do: 'StartSealing', document }
const stamped = (attempt = 1): Given => ({ do: 'RecordStamped', document, attempt, pages: [digestOf('p1'), digestOf('p2')] })
const sealed = (attempt = 1, file = 'final'): Given => ({
  do: 'RecordSealed',
  document,
  attempt,
  file: idOf(file),
  digest: digestOf(file),
  size: 10,
})
const failure = (attempt: number, final: boolean): Given => ({ do: 'RecordSealingFailure', document, attempt, reason: 'no-space', final })

describe('sealing', () => {
  test('begins also where more conditions keep more fields off the pages than an append has room for', () => {
    const { state } = LEFT_OUT
    const [rule] = state.rules!
    const hidden = Object.values(state.fields).find(({ disabled }) => disabled)!
    const keys = Array.from({ length: 2_000 }, (_, at) => idOf(`hidden ${at}`))
    const rules = keys.flatMap((key) =>
      Array.from({ length: 5 }, (_, at) => ({ ...rule!, key: idOf(`${key} ${at}`), target: { field: key } })),
    )
    const many: PackState = {
      ...state,
      rules,
      fieldOrder: [...state.fieldOrder, ...keys],
      fields: { ...state.fields, ...Object.fromEntries(keys.map((key) => [key, { ...hidden, key }])) },
    }
    const decision = decideIn({ ...LEFT_OUT, state: many }, start)
    expect(JSON.stringify(decision).length).toBeLessThan(400_000)
    const left = (decision as readonly PackFact[]).find((fact) => fact.type === 'FieldsLeftOut')
    // The last ones without their rules.
    expect(left?.data.fields).toHaveLength(2_001)
    expect(left?.data.fields.at(-1)?.rules).toEqual([])
  })

  test('begins once the pack is complete, and not before', () => {
    given(packSentTo('first')).when(start).then(refused('not-complete'))
    given(complete)
      .when(start)
      .then(facts(['SealingStarted', { attempt: 1 }]))
  })

  test('ends in exactly one final file a document', () => {
    const done = having(complete, start, stamped(), sealed())
    expect(done.state.documents[0]!.sealing).toMatchObject({ state: 'sealed', file: idOf('final'), attempt: 1 })
    given(done).when(sealed(1, 'another')).then(refused('already-sealed'))
    given(done).when(failure(1, true)).then(refused('already-sealed'))
    given(done).when(start).then(nothing)
    given(done).when({ do: 'RetrySealing', document }).then(nothing)
    expect(done.events.filter(({ fact }) => fact.type === 'DocumentSealed')).toHaveLength(1)
  })

  test('goes by its steps: an unstamped document is not sealed', () => {
    given(having(complete, start)).when(sealed()).then(refused('stale-attempt'))
    given(complete).when(stamped()).then(refused('stale-attempt'))
  })

  test('that broke is taken up by the next attempt, and what the broken one still says is refused', () => {
    const second = having(complete, start, stamped(), { do: 'StartSealing', document, attempt: 2 })
    expect(second.state.documents[0]!.sealing).toEqual({ state: 'running', attempt: 2, stamped: false })
    given(second).when(sealed(1)).then(refused('stale-attempt'))
    given(second).when(stamped(1)).then(refused('stale-attempt'))
    given(second).when({ do: 'StartSealing', document, attempt: 2 }).then(nothing)
    given(second).when({ do: 'StartSealing', document, attempt: 1 }).then(nothing)
    given(having(second, stamped(2)))
      .when(sealed(2))
      .then(facts(['DocumentSealed', { attempt: 2 }]))
  })

  test('that failed begins again by itself, until it gave up; then a person must ask', () => {
    const failed = having(complete, start, failure(1, false))
    given(failed)
      .when(start)
      .then(facts(['SealingStarted', { attempt: 2 }]))
    const gaveUp = having(failed, start, failure(2, true))
    given(gaveUp).when(start).then(refused('sealing-gave-up'))
    given(having(gaveUp, { do: 'RetrySealing', document }))
      .when(start)
      .then(facts(['SealingStarted', { attempt: 3 }]))
  })

  test('again, with a new certificate, is an administrator’s wish and ends in another file; the one before it is kept', () => {
    const done = having(complete, start, stamped(), sealed())
    given(complete).when({ do: 'RenewSeal', document }).then(refused('not-sealed'))
    const asked = having(done, { do: 'RenewSeal', document })
    given(asked).when({ do: 'RenewSeal', document }).then(nothing)
    const again = having(asked, { do: 'StartSealing', document, attempt: 2 }, stamped(2))
    expect(again.state.documents[0]!.sealing).toMatchObject({
      state: 'sealed',
      file: idOf('final'),
      renewal: { state: 'running', attempt: 2 },
    })
    given(again)
      .when(sealed(2, 'final'))
      .then(facts(['DocumentSealed', { attempt: 2 }]))
    given(having(again, sealed(2, 'newer')))
      .when(sealed(2, 'newer'))
      .then(
        nothing,
        leadsTo(({ documents: [only] }) => {
          expect(only!.sealing).toMatchObject({ state: 'sealed', file: idOf('newer'), attempt: 2, renewal: null })
          expect(only!.earlierFinals).toEqual([{ file: idOf('final'), digest: digestOf('final'), size: 10 }])
        }),
      )
    given(having(again, sealed(2, 'newer')))
      .when(sealed(1))
      .then(refused('already-sealed'))
  })

  test('again that fails leaves the file that is there, and may be tried again', () => {
    const failed = having(complete, start, stamped(), sealed(), { do: 'RenewSeal', document }, start, failure(2, true))
    expect(failed.state.documents[0]!.sealing).toMatchObject({ state: 'sealed', file: idOf('final'), renewal: { state: 'failed' } })
    given(failed).when(start).then(refused('sealing-gave-up'))
    given(having(failed, { do: 'RetrySealing', document }))
      .when(start)
      .then(facts(['SealingStarted', { attempt: 3 }]))
  })

  test('says how many pages were added for the seal and for the history', () => {
    given(having(complete, start))
      .when({ ...stamped(), added: { seal: 1, audit: 2 } } as Given)
      .then(
        facts(['EvidencePagesAdded', { seal: 1, audit: 2 }], ['DocumentStamped']),
        leadsTo((state) => expect(state.documents[0]!.evidencePages).toEqual({ seal: 1, audit: 2 })),
      )
  })

  test('goes on in the trash', () => {
    given(having(complete, start, { do: 'TrashPack' }))
      .when(stamped())
      .then(facts(['DocumentStamped']))
  })
})

describe('final copies', () => {
  const queue = (mail: string): Given => ({ do: 'QueueFinalCopy', recipient: idOf('first'), mail: idOf(mail) })
  const failed = (mail: string, bounced: boolean): Given => ({
    do: 'RecordFinalCopyFailed',
    recipient: idOf('first'),
    mail: idOf(mail),
    bounced,
  })
  const sent = (mail: string): Given => ({ do: 'RecordFinalCopySent', recipient: idOf('first'), mail: idOf(mail) })

  test('go out once to everybody', () => {
    given(packSentTo('first')).when(queue('m1')).then(refused('not-complete'))
    const queued = having(complete, queue('m1'))
    given(queued).when(queue('m2')).then(nothing)
    given(having(queued, sent('m1')))
      .when(queue('m2'))
      .then(nothing)
    given(queued).when(sent('m2')).then(refused('copy-not-queued'))
  })

  test('that came back may go out again', () => {
    const bounced = having(complete, queue('m1'), sent('m1'), failed('m1', true))
    given(bounced).when(queue('m1')).then(nothing)
    given(bounced)
      .when(queue('m2'))
      .then(
        facts(['FinalCopyQueued', { mail: idOf('m2') }]),
        leadsTo((state) => expect(state.finalCopies[idOf('first')]).toEqual({ mail: idOf('m2'), state: 'queued' })),
      )
  })
})
