import type { Planted } from './planted.ts'

/** In the read models. */
export const PROJECTIONS: readonly Planted[] = [
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
    changes: [['if (!shown || isWithheld(after.name))', "if (!shown || shown.fact.type === 'PackCompleted' || isWithheld(after.name))"]],
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
    name: 'a document is found by the first who stands in it alone',
    file: 'projections/list/row.ts',
    changes: [['const people = signatoriesInOrder(state).flatMap', 'const people = signatoriesInOrder(state).slice(0, 1).flatMap']],
  },
  {
    name: 'what is over stays among what is still to be done',
    file: 'projections/list/row.ts',
    changes: [
      [
        "  if (state.status !== 'complete') return false\n  const remaining",
        "  if (state.status === 'setup') return false\n  const remaining",
      ],
    ],
  },
  {
    name: 'the list leads to the file of another document',
    file: 'projections/list/row.ts',
    changes: [['finished ? finals[0]! : null', 'finished ? finals.at(-1)! : null']],
  },
  {
    name: 'the list says that a document is complete since its last change',
    file: 'projections/list/row.ts',
    changes: [['date_completed: state.completed,', "date_completed: state.status === 'complete' ? state.updated : null,"]],
  },
]
