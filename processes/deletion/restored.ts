import { pack as aggregate, decide as decidePack, type PackFact, type PackState } from '#domain/pack'
import { decideUser, user } from '#domain/user'
import { decideWorkspace, workspace } from '#domain/workspace'
import type { CommandHandler } from '#platform/command-handler'
import { streamOfPack } from '#projections/packs'
import type { DeletionLine, OutsideDeletions } from './outside.ts'

export const RESTORER = 'process:restore'
const ORIGIN = {
  actor: { principal: RESTORER, capacity: 'process', proof: 'installation' },
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
  const lines = await outside.lines()
  const gone = new Set(lines.flatMap((line) => ('pack' in line ? [line.pack] : [])))
  for (const line of lines) {
    if ('erased' in line && gone.has(line.erased.pack)) continue
    const outcome = await repeat(handler, line)
    if ('refused' in outcome) throw new Error(outcome.refused)
    if (outcome.events.length > 0) repeated++
  }
  return repeated
}

// What is younger than the backup is gone with all that was in it: nothing is decided about it.
function repeat(handler: CommandHandler, line: DeletionLine) {
  if ('erased' in line) {
    const { pack, people } = line.erased
    const context = { now: line.time, principal: RESTORER, defaultCountry: '' }
    return handler.handle<PackState, PackFact, string>({
      stream: streamOfPack(pack),
      aggregate,
      decide: (state) => (state.exists ? decidePack({ do: 'RepeatErasure', people }, state, context) : []),
      origin: ORIGIN,
    })
  }
  if ('departed' in line) {
    return handler.handle({
      stream: `user-${line.departed.user}`,
      aggregate: user,
      decide: (state) => (state.id === null ? [] : decideUser({ do: 'EraseProfile' }, state)),
      origin: ORIGIN,
    })
  }
  return handler.handle({
    stream: `workspace-${line.workspace}`,
    aggregate: workspace,
    decide: (state) => (state.id === null ? [] : decideWorkspace({ do: 'RepeatDeletion', pack: line.pack }, state, { as: 'installation' })),
    origin: ORIGIN,
  })
}
