import { disclosed } from '#domain/kernel'
import type { CommandName, CommandOf, PackCommand } from './commands.ts'
import { documentIn } from './documents.ts'
import { reasonGiven, signatoryOf } from './signatories.ts'
import type { PackState } from './state.ts'

type IsRepeated = { readonly [N in CommandName]?: (command: CommandOf<N>, state: PackState) => boolean }

/**
 * Commands that leave the phase in which they are possible: sent again as they were, they have happened already and
 * decide nothing. All others find that out by looking at what they would change.
 */
const repeated: IsRepeated = {
  CreatePack: (command, state) =>
    state.exists && state.creator === command.creator && state.workspace === command.workspace && state.kind === command.kind,
  RequestSignatures: (command, state) =>
    state.status === 'awaiting_signatures' &&
    state.signatories.some((signatory) => signatory.request !== null && command.requests[signatory.uuid] === signatory.request.id),
  RevertToSetup: (_command, state) => state.exists && state.status === 'setup',
  MarkAsComplete: (_command, state) => state.status === 'complete',
  TrashPack: (_command, state) => state.trashed !== null,
  RestorePack: (_command, state) => state.exists && state.trashed === null,
  CompleteSigning: (command, state) => {
    const signatory = signatoryOf(state, command.signatory)
    return signatory?.status === 'complete' && signatory.signedView === command.view && signatory.consent === command.consent
  },
  ExcludeSignatory: ({ signatory }, state) => signatoryOf(state, signatory)?.status === 'excluded',
  RejectDocument: ({ document, signatory, reason }, state) => {
    const rejected = documentIn(state, document)?.rejected
    return rejected?.by === signatory && disclosed(rejected.reason, null) === reasonGiven(reason)
  },
  RejectSigning: (command, state) => {
    const signatory = signatoryOf(state, command.signatory)
    return signatory?.status === 'rejected' && disclosed(signatory.rejectionReason, null) === reasonGiven(command.reason)
  },
}

export function isRepeated(command: PackCommand, state: PackState): boolean {
  // The lookup gives the function of this very command: what the compiler cannot follow.
  const asked = repeated[command.do] as ((command: PackCommand, state: PackState) => boolean) | undefined
  return asked?.(command, state) ?? false
}
