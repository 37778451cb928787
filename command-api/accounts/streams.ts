import { createHmac } from 'node:crypto'
import type { Principal } from '#domain/kernel'
import { type ReservationCommand, reservation, streamOfAddress } from '#domain/reservation'
import { comparable, type UserCommand, type UserState, user } from '#domain/user'
import { type WorkspaceCommand, type WorkspaceState, workspace } from '#domain/workspace'
import { type CommandHandler, type CommandOrigin, commandsOf, type Outcome, type ReadBarrier } from '#platform/command-handler'
import { byInstallation, originOf, type Requester, type RequestOrigin } from './origins.ts'
import type { AccountRefused } from './refusals.ts'

const INSTALLATION: Principal = { as: 'installation' }

/** The streams that accounts live in, and how commands reach them. */
export function accountStreams(handler: CommandHandler, tokenKey: Uint8Array) {
  const users = commandsOf(user, handler)
  const workspaces = commandsOf(workspace, handler)
  /** All of them or none. */
  const tellWorkspaceAllAs = async (
    key: string,
    commands: readonly WorkspaceCommand[],
    by: Requester,
    asked: RequestOrigin,
    part: string,
  ) => refusalOf(await workspaces.perform({ key, who: principalOf(by), commands, ...carriedOutOnce(by, asked, part) }))
  const holderOf = async (stream: string): Promise<string | null> => (await handler.load(stream, reservation)).state.holder
  return {
    users,
    workspaces,
    now: () => handler.now(),
    /** Keyed, so that the names of streams don't tell who is registered to somebody with a list of addresses. */
    emailStream: (email: string) =>
      streamOfAddress(
        createHmac('sha256', tokenKey)
          .update(`email ${comparable(email)}`)
          .digest('base64url'),
      ),
    loadUser: (id: string, since?: ReadBarrier): Promise<UserState> => users.load(id, sinceOf(since)),
    loadWorkspace: (id: string, since?: ReadBarrier): Promise<WorkspaceState> => workspaces.load(id, sinceOf(since)),
    holderOf,
    /** Whether they may was asked of the team, or is proven by a link or a password. */
    tellUser: async (key: string, command: UserCommand, origin: CommandOrigin) =>
      refusalOf(await users.perform({ key, who: INSTALLATION, commands: [command], origin })),
    tellUserAs: async (key: string, command: UserCommand, by: Requester, asked: RequestOrigin) =>
      refusalOf(await users.perform({ key, who: principalOf(by), commands: [command], ...carriedOutOnce(by, asked, command.do) })),
    tellWorkspaceAs: async (key: string, command: WorkspaceCommand, by: Requester, asked: RequestOrigin, part = '') =>
      tellWorkspaceAllAs(key, [command], by, asked, `${command.do} ${part}`),
    tellWorkspaceAllAs,
    /** Asked before anything is written: nobody may make accounts or workspaces by being refused. */
    wouldRefuse: (key: string, command: WorkspaceCommand, by: Requester, asked: RequestOrigin) =>
      workspaces.refusalOf({ key, who: principalOf(by), commands: [command], origin: originOf(by, asked) }),
    /** Somebody whose profile goes, or has gone. */
    forgetMember: async (key: string, gone: string, asked: RequestOrigin) => {
      await workspaces.perform({ key, who: INSTALLATION, commands: [{ do: 'ForgetMember', user: gone }], origin: byInstallation(asked) })
    },
    /** Who holds it now. */
    async tellReservation(stream: string, command: ReservationCommand, origin: CommandOrigin): Promise<string | null> {
      const decide = (state: Parameters<typeof reservation.decide>[1]) =>
        reservation.decide(command, state, { now: handler.now(), principal: origin.actor.principal })
      const done = await handler.handle({ stream, aggregate: reservation, decide, origin })
      if ('refused' in done) throw new Error(`the reservation ${stream} could not be made: ${done.refused}`)
      return done.state.holder
    },
  }
}
const sinceOf = (since: ReadBarrier | undefined) => (since === undefined ? {} : { since })
export const principalOf = ({ user, application, support }: Requester): Principal =>
  application ? { as: 'application', ...application } : { as: 'user', user, ...(support ? { inSupport: true } : {}) }
const carriedOutOnce = (by: Requester, asked: RequestOrigin, part: string) => ({
  origin: originOf(by, asked),
  ...(asked.once ? { idempotency: asked.once(part) } : {}),
})

export type AccountStreams = ReturnType<typeof accountStreams>

/** The refusal of an outcome, or null where it was carried out. */
export function refusalOf(outcome: Outcome<unknown, never, never> | object): AccountRefused | null {
  return 'refused' in outcome ? (outcome as AccountRefused) : null
}
