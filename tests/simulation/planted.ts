/** A mistake somebody could make, as a change of the source: whoever plants it, the simulation must find it. */
export interface Planted extends Changed {
  readonly name: string
  /** What must be wrong elsewhere too, where one mistake alone is caught. */
  readonly also?: Changed
}
export interface Changed {
  /** From the top of the repository. */
  readonly file: string
  /** What is replaced by what. It stands in the file exactly once, or the mistake is no longer one of this code. */
  readonly changes: readonly (readonly [from: string, to: string])[]
}

/** @throws where what is to be changed does not stand there exactly once */
export function plantedIn({ file, changes }: Changed, source: string): string {
  for (const [from] of changes) if (source.split(from).length !== 2) throw new Error(`“${from}” does not stand in ${file} exactly once`)
  return changes.reduce((text, [from, to]) => text.replace(from, () => to), source)
}

export const PLANTED: readonly Planted[] = [
  {
    name: 'lost checkpoint: a page of events is let go of before what follows from it is committed',
    file: 'processes/engine/follow.ts',
    changes: [
      [
        `      await place.move(to, () => store.commit(name, to, effects))
      page = []`,
        `      page = []
      await place.move(to, () => store.commit(name, to, effects))`,
      ],
    ],
  },
  {
    name: 'unfenced owner: a projection whose checkpoint was moved by another writes on',
    file: 'projections/runner/store.ts',
    changes: [['if (!stood) throw new CheckpointMoved(at.name)', '']],
    // And a row may go back to an older revision.
    also: {
      file: 'projections/list/changes.ts',
      changes: [['!row || row.revision >= (before.get(pack)?.revision ?? -1)', 'true']],
    },
  },
  {
    name: 'missing idempotency key: a request is carried out as often as it comes',
    file: 'command-api/pack/packs.ts',
    changes: [['...(idempotency ? { idempotency } : {}),', '']],
  },
  {
    name: 'completion decided outside the append of the last signature',
    file: 'command-api/pack/packs.ts',
    changes: [
      [
        'decideAll(commands, state, revision, on.who, context))',
        '((all: any) => Array.isArray(all) ? all.filter((fact: any) => fact.type !== "PackCompleted" || commands.some((one) => one.do === "MarkAsComplete")) : all)(decideAll(commands, state, revision, on.who, context)))',
      ],
      [
        "return 'refused' in outcome ? packProblem(outcome) : outcome",
        `if (!('refused' in outcome) && outcome.state.status === 'awaiting_signatures' && outcome.state.signatories.every((one) => one.removed || one.status === 'complete'))
        await handler.handle<PackState, PackFact, PackRefusalCode>({
          stream: streamOf(on.pack),
          aggregate,
          decide: () => [{ type: 'PackCompleted', data: { because: 'last-signature' } }] as any,
          origin: { actor: actorOf(on.caller), ...askedIn(request) },
        })
      return 'refused' in outcome ? packProblem(outcome) : outcome`,
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
    const first = requestLetter({ state: early, signatory: plan.signatory, sender: { name: '', workspace: '' }, link: \`\${deps.publicUrl}/sign/\${token}\` })
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
    name: 'redaction missing one leaf: the team is told what a signer has not finished with',
    file: 'shared/domain/pack/view.ts',
    changes: [["if (audience.of === 'team') return false", "if (audience.of === 'team') return true"]],
  },
  {
    name: 'redaction missing one leaf: a signer is told how another is reached',
    file: 'shared/domain/pack/view.ts',
    changes: [
      [
        `    email: WITHHELD,
`,
        '',
      ],
    ],
  },
  {
    name: 'redaction missing one leaf: a signer is told what is said to another beside the document',
    file: 'shared/domain/pack/redact/signatory.ts',
    changes: [['return field === undefined || isShownTo(audience.signatory, field)', 'return true']],
  },
  {
    name: 'what is said beside the document is in its sealed file',
    file: 'shared/domain/pack/final-value.ts',
    changes: [['!field.hiddenInFinal && !fieldTypeOf(field).isAside', '!field.hiddenInFinal']],
  },
  {
    name: 'chain computed before the retry',
    file: 'shared/platform/command-handler/handler.ts',
    changes: [['let prev = now.hash', 'let prev = ((command as any).prev ??= now.hash)']],
  },
  {
    name: 'decision computed before the retry',
    file: 'shared/platform/command-handler/handler.ts',
    changes: [['const verdict = await judge(command, warm)', 'const verdict = await ((command as any).verdict ??= judge(command, warm))']],
  },
  {
    name: 'warm state not invalidated: it is believed without a look at the end of the stream',
    file: 'shared/platform/command-handler/handler.ts',
    changes: [['if (looked) return verdict as Outcome<S, E, C>', 'return verdict as Outcome<S, E, C>']],
  },
  {
    name: 'warm state not invalidated: what has grown elsewhere is not looked for',
    file: 'shared/platform/command-handler/tips.ts',
    changes: [['mark >= floor && (tips.get(stream)?.revision ?? -1) <= revision,', 'stream !== "" || mark + revision > 0,']],
  },
  {
    name: 'outbox cleared before the answer: what is on its way is no longer kept',
    file: 'web/live/saver.ts',
    changes: [
      ['const changes = unanswered()\n', 'const changes = unanswered().filter(({ sent }) => !sent)\n'],
      ['calls: calls.map((', 'calls: calls.slice(0, 0).map(('],
    ],
  },
  {
    name: 'an open page stays at what it was loaded with',
    file: 'web/live/session-on.ts',
    changes: [['    confirmed = next\n', '']],
  },
  {
    name: 'whoever was to be asked by a message is asked by mail, and nobody is told',
    file: 'processes/requests/process.ts',
    changes: [["if (channel === 'sms' || channel === 'whatsapp') return", "if (channel === 'whatsapp') return"]],
  },
  {
    name: 'live: the page of whoever’s link has ended hears on',
    file: 'command-api/live/watched-pack.ts',
    changes: [['    if (facts.some(({ type }) => ENDING.has(type))) room.ended(facts, state)\n', '']],
  },
  {
    name: 'live: the page of whoever was removed from the team hears on',
    file: 'command-api/live/rights.ts',
    changes: [['    workspacesChanged: (workspaces) =>', '    workspacesChanged: async (workspaces) => false &&']],
  },
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
    name: 'team: whoever was removed belongs to it for as long as their own list says so',
    file: 'command-api/accounts/profiles.ts',
    changes: [['memberOf(state, user)\n', 'memberOf(state, user) ?? { administrator: false }\n']],
  },
  {
    name: 'team: whoever is added is not looked after, though their profile may go in this very moment',
    file: 'command-api/accounts/members.ts',
    changes: [['if (!(await isGone(user))) return rowOf', 'return rowOf']],
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
    changes: [['    await keys.destroyAll(stream)\n', '']],
  },
  {
    name: 'team: every member may do what is the administrators’',
    file: 'shared/domain/workspace/decide.ts',
    changes: [['  return own?.administrator === true', '  return own !== null']],
  },
  {
    name: 'a page that is served no longer keeps its turn to send',
    file: 'web/live/session-on.ts',
    changes: [['      saver.close()\n      outbox.close()\n    }', '    }']],
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
    name: 'what was said to be deleted for good can be come to while it is being taken away',
    file: 'command-api/pack/packs.ts',
    changes: [
      ['if (!state.exists || (state.trashed && (await members.hasDeleted(state.workspace, pack)))) return', 'if (!state.exists) return'],
    ],
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
      ['if (state.held.has(pack) || state.deletedPacks.has(pack) || said?.since', 'if (state.deletedPacks.has(pack) || said?.since'],
    ],
  },
  {
    name: 'what was announced before a hold falls due the moment that is lifted',
    file: 'shared/domain/workspace/workspace.ts',
    changes: [[', announced: without(state.announced, fact.data.pack) }\n    case', ' }\n    case']],
  },
  {
    name: 'what is in the trash goes without a week’s notice',
    file: 'processes/retention/retention.ts',
    changes: [['Math.max(at, deps.world.clock.now() + NOTICE_MS)', 'Math.max(at, deps.world.clock.now())']],
  },
  {
    name: 'two processes that find a deletion due in the same moment announce it twice',
    file: 'shared/domain/workspace/decide.ts',
    changes: [['said.on >= due', 'said.on >= as.on']],
  },
  {
    name: 'what is taken out of the trash in the last moment is deleted',
    file: 'command-api/pack/packs.ts',
    changes: [["          if (facts.some(({ type }) => type === 'PackRestored')) await keptFromRetention(on, request)\n", '']],
    // And the retention looks at it once, before it writes to anybody.
    also: {
      file: 'processes/retention/retention.ts',
      changes: [['  if (dueOf(still, keeping)?.since !== due.since) return\n', '']],
    },
  },
  {
    name: 'what lies in the trash is worked on',
    file: 'shared/domain/pack/phases.ts',
    changes: [["  if (state.trashed !== null) return refuse('in-trash')\n", '']],
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
    name: 'nobody’s data is deleted while the document lies in the trash',
    file: 'shared/domain/pack/erasure.ts',
    changes: [["person.removed || state.status === 'rejected' || state.trashed !== null", "person.removed || state.status === 'rejected'"]],
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
    name: 'the state that servers hold keeps the name of somebody whose data was deleted',
    file: 'shared/domain/pack/evolve/erasure.ts',
    changes: [['{ name: WITHHELD, email: WITHHELD,', '{ email: WITHHELD,']],
  },
  {
    name: 'a link of before the document went back still opens it',
    file: 'command-api/pack/links.ts',
    changes: [["return fate === 'finished' ? 'link-voided' : fate", 'return fate']],
  },
  {
    name: 'somebody signs something else than they saw',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [["if (view !== viewDigest(state, signatory)) return refuse('view-changed')", '']],
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
    name: 'a timer is not set anew when its moment has moved',
    file: 'processes/notifications/process.ts',
    changes: [["    'SignatureRequestSent',\n", '']],
  },
  {
    name: 'a client that missed messages folds on over the hole',
    file: 'web/live/confirmed.ts',
    changes: [["if (message.from > confirmed.revision + 1) return 'gap'", '']],
  },
  {
    name: 'redaction missing one leaf: a signer is told why another rejected',
    file: 'shared/domain/pack/view.ts',
    changes: [['    rejectionReason: WITHHELD,\n', '']],
    // Neither when it is said nor afterwards.
    also: {
      file: 'shared/domain/pack/redact/signatory.ts',
      changes: [["made('SignatoryRejected', { ...fact.data, reason: WITHHELD })", 'fact']],
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
    name: 'a rejected document still takes signatures',
    file: 'shared/domain/pack/decide/signer.ts',
    changes: [
      ["if (state.status !== 'awaiting_signatures') return", "if (!['awaiting_signatures', 'rejected'].includes(state.status)) return"],
    ],
    // And the links to it live on.
    also: { file: 'shared/domain/pack/decide/signing.ts', changes: [["      ...voidLinks(state, 'rejected'),\n", '']] },
  },
  {
    name: 'what was signed stays in what is sent back to setup',
    file: 'shared/domain/pack/decide/lifecycle.ts',
    changes: [['...clearingForRevert(cleared), ', '']],
  },
  {
    name: 'somebody ends a round who had not seen that a signer has signed',
    file: 'command-api/pack/packs.ts',
    changes: [['overtaken(commands, state, seen) ??', 'overtaken(commands, state, undefined) ??']],
  },
  {
    name: 'a request that comes again is answered with a part of what it led to',
    file: 'shared/platform/command-handler/warm.ts',
    changes: [['first: keys.get(id)?.first ?? revision,', 'first: revision,']],
  },
  {
    name: 'the list shows as waiting what was rejected',
    file: 'projections/list/row.ts',
    changes: [
      [
        '    status: shownStatus(state),\n    trashed:',
        "    status: shownStatus(state).replace('rejected', 'awaiting_signatures'),\n    trashed:",
      ],
    ],
  },
  {
    name: 'the audit trail leaves out that it was completed',
    file: 'projections/audit-trail/project.ts',
    changes: [['if (!told || isWithheld(after.name))', "if (!told || told.fact.type === 'PackCompleted' || isWithheld(after.name))"]],
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
    name: 'a look under way serves whoever asks later: what was acknowledged meanwhile is not seen',
    file: 'shared/platform/command-handler/tips.ts',
    changes: [['if (running && (gathering || begun > since)) return running', 'if (running) return running']],
  },
  {
    name: 'what a destroyed key sealed is remembered, and told with the history',
    file: 'shared/platform/event-codec/remembered.ts',
    changes: [['for (const entry of opened.values()) if (stream === null || entry.stored.stream === stream) drop(entry)', '']],
  },
  {
    name: 'two pages of one person send at the same time',
    file: 'web/live/browser-outbox.ts',
    changes: [
      [
        `pages.inTurn(\`sending \${pack} \${principal}\`, async () => {`,
        `(async (_: string, work: () => Promise<void>) => work())(\`sending \${pack} \${principal}\`, async () => {`,
      ],
    ],
  },
  {
    name: 'two pages of one person keep what waits in one place',
    file: 'web/live/browser-outbox.ts',
    changes: [['const mine = entryName(pack, principal, page)', "const mine = entryName(pack, principal, page && 'page')"]],
  },
  {
    name: 'nobody notes what went out, and an older word of another page comes after it',
    file: 'web/live/saver.ts',
    changes: [['sent = noted(sent ?? {}, changes)', 'sent = sent ?? {}']],
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
    name: 'the list shows what was sent back as sent, until it is sent again',
    file: 'projections/list/row.ts',
    changes: [
      [
        '    status: shownStatus(state),\n    trashed:',
        "    status: state.status === 'setup' && state.signatories.some(({ requestsSent }) => requestsSent > 0) ? 'awaiting_signatures' : shownStatus(state),\n    trashed:",
      ],
    ],
  },
  {
    name: 'taking one link back takes all that lead somebody in',
    file: 'shared/domain/pack/evolve/requests.ts',
    changes: [
      ['return { links: signatory.links.filter(({ link }) => link !== data.link) }', 'return { links: data.link ? [] : signatory.links }'],
    ],
  },
  {
    name: 'a link that was taken back still opens the document',
    file: 'command-api/pack/links.ts',
    changes: [["fact.data.link === link && fate === 'alive' ? 'link-voided' : fate", 'fate']],
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
    changes: [['return state.documents.map(({ key }) => effect(key))', 'return state.documents.slice(0, 1).map(({ key }) => effect(key))']],
  },
  {
    name: 'what was signed on one document is painted on the others',
    file: 'processes/sealing/process.ts',
    changes: [['return field.document === document && value', 'return value']],
  },
  {
    name: 'redaction missing one leaf: whoever holds one document is told what was signed on the others',
    file: 'shared/domain/pack/redact/holder.ts',
    changes: [['      .filter((field) => field.document === document)\n', '']],
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
    // And whoever converts it does not look either.
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
    name: 'what a conversion made that nobody waited for is let lie',
    file: 'processes/conversion/worker.ts',
    changes: [['    await dropLeftovers(asked, job)\n', '']],
  },
  {
    name: 'somebody’s data is deleted from a document under a hold, of which nobody asks',
    file: 'command-api/person-data/erase.ts',
    changes: [["  if (held.has(on.pack)) return accountProblem({ refused: 'legal-hold' })\n", '']],
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
    name: 'who moves a field brings back how it was described when they looked',
    file: 'web/live/touched.ts',
    changes: [["  MoveField: ['page', 'x', 'y'],", "  MoveField: ['page', 'x', 'y', 'description'],"]],
  },
  {
    name: 'what was done to a field goes out in one record with what takes it away',
    file: 'web/live/schedule.ts',
    changes: [['return at === -1 ? changes : changes.slice(0, at)', 'return changes']],
  },
  {
    name: 'undoing goes over what somebody else made of it since',
    file: 'web/live/history.ts',
    changes: [['step.filter(({ back, left }) => markOf(view(), back, pack) === left)', 'step']],
  },
  {
    name: 'what was done to a field is let go of when something else is done to it before it is sent',
    file: 'web/live/pending.ts',
    changes: [['if (next.do !== last.do || !SETTING.has(next.do)) return false', 'if (!SETTING.has(next.do)) return false']],
  },
  {
    name: 'what is undone is brought back step by step in the order in which it was done',
    file: 'web/live/history.ts',
    changes: [['      past = past.slice(0, -1)', '      past = past.slice(1)']],
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
    name: 'a file that cannot be read fails once more with each run',
    file: 'shared/domain/pack/decide/documents.ts',
    changes: [["if (document.conversion.state !== 'converting' || document.conversion.source !== source) return []", '']],
    // And whoever converts it neither looks nor says whose answer it is.
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
    name: 'a rule that is changed while people sign waits until something else happens',
    file: 'processes/notifications/process.ts',
    changes: [["    'NotificationRuleSet',\n", '']],
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
    name: 'links of whoever had not signed outlive the last signature',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [["...voidLinks(next, 'pack-completed'), ", '']],
  },
  {
    name: 'it is sent by somebody who had not seen what was put beside the pages meanwhile',
    file: 'shared/domain/pack/rests-on.ts',
    changes: [[", 'settings', 'appendices'],", ", 'settings'],"]],
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
    name: 'a signer finishes and has not said who signs last',
    file: 'shared/domain/pack/fields.ts',
    changes: [['.filter((field) => !field.autoDate)', '.filter((field) => !field.autoDate && !fieldTypeOf(field).setsUpSigner)']],
  },
  {
    name: 'what is undone gets the type that most fields have',
    file: 'web/live/inverse.ts',
    changes: [["{ do: 'RetypeField', field: key, type: field.type }", "{ do: 'RetypeField', field: key, type: 'text' }"]],
  },
  {
    name: 'with a new seal the file goes that bore the one before',
    file: 'processes/sealing/worker.ts',
    changes: [['[held.sealing.file, ...held.earlierFinals.map(({ file }) => file)]', '[held.sealing.file]']],
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
    name: 'a copy that is asked for again is another copy',
    file: 'command-api/pack/copy.ts',
    changes: [['reservationOf(place, request) ?? newId()', 'newId()']],
  },
  {
    name: 'a copy takes along what others wrote into their fields',
    file: 'command-api/pack/copy-commands.ts',
    changes: [["const isSenders = field.assignee === 'self' && field.filledBy === 'self'", 'const isSenders = true']],
  },
  {
    name: 'a copy has the very files of what it is a copy of',
    file: 'command-api/pack/copy-commands.ts',
    changes: [
      ['const [document, file] = [keys.of(key), keys.fileOf(conversion.file)]', 'const [document, file] = [keys.of(key), conversion.file]'],
    ],
  },
  {
    name: 'a copy lets go of files that it needs',
    file: 'command-api/pack/copy.ts',
    changes: [['if (!inUse.has(file)) await', 'await']],
  },
  {
    name: 'a copy does not know in which order people sign',
    file: 'command-api/pack/copy-commands.ts',
    changes: [["return [...added, { do: 'SetSigningOrder', steps }]", 'return [...added]']],
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
    name: 'with somebody’s data go the files of others',
    file: 'processes/deletion/people/traces.ts',
    changes: [['if (filling.by === null || !whose.has(filling.by)) othersFiles.add(filling.value.file)', '']],
  },
  {
    name: 'with somebody’s data goes what the team put beside the pages',
    file: 'processes/deletion/people/traces.ts',
    changes: [['        othersFiles.add(fact.data.file)\n', '']],
  },
  {
    name: 'what somebody uploaded stays when their data is deleted',
    file: 'processes/deletion/people/worker.ts',
    changes: [['for (const file of await deps.imagesOf(pack)) if (!othersFiles.has(file)) await files.remove(file)', '']],
  },
  {
    name: 'whoever is not to be written to is written to when it is their turn',
    file: 'shared/domain/pack/decide/requests-due.ts',
    changes: [['request === null && notified.signing && isTurnOf', 'request === null && isTurnOf']],
  },
  {
    name: 'whoever is not to be written to is reminded',
    file: 'shared/domain/pack/notifications.ts',
    changes: [[" && (rule.action === 'notify' || signatory.notified.signing))", ')']],
  },
  {
    name: 'whoever is not to be written to is asked once more',
    file: 'shared/domain/pack/decide/requests.ts',
    changes: [["    if (!signatory.notified.signing) return refuse('notifications-off', { at: [uuid] })\n", '']],
  },
  {
    name: 'whoever is to get no copy gets one',
    file: 'processes/final-copies/process.ts',
    changes: [['.filter(({ notified }) => notified.viewing)', '']],
  },
  {
    name: 'the sender is left out and gets a copy',
    file: 'processes/final-copies/process.ts',
    changes: [['creator && !state.settings.creatorExcludedFromFinalMail ?', 'creator ?']],
  },
  {
    name: 'the fields of whoever is taken out stay',
    file: 'shared/domain/pack/decide/signatories.ts',
    changes: [["return [...removing(fields), fact('SignatoryRemoved'", "return [fact('SignatoryRemoved'"]],
  },
  {
    name: 'whoever is brought back is brought back without their fields',
    file: 'web/live/inverse.ts',
    changes: [["        ...mine.map(({ key }) => ({ do: 'RestoreField', field: key }) as const),\n", '']],
  },
  {
    name: 'whoever is taken out and brought back before anything was saved is taken out once more by it',
    file: 'web/live/pending.ts',
    changes: [['  if (BRINGS_BACK[last.do] === next.do) return true\n', '']],
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
    name: 'what somebody asked who has given up since is done all the same',
    file: 'shared/platform/command-handler/handler.ts',
    changes: [['    if (command.origin.isWaitedFor?.() === false) throw new NoLongerWaitedFor()\n', '']],
  },
]
