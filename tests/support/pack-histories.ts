import fc from 'fast-check'
import { digestOf, isRefused } from '#domain/kernel'
import { initial, viewDigest } from '#domain/pack'
import {
  annexed,
  converted,
  create,
  creator,
  decideIn,
  document,
  fill,
  type Given,
  happened,
  having,
  idOf,
  nothingYet,
  place,
  reject,
  rejectDocument,
  request,
  sign,
  signer,
  typed,
  type World,
} from './pack.ts'

export const PARTS = ['first', 'second', 'third'] as const
export const secretValue = (part: string) => `secret of ${part}`
export const secretReason = (part: string) => `reason of ${part} for the sender only`

/** A pack with a field of text and a signature for each of three signers, every setting that changes who sees what, and a copy recipient. */
function mixed(multiEdit: boolean, sequential: boolean): World {
  const people = PARTS.flatMap((part): Given[] => [
    ...signer(part),
    { do: 'SetSignatoryMobile', signatory: idOf(part), mobile: `08212345${PARTS.indexOf(part)}7` },
    { do: 'LinkSignatoryToUser', signatory: idOf(part), user: idOf(`user ${part}`) },
    place(`${part} text`, 'text', part),
    place(`${part} signature`, 'signature', part),
    place(`${part} shared`, 'text', part, { customId: 'shared' }),
  ])
  return having(
    nothingYet,
    create,
    ...converted(),
    ...people,
    place('own', 'text', 'self'),
    place('thrown away', 'text', 'self'),
    fill('own', 'self', 'seen by all'),
    fill('thrown away', 'self', 'never meant for signers'),
    { do: 'RemoveField', field: idOf('thrown away') },
    { do: 'AddCopyRecipient', recipient: idOf('copy') },
    { do: 'SetCopyRecipientEmail', recipient: idOf('copy'), email: 'copy@example.org' },
    { do: 'SetCustomField', customField: idOf('custom field'), name: 'Fee', value: '500' },
    { do: 'SetCustomField', customField: idOf('hidden one'), name: 'Ours', value: secretValue('the team'), visible: false },
    { do: 'SetMessage', message: 'The fee is {{Fee}}.' },
    { do: 'SetFieldRule', rule: idOf('one'), target: { field: idOf('second text') }, condition: `[${idOf('first text')}] has a value` },
    { do: 'SetFieldRule', rule: idOf('two'), target: { field: idOf('third text') }, condition: `[${idOf('second text')}] is empty` },
    { do: 'SetFieldRule', rule: idOf('three'), target: { field: idOf('third shared') }, condition: `[${idOf('third text')}] is empty` },
    { do: 'SetValueReplication', on: true },
    ...annexed(),
    place('third annex', 'text', 'third', { document: idOf('annex'), required: false }),
    { do: 'SetIndividualRejection', on: true },
    ...(sequential && multiEdit
      ? ([
          { do: 'AddSignerGroup', group: idOf('group'), name: 'the group for the team only' },
          { do: 'SetSigningOrder', steps: [['group', 'first', 'second'].map(idOf), [idOf('third')]] },
        ] as const)
      : []),
    { do: 'AddFormEntry', entry: idOf('heading'), type: 'h1', asksFor: null, label: 'Yours', after: null },
    { do: 'AddFormEntry', entry: idOf('asked'), type: 'field', asksFor: idOf('first text'), label: '', after: idOf('heading') },
    { do: 'SetFirstSignerMultiEdit', on: multiEdit },
    { do: 'SetSequentialSigning', on: sequential },
    request,
  )
}

const by = (make: (part: string) => Given, weight = 1) => ({ weight, arbitrary: fc.constantFrom(...PARTS).map(make) })

const step: fc.Arbitrary<Given> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom(...PARTS)).map(([of, who]) => fill(`${of} text`, who, secretValue(who))),
  },
  by((part) => fill(`${part} signature`, part, typed(secretValue(part))), 5),
  by((part) => ({ do: 'ClearField', field: idOf(`${part} text`), by: idOf(part) })),
  by((part) => fill(`${part} shared`, part, `shared by ${part}`), 2),
  by((part) => ({ do: 'ClearField', field: idOf(`${part} shared`), by: idOf(part) })),
  by((part) => sign(part), 6),
  by((part) => reject(part, secretReason(part))),
  by((part) => rejectDocument(part, idOf('annex'), secretReason(part))),
  by((part) => ({ do: 'GiveConsent', signatory: idOf(part), version: '1' })),
  by((part) => ({ do: 'PostponeSigning', signatory: idOf(part) })),
  by((part) => ({
    do: 'CorrectAddress',
    signatory: idOf(part),
    name: `${part} corrected`,
    email: `${part}.corrected@example.org`,
    request: idOf(`corrected ${part}`),
  })),
  by((part) => ({ do: 'IssueSigningLink', signatory: idOf(part), link: idOf(`link ${part}`), purpose: 'sign', request: null }), 4),
  by(
    (part) => ({
      do: 'RecordVisit',
      signatory: idOf(part),
      visit: idOf(`visit ${part}`),
      link: idOf(`link ${part}`),
      view: viewDigest(initial, idOf(part)),
    }),
    5,
  ),
  {
    weight: 4,
    arbitrary: fc.constantFrom<Given>(
      { do: 'RecordOpened', user: creator },
      { do: 'RevertToSetup' },
      request,
      request,
      { do: 'TrashPack' },
      { do: 'RestorePack' },
      { do: 'RestorePack' },
      { do: 'MarkAsComplete' },
      { do: 'NameSignatory', signatory: idOf('third'), name: 'Third renamed' },
      { do: 'RemoveSignatory', signatory: idOf('third'), withFields: true },
      { do: 'StartSealing', document },
      { do: 'RecordStamped', document, attempt: 1, pages: [digestOf('page')] },
      { do: 'RecordSealed', document, attempt: 1, file: idOf('final'), digest: digestOf('final'), size: 10 },
      { do: 'QueueFinalCopy', recipient: idOf('copy'), mail: idOf('mail') },
    ),
  },
)

/** A history in which whatever was refused did not happen. */
export const histories = fc
  .tuple(fc.boolean(), fc.boolean(), fc.array(step, { minLength: 5, maxLength: 40 }))
  .map(([multiEdit, sequential, steps]) =>
    steps.reduce<World>(
      (world, command) => {
        const decision = decideIn(world, command)
        return isRefused(decision) ? world : happened(world, decision)
      },
      mixed(multiEdit, sequential),
    ),
  )
