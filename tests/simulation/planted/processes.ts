import type { Planted } from './planted.ts'

/** In what is carried out by itself. */
export const PROCESSES: readonly Planted[] = [
  {
    name: 'deliveries: an event is noted as delivered before it is sent',
    file: 'processes/webhooks/endpoint.ts',
    changes: [
      [
        `    const began = world.steady.now()
`,
        `    const began = world.steady.now()
    await deliveries.record(application, waiting, null, { state: 'delivered' })
`,
      ],
    ],
  },
  {
    name: 'deliveries: each event is sent by itself, not in the line of its document',
    file: 'processes/webhooks/endpoint.ts',
    changes: [['position, document: entry.document, type: entry.type }', 'position, document: entry.id, type: entry.type }']],
  },
  {
    name: 'lost checkpoint: a page of events is let go of before what follows from it is committed',
    file: 'processes/engine/follow.ts',
    changes: [
      [
        `      else await place.move(to, () => store.commit(name, to, effects))
      page = []`,
        `      page = []
      if (effects.length > 0) await place.move(to, () => store.commit(name, to, effects))`,
      ],
    ],
  },
  {
    name: 'mail before commit: it goes out before its link is in the log',
    file: 'processes/requests/worker.ts',
    changes: [
      [
        `    const issued = await packs.perform(`,
        `    const early = await packs.load(pack)
    const first = requestLetter({ state: early, signatory: plan.signatory, sender: { name: '', email: '', workspace: '' }, link: \`\${deps.publicUrl}/sign/\${token}\` })
    await mailer.send({ key: cause, owner: pack, kind: 'request', to: plan.to, ...first, link: \`\${deps.publicUrl}/sign/\${token}\` }, job)
    const issued = await packs.perform(`,
      ],
    ],
  },
  {
    name: 'timer set twice: each event that moves a rule sets one of its own',
    file: 'processes/notifications/process.ts',
    changes: [["const again = fact.type === 'PackRestored' ? id : null", 'const again = id']],
    // And nobody asks any more whether it is time.
    also: {
      file: 'shared/domain/pack/decide/notifications.ts',
      changes: [["if (Date.parse(now) < due.at) return refuse('not-due-yet')", '']],
    },
  },
  {
    name: 'expiry: a last day that is set while signatures are awaited has no timer',
    file: 'processes/expiry/process.ts',
    changes: [["follows: ['SignaturesRequested', 'ExpiryChanged', ", "follows: ['SignaturesRequested', "]],
  },
  {
    name: 'bulk send: a row that is run again has another document',
    file: 'command-api/bulk-sends/documents.ts',
    changes: [['const pack = documentOfRow(bulkSend, row)', 'const pack = documentOfRow(bulkSend + handler.now(), row)']],
  },
  {
    name: 'bulk send: rows that wait for their hour do not look whether it is paused',
    file: 'processes/bulk-sends/worker.ts',
    changes: [["const goesOn = state.status === 'active' && run?.number === number", 'const goesOn = run?.number === number']],
  },
  {
    name: 'bulk send: activated again, it has no jobs for rows whose jobs found it paused',
    file: 'processes/bulk-sends/process.ts',
    changes: [[`:\${run}:\${row}\``, `:\${row}\``]],
  },
  {
    name: 'bulk send: only the first page of its rows is sent to',
    file: 'processes/bulk-sends/worker.ts',
    changes: [['    if (page.cursor === null) return\n', '    if (page.cursor === null || after === null) return\n']],
  },
  {
    name: 'whoever was to be asked by a message is asked by mail, and nobody is told',
    file: 'processes/requests/process.ts',
    changes: [["if (channel === 'sms' || channel === 'whatsapp') return", "if (channel === 'whatsapp') return"]],
  },
  {
    name: 'team: the address of whoever is gone stays theirs',
    file: 'processes/deletion/profile/worker.ts',
    changes: [['      await releaseAddress(user, email)\n', '']],
  },
  {
    name: 'team: what was written to whoever has the address by now goes with who had it before',
    file: 'processes/deletion/profile/worker.ts',
    changes: [["owner.startsWith('user:') &&", "owner === '' &&"]],
  },
  {
    name: 'team: what sealed the profile of whoever is gone stays',
    file: 'processes/deletion/profile/worker.ts',
    changes: [["    for (const { streamOf } of keyedBy('user')) await keys.destroyAll(streamOf(user))\n", '']],
  },
  {
    name: 'what attempts to seal that came to nothing left is let lie',
    file: 'processes/sealing/worker.ts',
    changes: [['if (!named.includes(key)) await files.abandon({ key, pack })', '']],
  },
  {
    name: 'the keys of a deleted pack are kept',
    file: 'processes/deletion/worker.ts',
    changes: [['await keys.destroyAll(stream)\n', '\n']],
  },
  {
    name: 'the links of a deleted pack still lead to it',
    file: 'processes/deletion/worker.ts',
    changes: [['await keyIndex.removeOf(pack)\n', '\n']],
  },
  {
    name: 'a restore would bring back a deleted pack: it is written outside when its keys are gone',
    file: 'processes/deletion/worker.ts',
    changes: [
      ['    if (line) await outside?.add(line)\n', ''],
      ['    await forgetRows(stream)\n', '    await forgetRows(stream)\n    if (line) await outside?.add(line)\n'],
    ],
  },
  {
    name: 'what is in the trash goes without a week’s notice',
    file: 'processes/retention/retention.ts',
    changes: [['Math.max(at, deps.world.clock.now() + NOTICE_MS)', 'Math.max(at, deps.world.clock.now())']],
  },
  {
    name: 'a reminder that fell due in the trash is lost',
    file: 'processes/notifications/process.ts',
    changes: [["const again = fact.type === 'PackRestored' ? id : null", 'const again = null']],
  },
  {
    name: 'a request whose turn came in the trash is asked for no more',
    file: 'processes/requests/process.ts',
    changes: [["state.signatories.some(({ request }) => request?.state === 'queued')", 'state.signatories.some(() => false)']],
  },
  {
    name: 'the key of somebody whose data was deleted is kept',
    file: 'processes/deletion/people/worker.ts',
    changes: [['await keys.destroy(stream, person)', 'if (person !== people[0]) await keys.destroy(stream, person)']],
  },
  {
    name: 'a final copy that went out is noted as failed',
    file: 'processes/final-copies/worker.ts',
    changes: [["outcome.state === 'sent' || outcome.state === 'kept'", "outcome.state === 'kept'"]],
  },
  {
    name: 'a request that could not be delivered in a night is noted as sent',
    file: 'processes/requests/worker.ts',
    changes: [["if (state === 'failed' || state === 'bounced') return", "if (state === 'bounced') return"]],
  },
  {
    name: 'read models keep the name of somebody whose data was deleted',
    file: 'processes/deletion/people/worker.ts',
    changes: [['await deps.rewriteRows(stream)\n', '\n']],
  },
  {
    name: 'a restore would bring back whose data was deleted: nothing outside says so',
    file: 'processes/deletion/people/worker.ts',
    changes: [['await outside?.add(lineOf(workspace, asked))\n', '\n']],
  },
  {
    name: 'a timer is not set anew when its moment has moved',
    file: 'processes/notifications/process.ts',
    changes: [["    'SignatureRequestSent',\n", '']],
  },
  {
    name: 'mail before commit: the owner is told before it is decided that they are',
    file: 'processes/notifications/worker.ts',
    changes: [
      [
        "    const command = { do: 'GiveNotification'",
        `    const state = await packs.load(pack)
    const set = state.notifications.rules.find(({ key }) => key === rule)
    const owner = set?.action === 'notify' ? await makerOf(state.creator, state.workspace) : null
    if (set && owner) {
      const letter = noticeLetter({ state, rule: set, about, owner: owner.name, link: publicUrl })
      await mailer.send({ key: keyOfNotice(noticeOf(asked)), owner: pack, kind: 'notice', to: owner.email, ...letter }, job)
    }
    const command = { do: 'GiveNotification'`,
      ],
    ],
  },
  {
    name: 'a request goes out that another had taken the place of',
    file: 'processes/requests/process.ts',
    changes: [
      ["    signatory.request?.id === request &&\n    signatory.request.state === 'queued'", "    signatory.request?.state === 'queued'"],
    ],
    // And gets a link.
    also: {
      file: 'shared/domain/pack/decide/requests.ts',
      changes: [["    if (request !== null && !isQueued(signatory, request)) return refuse('request-superseded')\n", '']],
    },
  },
  {
    name: 'a failure is noted as told of, and nobody is written to',
    file: 'processes/notifications/process.ts',
    changes: [['return [...timers, { queue: NOTICES, key', "return notice !== '' ? timers : [{ queue: NOTICES, key"]],
  },
  {
    name: 'final copies go out as soon as one of several documents is sealed',
    file: 'processes/final-copies/process.ts',
    changes: [['return everythingIsSealed(state) ? [{', 'return state.exists ? [{']],
  },
  {
    name: 'of several documents the first is sealed',
    file: 'processes/sealing/process.ts',
    changes: [
      [
        'return remainingDocuments(state).map(({ key }) => effect(key))',
        'return remainingDocuments(state).slice(0, 1).map(({ key }) => effect(key))',
      ],
    ],
  },
  {
    name: 'what was signed on one document is painted on the others',
    file: 'processes/sealing/process.ts',
    changes: [['return field.document === document && value', 'return value']],
  },
  {
    name: 'what a conversion made that nobody waited for is let lie',
    file: 'processes/conversion/worker.ts',
    changes: [['    await dropLeftovers(asked, job)\n', '']],
  },
  {
    name: 'a hold that comes in the moment in which somebody’s data is to be deleted keeps nothing',
    file: 'processes/deletion/people/worker.ts',
    changes: [['    if (!isRepeated(asked) && (await isHeld(workspace, pack))) throw new Held()\n', '']],
  },
  {
    name: 'what waited for a hold to be lifted is forgotten',
    file: 'processes/deletion/people/worker.ts',
    changes: [['(await isHeld(workspace, pack))) throw new Held()', '(await isHeld(workspace, pack))) return']],
  },
  {
    name: 'a copy recipient who was struck out gets a copy',
    file: 'processes/final-copies/process.ts',
    changes: [['.filter(({ removed }) => !removed)', '']],
  },
  {
    name: 'a copy recipient gets a second copy at an address that has one',
    file: 'processes/final-copies/process.ts',
    changes: [['seen.has(address)', 'false']],
  },
  {
    name: 'a file that is tried again has the key of the time before',
    file: 'processes/conversion/process.ts',
    changes: [
      [
        `key: \`conversion:\${id}\`, data: { pack, document: fact.data.document, source: fact.data.file }`,
        `key: \`conversion:\${fact.data.file}\`, data: { pack, document: fact.data.document, source: fact.data.file }`,
      ],
      [
        `key: \`conversion:\${id}\`, data: { pack, document: fact.data.document, source: fact.data.source }`,
        `key: \`conversion:\${fact.data.source}\`, data: { pack, document: fact.data.document, source: fact.data.source }`,
      ],
    ],
  },
  {
    name: 'a rule that is changed while people sign waits until something else happens',
    file: 'processes/notifications/process.ts',
    changes: [["    'NotificationRuleSet',\n", '']],
  },
  {
    name: 'with a new seal the file goes that bore the one before',
    file: 'processes/sealing/worker.ts',
    changes: [['[held.sealing.file, ...held.earlierFinals.map(({ file }) => file)]', '[held.sealing.file]']],
  },
  {
    name: 'copies go with what they are copies of',
    file: 'processes/deletion/worker.ts',
    changes: [
      ['if (!(await log.removeUnborn(own))) return', 'await log.remove(own)'],
      ['isMade(other)', 'isMade(other) && false'],
    ],
  },
  {
    name: 'with somebody’s data go the files of others',
    file: 'processes/deletion/people/records.ts',
    changes: [['if (filling.by === null || !whose.has(filling.by)) othersFiles.add(filling.value.file)', '']],
  },
  {
    name: 'with somebody’s data goes what the team put beside the pages',
    file: 'processes/deletion/people/records.ts',
    changes: [['        othersFiles.add(fact.data.file)\n', '']],
  },
  {
    name: 'what somebody uploaded stays when their data is deleted',
    file: 'processes/deletion/people/worker.ts',
    changes: [['for (const file of await deps.imagesOf(pack)) if (!othersFiles.has(file)) await files.remove(file)', '']],
  },
  {
    name: 'whoever is to get no copy gets one',
    file: 'processes/final-copies/process.ts',
    changes: [['.filter(({ notified }) => notified.viewing)', '']],
  },
  {
    name: 'the sender is left out and gets a copy',
    file: 'processes/final-copies/process.ts',
    changes: [['owner && !state.settings.creatorExcludedFromFinalMail ?', 'owner ?']],
  },
  {
    name: 'a link to choose a password stays behind whose profile is deleted',
    file: 'processes/deletion/profile/worker.ts',
    changes: [['    await links.removeOf(user)\n', '']],
  },
]
