import type { Planted } from './planted.ts'

/** In the page. */
export const WEB: readonly Planted[] = [
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
    name: 'a page that is served no longer keeps its turn to send',
    file: 'web/live/session-on.ts',
    changes: [['      saver.close()\n      outbox.close()\n    }', '    }']],
  },
  {
    name: 'a client that missed messages folds on over the hole',
    file: 'web/live/confirmed.ts',
    changes: [["if (message.from > confirmed.revision + 1) return 'gap'", '']],
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
    changes: [['sent = withChanges(sent ?? {}, changes)', 'sent = sent ?? {}']],
  },
  {
    name: 'who moves a field brings back how it was described when they looked',
    file: 'web/live/touched.ts',
    changes: [["  MoveField: ['page', 'x', 'y'],", "  MoveField: ['page', 'x', 'y', 'description'],"]],
  },
  {
    name: 'who changes one part of a setting brings back the others as they saw them last',
    file: 'web/live/touched.ts',
    changes: [['(argument in command ? property : [])', 'property']],
  },
  {
    name: 'what was done to a field goes out in one record with what takes it away',
    file: 'web/live/schedule.ts',
    changes: [['return upTo(changes, at)', 'return changes']],
  },
  {
    name: 'undoing goes over what somebody else made of it since',
    file: 'web/live/history.ts',
    changes: [['step.filter(({ back, left }) => markOf(view(), back, pack) === left)', 'step']],
  },
  {
    name: 'what was done to a field is let go of when something else is done to it before it is sent',
    file: 'web/live/pending.ts',
    changes: [['if (took || next.do !== last.do || !SETTING.has(next.do)) return false', 'if (!SETTING.has(next.do)) return false']],
  },
  {
    name: 'what is undone is brought back step by step in the order in which it was done',
    file: 'web/live/history.ts',
    changes: [['[from]: push(steps[from].slice(0, -1), waits)', '[from]: push(steps[from].slice(1), waits)']],
  },
  {
    name: 'what is undone gets the type that most fields have',
    file: 'web/live/inverse.ts',
    changes: [["{ do: 'RetypeField', field: key, type: field.type }", "{ do: 'RetypeField', field: key, type: 'text' }"]],
  },
  {
    name: 'whoever is brought back is brought back without their fields',
    file: 'web/live/inverse.ts',
    changes: [["        ...mine.map(({ key }) => ({ do: 'RestoreField', field: key }) as const),\n", '']],
  },
  {
    name: 'whoever is taken out and brought back before anything was saved is taken out once more by it',
    file: 'web/live/pending.ts',
    changes: [['if (BRINGS_BACK[last.do] === next.do) return', 'if (false) return']],
  },
  {
    name: 'what is changed last counts as if it had been changed before what came in between',
    file: 'web/live/saver.ts',
    changes: [['pending = [...pending.toSpliced(last, 1), merged]', 'pending = pending.with(last, merged)']],
  },
  {
    name: 'what cannot be undone while the fields are locked is let go of',
    file: 'web/live/history.ts',
    changes: [['[from]: push(steps[from].slice(0, -1), waits)', '[from]: steps[from].slice(0, -1)']],
  },
  {
    name: 'fields are locked before what was done to them is saved',
    file: 'web/live/schedule.ts',
    changes: [["  if (changes.some(({ command }) => command.do === 'LockFields')) return 5\n", '']],
  },
  {
    name: 'fields get names by themselves in another order than on the page',
    file: 'web/live/schedule.ts',
    changes: [['const changes = namedInTurn(', 'const changes = (']],
  },
  {
    name: 'what is on its way is done once more on what holds it already',
    file: 'web/live/session-on.ts',
    changes: [['saver.pending.filter(({ id, sent }) => !sent || !held.has(id))', 'saver.pending']],
  },
  {
    name: 'undo leaves what a change took from other fields',
    file: 'web/live/inverse.ts',
    changes: [
      [
        'return [...inverseInField(before, command, after), ...othersBack(before, command, after)]',
        'return inverseInField(before, command, after)',
      ],
    ],
  },
  {
    name: 'what a signer saw and was not heard of is told once more as if it were something else',
    file: 'web/features/signing/visit-reporter.ts',
    changes: [['told: { by, before: reported } })', 'told: { by, before: reported++ } })']],
  },
  {
    name: 'what a signer saw is told as if it had been seen when it is told',
    file: 'web/features/signing/visit-reporter.ts',
    changes: [['Math.round((now - at) / 1000)', 'Math.round((time.now() - now + 0 * at) / 1000)']],
  },
  {
    name: 'what a signer sees while their page tells of something else counts as told',
    file: 'web/features/signing/visit-reporter.ts',
    changes: [
      ['    reported += batch.length\n    waiting = waiting.slice(batch.length)', '    reported += waiting.length\n    waiting = []'],
    ],
  },
  {
    name: 'what a change took with it is let go of with the change',
    file: 'web/live/pending.ts',
    changes: [['if (took || next.do', 'if (next.do']],
  },
  {
    name: 'what a field is made into in between is never said',
    file: 'web/live/schedule.ts',
    changes: [['    return twice || (before > 0', '    return (twice && before < 0) || (before > 0']],
  },
  {
    name: 'what stands in a box and that it is cleared is said in one record',
    file: 'web/live/schedule.ts',
    changes: [[' || (setsValue(next) && setsValue(earlier))', '']],
  },
  {
    name: 'what was ticked before another box came back is not said once it is ticked no more',
    file: 'web/live/pending.ts',
    changes: [["if (sorts.includes('group') && (sortOf(last) ?? sortOf(next)) === 'tick') return false", '']],
  },
  {
    name: 'a page goes on with the digest of what it showed first',
    file: 'web/live/session-on.ts',
    changes: [['    store.viewDigest = next.viewDigest\n', '']],
  },
]
