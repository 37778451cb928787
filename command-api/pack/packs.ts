import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'
import type { Refused } from '#domain/kernel'
import {
  type Audience,
  pack as aggregate,
  type DecisionContext,
  documentsShownToSigners,
  isOfTeam,
  isRepeated,
  PACK_REFUSALS,
  type PackCommand,
  type PackFact,
  type PackRefusalCode,
  type PackState,
  staleRefusal,
  streamOfPack,
  type TeamWho,
  type Who,
  zoneOr,
} from '#domain/pack'
import { typesettingWith } from '#pdf/appearance'
import { loadMetrics } from '#pdf/text-layout'
import {
  COMMAND_REFUSALS,
  type CommandHandler,
  type CommandRefusal,
  commandsOf,
  type Done,
  type ReadBarrier,
} from '#platform/command-handler'
import type { KeyEntry, KeyIndex } from '#platform/key-index'
import type { World } from '#platform/ports'
import type { Members } from '../accounts/index.ts'
import { actorOf, byCaller, isInSupport, type Membership, type Signer, type TeamCaller } from '../edge/caller.ts'
import { isProblem, type Problem, problem, refusalAsProblem } from '../edge/problem.ts'
import { commandOriginOf, requestOriginOf } from '../edge/request-origin.ts'
import { membershipIn } from '../edge/workspace.ts'
import { withContactLists } from './contact-lists.ts'
import { fateIn, isWelcome, LINK_REFUSALS } from './links.ts'

/** Whose decision, about which pack. */
export interface Target {
  readonly pack: string
  readonly who: Who
  readonly caller: TeamCaller | Signer
}

/** A pack as the caller came to it: by which key, and as whom. */
export interface PackAccess extends Target {
  /** Set where the key named a child document. */
  readonly child: string | null
  readonly state: PackState
  readonly revision: number
  readonly audience: Audience
  /** A signer who has finished: may look, and do nothing. */
  readonly finished: boolean
}
export type PackDone = Done<PackState, PackFact>

export interface Change {
  readonly on: Target
  readonly request: FastifyRequest
  /** The commands of the request, seen from the state they will be decided on. All of them are one append. */
  plan(state: PackState): readonly PackCommand[] | Refused<PackRefusalCode>
  /** Decides by itself where one refusal must not stop the rest. */
  decide?(state: PackState, revision: number, context: DecisionContext): readonly PackFact[] | Refused<PackRefusalCode>
  /** The revision that was on the screen when somebody decided: refused where what the command rests on has moved since. */
  readonly seen?: number | undefined
  /** Which of several appends of one request this is: each is carried out once. */
  readonly part?: number
  /** Keys that must be findable before what is appended refers to them. */
  readonly keys?: readonly KeyEntry[]
  /** Done again each time, whatever the idempotency key: the answer holds values that are stored nowhere. */
  readonly alwaysRun?: boolean
}

export interface Packs {
  /** Finds the pack that a pack's or a child's key names, and what the caller is to it. Strangers learn nothing. */
  resolveAccess(caller: TeamCaller | Signer, key: string, since?: ReadBarrier): Promise<PackAccess | Problem>
  change(change: Change): Promise<PackDone | Problem>
}

export interface PacksOptions {
  readonly handler: CommandHandler
  readonly keyIndex: KeyIndex
  readonly members: Pick<Members, 'enter' | 'hasDeleted' | 'postponeDeletion'>
  readonly world: World
  readonly defaultCountry: string
}

/** What somebody of a workspace is to its documents. */
export function whoIn({ workspace, permissions }: Membership, caller: TeamCaller): TeamWho {
  const { user } = caller
  return caller.as === 'application'
    ? { as: 'application', application: caller.application, user, workspace, permissions }
    : { as: 'team', user, workspace, permissions, ...(caller.support ? { inSupport: true } : {}) }
}

/** It became another workspace's since the caller came to it, in which they may be somebody else, or nobody. */
class MovedMeanwhile extends Error {}

/** It goes for good: a request that came to it a moment before finds nothing. */
class DeletedMeanwhile extends Error {}

const MOST_KEYS = 50_000
/** What leads from a notification rule's key to its document, in the key index. */
export const NOTIFICATION_RULE = 'notification-rule'
const REFUSALS = { ...PACK_REFUSALS, ...COMMAND_REFUSALS }

