import type pg from 'pg'
import { BULK_SEND, type BulkSend, bulkSend as bulkSendAggregate, listPinned } from '#domain/bulk-send'
import { recipientLists as aggregate, keysIn, type RecipientListsState, versionNow } from '#domain/recipient-lists'
import { streamOfWorkspace, workspace } from '#domain/workspace'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { KeyIndex } from '#platform/key-index'
import type { World } from '#platform/ports'
import { type DeclaredSweep, sweepEvery } from '#processes/engine'
import type { DryRuns } from '#projections/dry-runs'
import { workspacesWithPacks } from '#projections/list'
import type { RecipientRows } from '#projections/recipient-rows'

export interface RecipientListsSweepDeps {
  readonly handler: CommandHandler
  readonly world: Pick<World, 'clock'>
  readonly keyIndex: Pick<KeyIndex, 'keysOf'>
  readonly recipientRows: Pick<RecipientRows, 'workspaces' | 'importsOf' | 'exclusively' | 'remove'>
  readonly dryRuns: Pick<DryRuns, 'remove'>
  readonly queries: { countOfBulkSend(bulkSend: string): Promise<Readonly<Record<string, number>>> }
  workspaces(): Promise<readonly string[]>
}

const NAME = 'recipient-lists'
const DAY = 86_400_000
/** Longer than any import takes. */
const UNUSED_MS = DAY
const ORIGIN = {
  actor: { principal: 'process:recipient-lists', capacity: 'process', proof: 'installation' },
  correlation: 'retention',
  causation: 'retention',
} as const

/**
 * Deletes for good the lists that were in the trash for as long as their workspace keeps it, with their rows; then rows that no list and no
 * bulk send reads any more, and reports of bulk sends that were deleted as long ago. Each step changes nothing where it was done before.
 */
export async function lookThroughLists(deps: RecipientListsSweepDeps, isStopped: () => boolean = () => false): Promise<void> {
  const { handler, world, keyIndex, recipientRows, dryRuns, queries } = deps
  const lists = commandsOf(aggregate, handler)
  const bulkSends = commandsOf(bulkSendAggregate, handler)

  for (const key of new Set([...(await deps.workspaces()), ...(await recipientRows.workspaces())])) {
    if (isStopped()) return
    await lookThrough(key)
  }

  async function lookThrough(key: string): Promise<void> {
    const { trashDays } = (await handler.load(streamOfWorkspace(key), workspace)).state.keeping
    const isOver = (since: string) => trashDays !== null && Date.parse(since) + trashDays * DAY <= world.clock.now()
    for (const { key: list, archived } of (await lists.load(key)).living.values()) {
      if (archived === null || !isOver(archived)) continue
      const outcome = await lists.perform({
        key,
        who: { as: 'installation' },
        commands: [{ do: 'DeleteRecipientList', list }],
        origin: ORIGIN,
      })
      if ('refused' in outcome) throw new Error(outcome.refused)
    }
    const isDeleted = (state: BulkSend) => state.archived && isOver(state.updated)
    for (const bulkSend of await keyIndex.keysOf(key, BULK_SEND)) {
      if (isDeleted(await bulkSends.load(bulkSend))) await dryRuns.remove(bulkSend)
    }
    for (const { key: file, list, created } of await recipientRows.importsOf(key)) {
      const isUnfinished = created + UNUSED_MS > world.clock.now() && !(await lists.load(key)).deleted.has(list)
      if (isUnfinished || (await isRead(key, file, isDeleted))) continue
      // Somebody may be about to take this file.
      await recipientRows.exclusively(file, async () => {
        if (!(await isRead(key, file, isDeleted))) await recipientRows.remove([file])
      })
    }
  }

  async function isRead(key: string, file: string, isDeleted: (state: BulkSend) => boolean): Promise<boolean> {
    // The lists first: what a bulk send is activated over meanwhile is what they hold.
    const state = await lists.load(key)
    if ([...state.living.values()].some((list) => keysIn(versionNow(list)).includes(file))) return true
    for (const bulkSend of await keyIndex.keysOf(key, BULK_SEND)) {
      const of = await bulkSends.load(bulkSend)
      if (!isPinnedBy(of, state, file) || of.undone !== null || isDeleted(of)) continue
      const created = Object.values(await queries.countOfBulkSend(bulkSend)).reduce((sum, count) => sum + count, 0)
      if (created < of.run!.rows) return true
    }
    return false
  }
}

/** It stands in the version of the list over which the bulk send was activated. */
function isPinnedBy(of: BulkSend, state: RecipientListsState, file: string): boolean {
  const pinned = listPinned(of, of.run?.pins ?? null, state)
  return pinned ? keysIn(pinned).includes(file) : false
}

interface Needs extends Omit<RecipientListsSweepDeps, 'world' | 'workspaces'> {
  readonly world: World
  readonly pool: pg.Pool
}
const EVERY_MS = 3_600_000

export const recipientListsSweep: DeclaredSweep<Needs> = {
  name: NAME,
  start: ({ pool, ...needs }, turn) =>
    sweepEvery({
      name: NAME,
      world: needs.world,
      everyMs: EVERY_MS,
      turn,
      round: (isStopped) => lookThroughLists({ ...needs, workspaces: () => workspacesWithPacks(pool) }, isStopped),
    }),
}
