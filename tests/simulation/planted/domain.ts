import type { Planted } from './planted.ts'

/** In what is folded and seen of a document, a team or a person. */
export const DOMAIN: readonly Planted[] = [
  {
    name: 'redaction missing one leaf: the team is told what a signer has not finished with',
    file: 'shared/domain/pack/view.ts',
    changes: [["if (audience.of === 'team') return false", "if (audience.of === 'team') return true"]],
  },
  {
    name: 'redaction missing one leaf: a signer is told how another is reached',
    file: 'shared/domain/pack/view.ts',
    changes: [['{ email: WITHHELD, mobile: WITHHELD } : {}', '{ mobile: WITHHELD } : {}']],
  },
  {
    name: 'redaction missing one leaf: a signer is told what is said to another beside the document',
    file: 'shared/domain/pack/redact/signatory.ts',
    changes: [['return field === undefined || isShownTo(audience.signatory, field)', 'return true']],
  },
  {
    name: 'a field that is to stand on no page of the sealed file stands there',
    file: 'shared/domain/pack/final-value.ts',
    changes: [['!field.hiddenInFinal && !fieldTypeOf(field).isExcludedFromSigning', '!fieldTypeOf(field).isExcludedFromSigning']],
  },
  {
    name: 'what is said beside the document is in its sealed file',
    file: 'shared/domain/pack/final-value.ts',
    changes: [['!field.hiddenInFinal && !fieldTypeOf(field).isExcludedFromSigning', '!field.hiddenInFinal']],
  },
  {
    name: 'an entry stays in its own field, and the others of the same id keep what stood there before',
    file: 'shared/domain/pack/decide/replication.ts',
    changes: [['    for (const key of changed) copy(key)\n', '']],
  },
  {
    name: 'of several failures the owner is told of the first',
    file: 'shared/domain/pack/notifications.ts',
    changes: [['given.rule === rule.key && given.about === about && given.occasion === occasion)', 'given.rule === rule.key)']],
  },
  {
    name: 'a sealed file tells what the other documents of its pack are called',
    file: 'shared/domain/pack/redact/holder.ts',
    changes: [['if (fact.data.document === document) last', 'last']],
  },
  {
    name: 'a sealed file tells who was asked and had not signed',
    file: 'shared/domain/pack/redact/holder.ts',
    changes: [['if (signed.has(fact.data.signatory)) last', 'last']],
  },
  {
    name: 'what was announced before a hold falls due the moment that is lifted',
    file: 'shared/domain/workspace/state.ts',
    changes: [[', announced: without(state.announced, fact.data.pack, meta) }', ' }']],
  },
  {
    name: 'what lies in the trash is worked on',
    file: 'shared/domain/pack/phases.ts',
    changes: [["  if (state.trashed !== null) return refuse('in-trash')\n", '']],
  },
  {
    name: 'nobody’s data is deleted while the document lies in the trash',
    file: 'shared/domain/pack/erasure.ts',
    changes: [["person.removed || state.status === 'rejected' || state.trashed !== null", "person.removed || state.status === 'rejected'"]],
  },
  {
    name: 'the state that servers hold keeps the name of somebody whose data was deleted',
    file: 'shared/domain/pack/evolve/erasure.ts',
    changes: [['{ name: WITHHELD, email: WITHHELD,', '{ email: WITHHELD,']],
  },
  {
    name: 'completion waits for the first three and for nobody behind them',
    file: 'shared/domain/pack/status.ts',
    changes: [['return !state.signatories.some(isWaitedFor)', 'return !state.signatories.slice(0, 3).some(isWaitedFor)']],
  },
  {
    name: 'the data of somebody who signed may be deleted',
    file: 'shared/domain/pack/erasure.ts',
    changes: [["    if (signs) return 'evidence'\n", '']],
  },
  {
    name: 'redaction missing one leaf: a signer is told why another rejected',
    file: 'shared/domain/pack/view.ts',
    changes: [['    rejectionReason: WITHHELD,\n', '']],
    // Neither when it is said nor afterwards.
    also: {
      file: 'shared/domain/pack/redact/signatory.ts',
      changes: [['({ ...fact, data: { ...fact.data, reason: WITHHELD } } as PackFact)', 'fact']],
    },
  },
  {
    name: 'what is sent back to setup stays on the pages of signers',
    file: 'shared/domain/pack/view.ts',
    changes: [
      ["return state.exists && state.status !== 'setup' && state.trashed === null", 'return state.exists && state.trashed === null'],
    ],
  },
  {
    name: 'what is signed does not say which values were read',
    file: 'shared/domain/pack/view.ts',
    changes: [['value: isRead ? value : null })', 'value: null })']],
  },
  {
    name: 'taking one link back takes all that lead somebody in',
    file: 'shared/domain/pack/evolve/requests.ts',
    changes: [
      ['return { links: signatory.links.filter(({ link }) => link !== data.link) }', 'return { links: data.link ? [] : signatory.links }'],
    ],
  },
  {
    name: 'redaction missing one leaf: whoever holds one document is told what was signed on the others',
    file: 'shared/domain/pack/redact/holder.ts',
    changes: [['      .filter((field) => field.document === document)\n', '']],
  },
  {
    name: 'a rule that is changed counts from when people were asked',
    file: 'shared/domain/pack/notifications.ts',
    changes: [['Date.parse(rule.since), ', '']],
  },
  {
    name: 'a rule that is taken away while people sign goes on reminding them',
    file: 'shared/domain/pack/evolve/notifications.ts',
    changes: [['rules: rules.filter(({ key }) => key !== data.rule),', 'rules,']],
  },
  {
    name: 'signers are told of files beside the pages that are not for them',
    file: 'shared/domain/pack/view.ts',
    changes: [["    appendices: appendicesFor(state, 'signatories'),\n", '']],
  },
  {
    name: 'whoever holds a sealed file can hold files against it that are for some',
    file: 'shared/domain/pack/redact/holder.ts',
    changes: [['appendix.file && isForEverybody(appendix) ?', 'appendix.file ?']],
  },
  {
    name: 'of files that are for everybody a sealed file says only that they are there',
    file: 'shared/domain/pack/redact/holder.ts',
    changes: [['if (open.has(fact.data.file)) last', 'if (!open.has(fact.data.file)) last']],
  },
  {
    name: 'with the final copy everybody gets what is for the team',
    file: 'shared/domain/pack/appendices.ts',
    changes: [['const reader = readerOf(state, recipient)', "const reader = 'team'"]],
  },
  {
    name: 'copy recipients are not told where the files for them are',
    file: 'shared/domain/pack/appendices.ts',
    changes: [
      ["state.settings.attachmentsIncluded || readerOf(state, recipient) === 'cc_recipients'", 'state.settings.attachmentsIncluded'],
    ],
  },
  {
    name: 'files beside the pages go out that were taken away again',
    file: 'shared/domain/pack/appendices.ts',
    changes: [['return appendices.filter(({ removed }) => !removed)', 'return appendices']],
  },
  {
    name: 'a file beside the pages that takes another’s place does not',
    file: 'shared/domain/pack/evolve/appendices.ts',
    changes: [
      [
        'return change({ file: { key: data.file, filename: data.filename, content: data.content } })',
        'return state.appendices.some((one) => one.key === data.appendix && one.file) ? state : change({ file: { key: data.file, filename: data.filename, content: data.content } })',
      ],
    ],
  },
  {
    name: 'signatures are asked for before a file is there that has to be',
    file: 'shared/domain/pack/checks.ts',
    changes: [['required && file === null', 'required && file === undefined']],
  },
  {
    name: 'a document waits for somebody who need not sign',
    file: 'shared/domain/pack/signatories.ts',
    changes: [['!signatory.removed && !signatory.optional &&', '!signatory.removed &&']],
  },
  {
    name: 'whoever need not sign is reminded of it',
    file: 'shared/domain/pack/notifications.ts',
    changes: [["status === 'awaiting_signatures' && !optional &&", "status === 'awaiting_signatures' &&"]],
  },
  {
    name: 'what somebody had only begun stands in the sealed file',
    file: 'shared/domain/pack/final-value.ts',
    changes: [['return isSigned(state, field.filledBy, field.assignee) ? field.value : null', 'return field.value']],
  },
  {
    name: 'it is sent by somebody who had not seen what was put beside the pages meanwhile',
    file: 'shared/domain/pack/stale-check.ts',
    changes: [[", 'settings', 'appendices'],", ", 'settings'],"]],
  },
  {
    name: 'a signer finishes and has not said who signs last',
    file: 'shared/domain/pack/fields.ts',
    changes: [['.filter((field) => !field.autoDate)', '.filter((field) => !field.autoDate && !fieldTypeOf(field).setsUpSigner)']],
  },
  {
    name: 'a new seal that fails takes the place of the one that stands',
    file: 'shared/domain/pack/evolve/sealing.ts',
    changes: [
      [
        "const sealing = held?.state === 'sealed' ? { ...held, renewal: next } : next",
        "const sealing = held?.state === 'sealed' && next.state !== 'failed' ? { ...held, renewal: next } : next",
      ],
    ],
  },
  {
    name: 'what somebody signed that another wrote for them is in no file',
    file: 'shared/domain/pack/final-value.ts',
    changes: [['isSigned(state, field.filledBy, field.assignee)', 'isSigned(state, field.filledBy, null)']],
  },
  {
    name: 'whoever fills in for the others is not told what they fill in',
    file: 'shared/domain/pack/view.ts',
    changes: [[' || isMultiEdit(state, audience.signatory)', '']],
  },
  {
    name: 'everybody may fill in for the others where the first may',
    file: 'shared/domain/pack/signatories.ts',
    changes: [
      [
        'state.settings.firstSignerMultiEdit && signatoriesInOrder(state)[0]?.uuid === uuid',
        'state.settings.firstSignerMultiEdit && signatoriesInOrder(state).some((one) => one.uuid === uuid)',
      ],
    ],
  },
  {
    name: 'recipients of copies have what only signers may have of each other',
    file: 'shared/domain/pack/appendices.ts',
    changes: [["(reader === 'signatories' && view.settings.attachmentsForAllSigners)", 'view.settings.attachmentsForAllSigners']],
  },
  {
    name: 'signers have what others attached, whoever it is for',
    file: 'shared/domain/pack/appendices.ts',
    changes: [["(reader === 'signatories' && view.settings.attachmentsForAllSigners)", "reader === 'signatories'"]],
  },
  {
    name: 'whoever is not to be written to is reminded',
    file: 'shared/domain/pack/notifications.ts',
    changes: [[" && (rule.action === 'notify' || signatory.notified.signing))", ')']],
  },
  {
    name: 'of a visit only the page that was looked at last is known',
    file: 'shared/domain/pack/evolve/visits.ts',
    changes: [['pages: [...seen.pages, {', 'pages: [{']],
  },
  {
    name: 'that somebody was asked counts for all',
    file: 'shared/domain/pack/evolve/requests.ts',
    changes: [['        if (signatory.uuid !== data.signatory) return null\n        const sent', '        const sent']],
  },
]
