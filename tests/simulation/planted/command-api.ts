import type { Planted } from './planted.ts'

/** In the calls and the live rooms. */
export const COMMAND_API: readonly Planted[] = [
  {
    name: 'missing idempotency key: a request is carried out as often as it comes',
    file: 'command-api/pack/packs.ts',
    changes: [['...(idempotency && !change.alwaysRun ? { idempotency } : {}),', '']],
  },
  {
    name: 'completion decided outside the append of the last signature',
    file: 'command-api/pack/packs.ts',
    changes: [
      [
        'commands.perform({ ...known, who: on.who, commands: plan })',
        `commandsOf({ ...aggregate, decide(command: any, state: any, context: any) {
            const all: any = aggregate.decide(command, state, context)
            return Array.isArray(all) && command.do !== 'MarkAsComplete' ? all.filter((fact: any) => fact.type !== 'PackCompleted') : all
          } }, handler).perform({ ...known, who: on.who, commands: plan })`,
      ],
      [
        "return 'refused' in outcome ? packProblem(outcome) : outcome",
        `if (!('refused' in outcome) && outcome.state.status === 'awaiting_signatures' && outcome.state.signatories.every((one) => one.removed || one.status === 'complete'))
        await commands.record({
          key: on.pack,
          context,
          origin,
          decide: () => [{ type: 'PackCompleted', data: { because: 'last-signature' } }] as any,
        })
      return 'refused' in outcome ? packProblem(outcome) : outcome`,
      ],
    ],
  },
  {
    name: 'live: the page of whoever’s link has ended hears on',
    file: 'command-api/live/watched-pack.ts',
    changes: [['    if (facts.some(({ type }) => ENDING.has(type))) room.ended(facts, state)\n', '']],
  },
  {
    name: 'live: the page of whoever was removed from the team hears on',
    file: 'command-api/live/rights.ts',
    changes: [['    await Promise.all(sockets.all().filter(concerned).map(refresh))\n', '']],
  },
  {
    name: 'team: whoever is added is not looked after, though their profile may go in this very moment',
    file: 'command-api/accounts/members.ts',
    changes: [['        if (joined.erased === null)\n          return rowOf', '        return rowOf']],
  },
  {
    name: 'team: whose profile is to be deleted is taken out of it before it is decided whether they may go',
    file: 'command-api/accounts/own-profile.ts',
    changes: [
      [
        "      const refused = await streams.tellUserAs(user, { do: 'EraseProfile'",
        "      for (const { workspace } of joined) await streams.forgetMember(workspace, user, asked)\n      const refused = await streams.tellUserAs(user, { do: 'EraseProfile'",
      ],
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
    name: 'a link of before the document went back still opens it',
    file: 'command-api/pack/links.ts',
    changes: [["return fate === 'finished' ? 'link-voided' : fate", 'return fate']],
  },
  {
    name: 'somebody ends a round who had not seen that a signer has signed',
    file: 'command-api/pack/packs.ts',
    changes: [['overtaken(commands, state, seen) ??', 'overtaken(commands, state, undefined) ??']],
  },
  {
    name: 'a link that was taken back still opens the document',
    file: 'command-api/pack/links.ts',
    changes: [["fact.data.link === link && fate === 'alive' ? 'link-voided' : fate", 'fate']],
  },
  {
    name: 'somebody’s data is deleted from a document under a hold, of which nobody asks',
    file: 'command-api/person-data/erase.ts',
    changes: [["  if (held.has(on.pack)) return accountProblem({ refused: 'legal-hold' })\n", '']],
  },
  {
    name: 'where one is sent afterwards is held against where one signs',
    file: 'command-api/pack/diff-document.ts',
    changes: [['rawSettingOf(setting, held)', 'rawSettingOf(setting, { ...held, postSigningUrl: held.inAppSigningPageUrl })']],
  },
  {
    name: 'a copy that is asked for again is another copy',
    file: 'command-api/pack/pack-for-key.ts',
    changes: [['return packForKey(keyIndex, named, newId)', 'return newId()']],
  },
  {
    name: 'a copy takes along what others wrote into their fields',
    file: 'shared/domain/pack/copying.ts',
    changes: [["const isSenders = field.assignee === 'self' && filledBy === 'self'", 'const isSenders = true']],
  },
  {
    name: 'a copy has the very files of what it is a copy of',
    file: 'shared/domain/pack/copying.ts',
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
    file: 'shared/domain/pack/copying.ts',
    changes: [["return [...added, ...groups, { do: 'SetSigningOrder', steps }]", 'return [...added, ...groups]']],
  },
  {
    name: 'door: a new password leaves whoever is logged in where they are',
    file: 'command-api/accounts/passwords.ts',
    changes: [
      ['await passwords.set(user, password)\n    await parts.sessions.endAllOf(', 'await passwords.set(user, password)\n    void ('],
    ],
  },
  {
    name: 'door: whoever logs in by the former password in the moment of the new one is in',
    file: 'command-api/accounts/entry.ts',
    changes: [['    if (await proven.holds()) return opened\n', '    if (opened) return opened\n']],
  },
  {
    name: 'door: whose profile is deleted can log in until the rest of them is taken away',
    file: 'command-api/accounts/entry.ts',
    changes: [['    await passwords.remove(user)\n    await parts.sessions', '    await parts.sessions']],
  },
]
