import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import {
  APPLICATIONS_REFUSALS,
  type Application,
  type ApplicationsCommand,
  type ApplicationsState,
  applications as aggregate,
} from '#domain/applications'
import { disclosed } from '#domain/kernel'
import { COMMAND_REFUSALS, type CommandHandler, commandsOf, type ReadBarrier } from '#platform/command-handler'
import type { KeyIndex } from '#platform/key-index'
import type { World } from '#platform/ports'
import { newToken, type Sessions, type Throttle, type ThrottleLimits, tokenHash } from '#platform/sessions'
import { originOf, type RequestOrigin } from '../accounts/index.ts'
import { BEARER_PREFIX, type Credentials } from '../edge/authorization.ts'
import { type Account, type ApplicationCaller, byCaller, type Membership } from '../edge/caller.ts'
import { type EdgeCode, type Problem, refusalAsProblem } from '../edge/problem.ts'

/** What secrets begin with: scanners of code and logs find them by it. */
const SECRET_PREFIX = 'paraph_secret_'
const HOUR = 3_600_000
export const BEARER_SECONDS = HOUR / 1000

/** Wrong secrets: for one application from one network, and from one network for any. Right ones are never refused: nobody guesses 256 bits. */
export const APPLICATION_LIMITS = {
  secret: { attempts: 10, withinMs: HOUR / 4 },
  secrets: { attempts: 60, withinMs: HOUR / 4 },
} as const satisfies Readonly<Record<string, ThrottleLimits>>

export interface ApplicationParts {
  readonly handler: CommandHandler
  readonly keyIndex: KeyIndex
  readonly sessions: Pick<Sessions, 'open' | 'find' | 'endAllOf'>
  readonly throttle: Pick<Throttle, 'admit'>
  readonly world: World
  readonly tokenKey: Uint8Array
  membershipsOf(user: string, since?: ReadBarrier): Promise<readonly Membership[]>
}

/** Why an application is not let in. */
export type NotAdmitted = Extract<EdgeCode, 'application-unknown' | 'application-without-owner' | 'too-many-secrets'>
type Change = Extract<ApplicationsCommand, { do: 'ChangeApplication' | 'DeleteApplication' }>
type Wanted = Omit<Extract<ApplicationsCommand, { do: 'CreateApplication' }>, 'do' | 'owner' | 'secret'>
interface WithSecret {
  readonly application: Application
  readonly secret: string
}
interface Place {
  readonly workspace: string
  readonly caller: Account
  readonly asked: RequestOrigin
  readonly permissions: ReadonlySet<string>
}

/** Programs that act for a workspace: managed by its members, let in by their secret. */
export interface Applications {
  list(workspace: string): Promise<readonly Application[]>
  /** What applications are called, those that were deleted too, by principal. */
  namesOf(workspace: string): Promise<Record<string, string>>
  /** The secret is in this answer only. */
  create(place: Place, wanted: Wanted): Promise<WithSecret | Problem>
  refreshSecret(place: Place, application: string): Promise<WithSecret | Problem>
  /** null: it was deleted. */
  change(place: Place, command: Change): Promise<Application | null | Problem>
  admit(credentials: Credentials, network: string, since?: ReadBarrier): Promise<ApplicationCaller | NotAdmitted>
  /** Whether what they were let in by holds at this moment, wherever it may have ended. */
  isAdmitted(caller: ApplicationCaller): Promise<boolean>
  openBearer(caller: ApplicationCaller): Promise<string>
}

const KIND = 'application'
const MOST_KEYS = 10_000
const REFUSALS = { ...APPLICATIONS_REFUSALS, ...COMMAND_REFUSALS }
const ownerOf = (application: string) => `application:${application}`

