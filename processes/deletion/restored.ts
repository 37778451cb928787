import { decideWorkspace, workspace } from '#domain/workspace'
import type { CommandHandler } from '#platform/command-handler'
import type { OutsideDeletions } from './outside.ts'

const ORIGIN = {
  actor: { principal: 'process:restore', capacity: 'process', proof: 'installation' },
  correlation: 'restore',
  causation: 'restore',
} as const

/**
 * After a restore the log does not know of deletions that came after the backup, and what was deleted is there again. Each is recorded
 * again, so that it is carried out again. Answers how many.
 */
export async function repeatDeletions({
  handler,
  outside,
}: {
  readonly handler: CommandHandler
  readonly outside: Pick<OutsideDeletions, 'lines'>
}): Promise<number> {
  let repeated = 0
  for (const { workspace: of, pack } of await outside.lines()) {
    const outcome = await handler.handle({
      stream: `workspace-${of}`,
      aggregate: workspace,
      // A workspace that is younger than the backup is gone with all its packs.
      decide: (state) => (state.id === null ? [] : decideWorkspace({ do: 'RepeatDeletion', pack }, state, { as: 'installation' })),
      origin: ORIGIN,
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
    if (outcome.events.length > 0) repeated++
  }
  return repeated
}
