import type { Planted } from './planted.ts'

/** In what is decided of a document, a team or a person. */
export const DECISIONS: readonly Planted[] = [
  {
    name: 'team: what is left of a removal takes somebody out who was added again meanwhile',
    file: 'shared/domain/user/decide.ts',
    changes: [
      [
        `joined.member === member)
      return there ? [{ type: 'WorkspaceLeft'`,
        `joined.member !== undefined && member !== '')
      return there ? [{ type: 'WorkspaceLeft'`,
      ],
    ],
  },
  {
    name: 'team: every member may do what is the administrators’',
    file: 'shared/domain/workspace/decide.ts',
    changes: [["  if (!own || !mayManage(own)) return 'not-an-administrator'\n", "  return own ? null : 'not-an-administrator'\n"]],
  },
  {
    name: 'whose hand deletes for good asks after no hold',
    file: 'shared/domain/workspace/decide.ts',
    changes: [["      if (state.held.has(command.pack)) return { refused: 'legal-hold' }\n", '']],
  },
  {
    name: 'the retention asks for holds before it looks, and no more when it deletes',
    file: 'shared/domain/workspace/decide.ts',
    changes: [
      [
        'if (state.held.has(pack) || state.deletedPacks.has(pack) || movedTo(state, pack) !== null || said?.since',
        'if (state.deletedPacks.has(pack) || movedTo(state, pack) !== null || said?.since',
      ],
    ],
  },
  {
    name: 'two processes that find a deletion due in the same moment announce it twice',
    file: 'shared/domain/workspace/decide.ts',
    changes: [['said.on >= due', 'said.on >= as.on']],
  },
  {
    name: 'somebody signs something else than they saw',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [["if (view !== viewDigest(state, signatory)) return refuse('view-changed')", '']],
  },
  {
    name: 'a rejected document still takes signatures',
    file: 'shared/domain/pack/decide/signer.ts',
    changes: [
      ["if (state.status !== 'awaiting_signatures') return", "if (!['awaiting_signatures', 'rejected'].includes(state.status)) return"],
    ],
    // And the links to it live on.
    also: { file: 'shared/domain/pack/decide/signing.ts', changes: [["    ...voidLinks(state, 'rejected'),\n", '']] },
  },
  {
    name: 'what was signed stays in what is sent back to setup',
    file: 'shared/domain/pack/decide/lifecycle.ts',
    changes: [['      ...clearingForRevert(cleared),\n', '']],
  },
  {
    name: 'a file that another took the place of comes back when its conversion ends',
    file: 'shared/domain/pack/decide/documents.ts',
    changes: [
      [
        "if (document.conversion.state !== 'converting' || document.conversion.source !== command.source) return []",
        "if (document.conversion.state !== 'converting') return []",
      ],
    ],
    // And the converting process does not look either.
    also: {
      file: 'processes/conversion/worker.ts',
      changes: [
        [
          "document?.conversion.state === 'converting' && document.conversion.source === source",
          "document?.conversion.state === 'converting'",
        ],
      ],
    },
  },
  {
    name: 'a file that cannot be read fails once more with each run',
    file: 'shared/domain/pack/decide/documents.ts',
    changes: [["if (document.conversion.state !== 'converting' || document.conversion.source !== source) return []", '']],
    // And the converting process neither looks nor says whose answer it is.
    also: {
      file: 'processes/conversion/worker.ts',
      changes: [
        ['    if (!isDue(documentIn(await packs.load(pack), document), source)) return\n', ''],
        ['reason: converted.reason }, because(OUTCOME))', `reason: converted.reason }, because(\`\${job.attempt}\`))`],
      ],
    },
  },
  {
    name: 'what failed is taken for what is still on its way, and is not tried again',
    file: 'shared/domain/pack/decide/documents.ts',
    changes: [["conversion.state === 'failed' ?", "conversion.state === 'converting' ?"]],
  },
  {
    name: 'links of whoever had not signed outlive the last signature',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [["...voidLinks(next, 'pack-completed'), ", '']],
  },
  {
    name: 'anybody says who signs last',
    file: 'shared/domain/pack/decide/setting-up.ts',
    changes: [["    if (field.assignee !== by) return refuse('not-your-field', { at: [key] })\n", '']],
  },
  {
    name: 'somebody is set up whom nobody has identified',
    file: 'shared/domain/pack/decide/setting-up.ts',
    changes: [["    if (field.setUp?.identification && !identified) return refuse('identification-missing', { at: [key] })\n", '']],
  },
  {
    name: 'whoever wishes for a new seal twice has it made twice',
    file: 'shared/domain/pack/decide/sealing.ts',
    changes: [
      [
        "return document.sealing.renewal === null ? [fact('SealRenewalRequested', { document: key })] : []",
        "return [fact('SealRenewalRequested', { document: key })]",
      ],
    ],
  },
  {
    name: 'whoever is not to be written to is written to when it is their turn',
    file: 'shared/domain/pack/decide/requests-due.ts',
    changes: [['request === null && notified.signing && isTurnOf', 'request === null && isTurnOf']],
  },
  {
    name: 'whoever is not to be written to is asked once more',
    file: 'shared/domain/pack/decide/requests.ts',
    changes: [["    if (!signatory.notified.signing) return refuse('notifications-off', { at: [uuid] })\n", '']],
  },
  {
    name: 'the fields of whoever is taken out stay',
    file: 'shared/domain/pack/decide/signatories.ts',
    changes: [["return [...removing(fields), fact('SignatoryRemoved'", "return [fact('SignatoryRemoved'"]],
  },
  {
    name: 'whoever is taken out may be given fields',
    file: 'shared/domain/pack/decide/field-rules.ts',
    changes: [
      [
        "  return 'refused' in signatory ? signatory : null\n}\n\nexport function optionsRefusal",
        "  return 'refused' in signatory ? null : null\n}\n\nexport function optionsRefusal",
      ],
    ],
  },
  {
    name: 'ticking one box of a group leaves the others ticked, where it is another that says that one may be',
    file: 'shared/domain/pack/decide/tick-groups.ts',
    changes: [['  if (!isExclusive(boxes)) return []', '  if (!boxes.find((box) => box.key === key)?.exclusive) return []']],
  },
  {
    name: 'a box that comes back may be the second one that is ticked',
    file: 'shared/domain/pack/decide/fields.ts',
    changes: [
      [
        'return withOneTick(state, key, [...restored, ...ontoPages([field], document.pages)], context)',
        'return [...restored, ...ontoPages([field], document.pages)]',
      ],
    ],
  },
  {
    name: 'what nobody says of a setting goes back to what it was at first',
    file: 'shared/domain/pack/decide/settings.ts',
    changes: [
      ['{ drawn = methods.drawn, typed = methods.typed, uploaded = methods.uploaded }', '{ drawn = true, typed = true, uploaded = true }'],
    ],
  },
  {
    name: 'what is locked can be sized',
    file: 'shared/domain/pack/decide/placing.ts',
    changes: [
      [
        "if (sameBox(field, { x, y, width, height })) return []\n    if (state.settings.fieldsLocked) return refuse('fields-locked')\n",
        'if (sameBox(field, { x, y, width, height })) return []\n',
      ],
    ],
  },
  {
    name: 'what is not offered any more stays chosen',
    file: 'shared/domain/pack/decide/fields.ts',
    changes: [["const gone = chosen !== '' && !fieldTypeOf(field).accepts(chosen, options)", 'const gone = false']],
  },
  {
    name: 'nothing says who signed on a device that was handed to them',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [["      ...(host ? [fact('SignedInPresence', { signatory, host })] : []),\n", '']],
  },
  {
    name: 'whoever signs from afar is said to sign in person where there is a link for that as well',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [
      [
        'livingLinkOf(state, signatory, link)?.host',
        'state.signatories.find(({ uuid }) => uuid === signatory)?.links.find(({ host }) => host)?.host',
      ],
    ],
  },
  {
    name: 'whoever signs says themselves by which link',
    file: 'shared/domain/pack/policy.ts',
    changes: [["'link' in command && command.link !== undefined && command.link !== who.link", 'false']],
  },
  {
    name: 'somebody signs without the day on which they do',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [
      [
        'takingPart(state, signatory).filter((field) => field.autoDate)',
        'takingPart(state, signatory).filter((field) => field.autoDate && field.required)',
      ],
    ],
  },
  {
    name: 'what a page tells again of a visit is recorded again',
    file: 'shared/domain/pack/decide/visits.ts',
    changes: [['const unknown = told ? moments.slice(Math.max(0, known - told.before)) : moments', 'const unknown = moments']],
  },
  {
    name: 'what two pages told of a visit counts as told by either',
    file: 'shared/domain/pack/decide/visits.ts',
    changes: [
      [
        'Object.hasOwn(held.told, told.by) ? held.told[told.by]! : 0',
        'Object.hasOwn(held.told, told.by) ? Math.max(...Object.values(held.told)) : 0',
      ],
    ],
  },
]
