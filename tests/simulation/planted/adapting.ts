import type { Planted } from './planted.ts'

/** In documents that change their shape while people sign. */
export const ADAPTING: readonly Planted[] = [
  {
    name: 'a field that a rule takes away keeps what stands in it',
    file: 'shared/domain/pack/evolve/fields.ts',
    changes: [['[key, { ...EMPTY, disabled: heldAlone(state.fields[key]!) }]', '[key, { disabled: heldAlone(state.fields[key]!) }]']],
  },
  {
    name: 'what stands in a field that a rule took away is painted on the sealed page',
    file: 'shared/domain/pack/final-value.ts',
    changes: [['field.removed || field.disabled || ', 'field.removed || ']],
    also: {
      file: 'shared/domain/pack/evolve/fields.ts',
      changes: [['[key, { ...EMPTY, disabled: heldAlone(state.fields[key]!) }]', '[key, { disabled: heldAlone(state.fields[key]!) }]']],
    },
  },
  {
    name: 'a rule is asked when fields change, and not when somebody answers',
    file: 'shared/domain/pack/decide/visibility.ts',
    changes: [["new Set<ChangeScope>(['values', 'fields',", "new Set<ChangeScope>(['fields',"]],
  },
  {
    name: 'the link of whoever is excluded still opens the document',
    file: 'shared/domain/pack/decide/exclusion.ts',
    changes: [["viewing }), ...voidLinks(state, 'excluded', uuid)]", 'viewing })]']],
  },
  {
    name: 'whoever is excluded and to get nothing gets the final copy',
    file: 'shared/domain/pack/evolve/signing.ts',
    changes: [
      [
        "{ status: 'excluded', notified: { ...notified, viewing }, viewingBeforeExclusion",
        "{ status: 'excluded', notified, viewingBeforeExclusion",
      ],
    ],
  },
  {
    name: 'a pack goes on of which each document was rejected',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [['remainingDocuments(state).length === 1', 'remainingDocuments(state).length === 0']],
  },
  {
    name: 'final copies wait for the seal of a document that was rejected',
    file: 'processes/final-copies/process.ts',
    changes: [['remainingDocuments(state).every(', 'state.documents.every(']],
  },
  {
    name: 'groups of signers wait for each other only where signers do',
    file: 'shared/domain/pack/signatories.ts',
    changes: [['return settings.sequential || groups !== undefined', 'return settings.sequential && groups !== null']],
  },
  {
    name: 'a document that was moved still belongs to the former workspace',
    file: 'shared/domain/pack/evolve/lifecycle.ts',
    changes: [['workspace: to, earlierWorkspaces', 'workspace: from, earlierWorkspaces']],
  },
]
