import type pg from 'pg'
import { disclosed } from '#domain/kernel'
import { pack as aggregate, ownerOf, type PackState, streamOfPack } from '#domain/pack'
import {
  type Due,
  dueOf,
  NOTICE_MS,
  type RetentionSettings,
  streamOfWorkspace,
  type WorkspaceCommand,
  type WorkspaceState,
  workspace,
  yearsAfter,
} from '#domain/workspace'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { Mailer } from '#platform/mail'
import type { World } from '#platform/ports'

import { type DeclaredSweep, type RegularSweep, type SweepEveryDeps, sweepEvery } from '#processes/engine'
import { retentionCandidates, workspacesWithPacks } from '#projections/list'
import { retentionMail } from './mail.ts'

/** Which packs a workspace's setting may concern. */
export interface CandidateQuestion {
  readonly workspace: string
  /** Documents that ended before this moment, ISO 8601; null: none. */
  readonly endedBefore: string | null
  readonly trash: boolean
}

export interface RetentionDeps extends Omit<SweepEveryDeps, 'name' | 'round'> {
  readonly handler: CommandHandler
  readonly mailer: Pick<Mailer, 'send'>
  readonly world: World
  workspaces(): Promise<readonly string[]>
  /** It may lag: each pack is looked at as it is. */
  candidates(question: CandidateQuestion): Promise<readonly string[]>
  userOf(user: string): Promise<{ readonly name: string; readonly email: string } | null>
  readonly publicUrl: string
}

const NAME = 'retention'
const ORIGIN = {
  actor: { principal: 'process:retention', capacity: 'process', proof: 'installation' },
  correlation: 'retention',
  causation: 'retention',
} as const

/**
 * Deletes for good the documents whose retention is over, a week after notifying their creators. Both are facts of the workspace, decided
 * against its holds: a round that was cut off, or that two processes make at once because one was thought dead, announces and deletes nothing twice.
 */
export const startRetention = (deps: RetentionDeps): RegularSweep =>
  sweepEvery({ ...deps, name: NAME, round: (isStopped) => lookThrough(deps, isStopped) })

interface Needs extends Pick<RetentionDeps, 'handler' | 'mailer' | 'world'> {
  readonly pool: pg.Pool
  readonly accounts: { profileOf(user: string): Promise<{ readonly fullName: string; readonly email: string } | null> }
  readonly config: { readonly publicUrl: string }
}
const EVERY_MS = 3_600_000

export const retentionSweep: DeclaredSweep<Needs> = {
  name: NAME,
  start: ({ handler, mailer, world, pool, accounts, config }, turn) =>
    startRetention({
      handler,
      mailer,
      world,
      workspaces: () => workspacesWithPacks(pool),
      candidates: (question) => retentionCandidates(pool, question),
      async userOf(user) {
        const profile = await accounts.profileOf(user)
        return profile && { name: profile.fullName, email: profile.email }
      },
      publicUrl: config.publicUrl,
      everyMs: EVERY_MS,
      turn,
    }),
}

async function lookThrough(deps: RetentionDeps, stopped: () => boolean): Promise<void> {
  const { handler, world } = deps
  for (const key of await deps.workspaces()) {
    const { state } = await handler.load(streamOfWorkspace(key), workspace)
    const question = questionOf(key, state.keeping, world.clock.now())
    for (const pack of question === null ? [] : await deps.candidates(question)) {
      if (stopped()) return
      await look(deps, key, (await handler.load(streamOfWorkspace(key), workspace)).state, pack)
    }
  }
}

function questionOf(of: string, { years, trashDays }: RetentionSettings, now: number): CandidateQuestion | null {
  if (years === null && trashDays === null) return null
  const endedBefore = years === null ? null : new Date(yearsAfter(new Date(now + NOTICE_MS).toISOString(), -years)).toISOString()
  return { workspace: of, endedBefore, trash: trashDays !== null }
}

async function look(deps: RetentionDeps, of: string, kept: WorkspaceState, pack: string): Promise<void> {
  const { handler, world } = deps
  const { keeping, held, deletedPacks } = kept
  if (held.has(pack) || deletedPacks.has(pack)) return
  const { state } = await handler.load(streamOfPack(pack), aggregate)
  const due = state.exists && state.workspace === of ? dueOf(state, keeping) : null
  const now = world.clock.now()
  if (due === null || due.at - now > NOTICE_MS) return
  const said = await announced(deps, of, pack, due)
  if (said === undefined) return
  await write(deps, pack, state, kept, said)
  if (Date.parse(said.on) > now) return
  // A mail server takes its time: a document restored from the trash meanwhile stays.
  const { state: still } = await handler.load(streamOfPack(pack), aggregate)
  if (dueOf(still, keeping)?.since !== due.since) return
  await tell(deps, of, { do: 'DeleteAnnounced', pack, since: due.since, now: new Date(now).toISOString() })
}

/** What stands announced for this pack, said now where nothing was, or for a day before it falls due; none where it is held or gone. */
async function announced(deps: RetentionDeps, of: string, pack: string, { at, because, since }: Due) {
  const due = new Date(at).toISOString()
  // To the second and never early: the announced day is the day.
  const on = new Date(Math.max(at, deps.world.clock.now() + NOTICE_MS)).toISOString()
  return (await tell(deps, of, { do: 'AnnounceDeletion', pack, as: { because, since, on }, due })).announced.get(pack)
}

async function tell({ handler }: RetentionDeps, of: string, command: WorkspaceCommand): Promise<WorkspaceState> {
  const outcome = await commandsOf(workspace, handler).perform({
    key: of,
    who: { as: 'installation' },
    commands: [command],
    origin: ORIGIN,
  })
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.state
}

/** To the owner; where nobody took over from who left, to the administrators. A mail that could not go now is tried in the next round: the announcement in the app stands meanwhile. */
async function write(
  { mailer, userOf, world, publicUrl }: RetentionDeps,
  pack: string,
  state: PackState,
  { members }: WorkspaceState,
  said: Parameters<typeof retentionMail>[2],
) {
  const maker = members.filter(({ user }) => user === ownerOf(state))
  for (const { user } of maker.length > 0 ? maker : members.filter(({ administrator }) => administrator)) {
    const email = (await userOf(user))?.email ?? ''
    if (email === '') continue
    try {
      const to = { user, email, publicUrl, workspace: state.workspace }
      await mailer.send(retentionMail(pack, disclosed(state.name, 'A document'), said, to))
    } catch (error) {
      world.log.warn({ process: 'retention', pack, error }, 'an announcement could not be mailed and is sent again')
    }
  }
}