export function createApplications(parts: ApplicationParts): Applications {
  const { handler, keyIndex, sessions, throttle, world, membershipsOf } = parts
  const digest = (of: string) => createHmac('sha256', parts.tokenKey).update(of).digest('base64url').slice(0, 22)
  const streams = commandsOf(aggregate, handler)
  const load = (workspace: string, since?: ReadBarrier): Promise<ApplicationsState> =>
    streams.load(workspace, since === undefined ? {} : { since })

  // A key never moves to another workspace.
  const known = new LRUCache<string, string>({ max: MOST_KEYS })
  async function workspaceOf(application: string): Promise<string | undefined> {
    const workspace = known.get(application) ?? (await keyIndex.find(application, KIND))?.pack
    if (workspace === undefined) return undefined
    known.set(application, workspace)
    return workspace
  }
  async function livingOf(application: string, since?: ReadBarrier) {
    const workspace = await workspaceOf(application)
    const living = workspace === undefined ? undefined : (await load(workspace, since)).living.get(application)
    return living && workspace !== undefined ? { workspace, living } : null
  }

  async function carryOut(place: Place, command: ApplicationsCommand): Promise<ApplicationsState | Problem> {
    const { workspace, caller, asked, permissions } = place
    const { application: key } = command
    const outcome = await streams.perform({
      key: workspace,
      who: { as: 'team', user: caller.user, permissions },
      commands: [command],
      origin: originOf(byCaller(caller), asked),
      async beforeAppend() {
        if (command.do === 'CreateApplication') await keyIndex.register([{ key, kind: KIND, pack: workspace }])
      },
    })
    return 'refused' in outcome ? refusalAsProblem(outcome, REFUSALS) : outcome.state
  }

  async function withNewSecret(place: Place, commandOf: (digest: string) => ApplicationsCommand): Promise<WithSecret | Problem> {
    const secret = SECRET_PREFIX + newToken(world.random)
    const command = commandOf(tokenHash(secret))
    const state = await carryOut(place, command)
    if ('problem' in state) return state
    await sessions.endAllOf(ownerOf(command.application))
    return { application: state.living.get(command.application)!, secret }
  }

  async function callerOf(workspace: string, living: Application, since?: ReadBarrier): Promise<ApplicationCaller | NotAdmitted> {
    const { key, owner, secretIssue } = living
    const membership = (await membershipsOf(owner, since)).find((one) => one.workspace === workspace)
    if (!membership) return 'application-without-owner'
    // Never more than who holds its secret may do now.
    const permissions = new Set(living.permissions.filter((permission) => membership.permissions.has(permission)))
    const memberships = [{ ...membership, isAdmin: false, permissions, invitation: null }] as const
    return { as: 'application', application: key, user: owner, session: key, secretIssue, memberships }
  }

  async function bySecret({ application, secret }: Extract<Credentials, { by: 'secret' }>, network: string, since?: ReadBarrier) {
    const found = await livingOf(application, since)
    if (found && isSame(tokenHash(secret), disclosed(found.living.secret, ''))) return callerOf(found.workspace, found.living, since)
    const ids = { application: digest(`application ${application}`), network: digest(`network ${network}`) }
    const mayTry = await throttle.admit([`secret:${digest(`secret ${application} ${network}`)}`, `secrets:${digest(`secrets ${network}`)}`])
    world.log.warn({ ...ids, reason: mayTry ? 'wrong-secret' : 'too-many-attempts' }, 'an application was not let in')
    return mayTry ? 'application-unknown' : 'too-many-secrets'
  }

  async function byBearer(token: string, since?: ReadBarrier) {
    const holder = (await sessions.find(token))?.holder
    if (holder?.as !== 'application') return 'application-unknown'
    const found = await livingOf(String(holder.application), since)
    if (!found || found.living.secretIssue !== holder.secretIssue) return 'application-unknown'
    return callerOf(found.workspace, found.living, since)
  }

  return {
    list: async (workspace) => [...(await load(workspace)).living.values()],
    async namesOf(workspace) {
      const { living, deleted } = await load(workspace)
      const names = [...deleted, ...[...living].map(([key, { name }]) => [key, name] as const)]
      return Object.fromEntries(names.map(([key, name]) => [ownerOf(key), disclosed(name, '')]))
    },
    create: (place, wanted) => withNewSecret(place, (secret) => ({ do: 'CreateApplication', owner: place.caller.user, ...wanted, secret })),
    refreshSecret: (place, application) =>
      withNewSecret(place, (secret) => ({ do: 'RefreshSecret', owner: place.caller.user, application, secret })),
    async change(place, command) {
      const state = await carryOut(place, command)
      if ('problem' in state) return state
      const living = state.living.get(command.application) ?? null
      if (living === null) await sessions.endAllOf(ownerOf(command.application))
      return living
    },
    admit: (credentials, network, since) =>
      credentials.by === 'bearer' ? byBearer(credentials.token, since) : bySecret(credentials, network, since),
    isAdmitted: async ({ application, secretIssue }) => (await livingOf(application))?.living.secretIssue === secretIssue,
    async openBearer({ application, secretIssue }) {
      const holder = { as: 'application', application, secretIssue }
      const lives = { idleMs: HOUR, lifeMs: HOUR, tokenPrefix: BEARER_PREFIX }
      return (await sessions.open({ owner: ownerOf(application), holder, ...lives })).token
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