export function packs({ handler, keyIndex, members, world, defaultCountry }: PacksOptions): Packs {
  const commands = commandsOf(aggregate, handler)
  // A key never moves to another pack, so a found one is kept, as far as there is room.
  const found = new Map<string, string>()
  async function packOf(key: string): Promise<string | undefined> {
    const pack = found.get(key) ?? (await keyIndex.find(key, 'document'))?.pack
    if (pack === undefined) return undefined
    if (found.size >= MOST_KEYS) found.clear()
    found.set(key, pack)
    return pack
  }

  async function enter(caller: TeamCaller | Signer, key: string, since?: ReadBarrier): Promise<PackAccess | Problem> {
    const pack = await packOf(key)
    if (pack === undefined) return problem('not-found')
    const { state, revision } = await handler.load(streamOfPack(pack), aggregate, since === undefined ? {} : { since })
    // Once it is reported as deleted for good nobody comes to it any more, while its removal runs.
    if (!state.exists || (state.trashed && (await members.hasDeleted(state.workspace, pack)))) return problem('not-found')
    const child = key === pack ? null : key
    // Not there yet, or removed from its pack: the pack itself is not meant.
    if (child !== null && !state.documents.some((document) => document.key === child)) return problem('not-found')
    // Signers are shown rejected documents no more.
    if (child !== null && caller.as === 'signer' && !documentsShownToSigners(state).some(({ key: shown }) => shown === child))
      return problem('not-found')
    const as = caller.as === 'signer' ? await asSigner(caller, pack, state) : await asTeam(caller, state)
    return 'problem' in as ? as : { pack, child, state, revision, caller, ...as }
  }

  async function asTeam(caller: TeamCaller, state: PackState) {
    const membership = membershipIn(caller, state.workspace)
    if (!membership) return problem('not-found')
    const { workspace, invitation } = membership
    if (invitation !== null && !isInSupport(caller)) await members.enter(workspace, invitation, caller.user)
    return { who: whoIn(membership, caller), audience: { of: 'team' } as const, finished: false }
  }

  async function asSigner(caller: Signer, pack: string, state: PackState) {
    if (caller.pack !== pack) return problem('not-found')
    const { signatory, link, inPerson } = caller
    const fate = await fateIn(state, caller, () => handler.history(streamOfPack(pack), aggregate))
    if (!isWelcome(fate)) return refusalAsProblem({ refused: fate }, LINK_REFUSALS)
    const who: Who = { as: 'signatory', signatory, link, inPerson }
    return { who, audience: { of: 'signatory', signatory } as const, finished: fate === 'finished' }
  }

  /** Somebody takes it out of the trash: the retention, which may be about to decide otherwise, must see that first. */
  async function keptFromRetention({ who, pack, caller }: Target, request: FastifyRequest): Promise<void> {
    if (!isOfTeam(who) || caller.as === 'signer') return
    if (!(await members.postponeDeletion(who.workspace, pack, byCaller(caller), requestOriginOf(request)))) throw new DeletedMeanwhile()
  }

  // A host who takes their device back acts for no workspace.
  const hasMoved = ({ exists, workspace }: PackState, { who }: Target) =>
    exists && isOfTeam(who) && who.workspace !== '' && who.workspace !== workspace

  return {
    resolveAccess: enter,
    async change(change): Promise<PackDone | Problem> {
      const { on, request, seen, keys } = change
      const context = await contextOf(on.caller, request, { world, config: { defaultCountry } })
      const { origin, idempotency } = commandOriginOf(on.caller, request, change.part ?? 0)
      const asked = {
        key: on.pack,
        origin,
        ...(idempotency && !change.alwaysRun ? { idempotency } : {}),
        async beforeAppend(facts: readonly PackFact[]) {
          if (keys) await keyIndex.register(keys)
          if (facts.some(({ type }) => type === 'PackRestored')) await keptFromRetention(on, request)
        },
      }
      const plan = (state: PackState) => {
        if (hasMoved(state, on)) throw new MovedMeanwhile()
        const commands = change.plan(state)
        return 'refused' in commands ? commands : (overtaken(commands, state, seen) ?? commands)
      }
      const { decide } = change
      const workspaceOf = async () => (isOfTeam(on.who) && on.who.workspace) || (await commands.load(on.pack)).workspace
      const changing = withContactLists(handler, workspaceOf, (contactLists) => {
        const known = { ...asked, context: { ...context, contactLists } }
        return decide ? commands.record({ ...known, decide }) : commands.perform({ ...known, who: on.who, commands: plan })
      })
      const outcome = await changing.catch((error: unknown) => {
        if (error instanceof DeletedMeanwhile || error instanceof MovedMeanwhile) return error
        throw error
      })
      if (outcome instanceof DeletedMeanwhile) return problem('not-found')
      if (outcome instanceof MovedMeanwhile) {
        const now = await enter(on.caller, on.pack)
        return isProblem(now) ? now : this.change({ ...change, on: { ...on, who: now.who } })
      }
      return 'refused' in outcome ? packProblem(outcome) : outcome
    },
  }
}

/** Judged on the pack as it is found: what the same request changes first is no change in the meantime. */
function overtaken(commands: readonly PackCommand[], state: PackState, seen: number | undefined): Refused<PackRefusalCode> | null {
  if (seen === undefined) return null
  for (const command of commands) {
    const refused = isRepeated(command, state) ? null : staleRefusal(state, command.do, seen)
    if (refused) return refused
  }
  return null
}

/** The inputs of this caller's decisions besides the pack. */
export async function contextOf(
  caller: TeamCaller | Signer,
  request: Pick<FastifyRequest, 'headers'>,
  { world, config }: { readonly world: Pick<World, 'clock'>; readonly config: { readonly defaultCountry: string } },
): Promise<DecisionContext> {
  const zone = request.headers[HEADERS.timeZone]
  return {
    now: new Date(world.clock.now()).toISOString(),
    principal: actorOf(caller).principal,
    ...(zone === undefined ? {} : { zone: zoneOr(String(zone)) }),
    defaultCountry: config.defaultCountry,
    // Loaded with the first change: a server that nobody uses holds no tables of fonts.
    typesetting: typesettingWith(await loadMetrics()),
  }
}

export function packProblem(refused: Refused<PackRefusalCode | CommandRefusal>): Problem {
  return refusalAsProblem(refused, REFUSALS)
}

/** What a change recorded of this kind, the first where there are several: of an earlier attempt where this one repeats it. */
export function factIn<T extends PackFact['type']>({ events }: PackDone, type: T): Extract<PackFact, { type: T }> | undefined {
  const isIt = (fact: PackFact): fact is Extract<PackFact, { type: T }> => fact.type === type
  return events.map(({ fact }) => fact).find(isIt)
}
