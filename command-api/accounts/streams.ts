import { createHmac } from 'node:crypto'
import { type Decision, isRefused } from '#domain/kernel'
import { type Reservation, type ReservationFact, type ReservationRefusalCode, reservation, streamOfAddress } from '#domain/reservation'
import { comparable, decideUser, streamOfUser, type UserCommand, type UserState, user } from '#domain/user'
import {
  decideWorkspace,
  streamOfWorkspace,
  type WorkspaceActor,
  type WorkspaceCommand,
  type WorkspaceState,
  workspace,
} from '#domain/workspace'
import type { CommandHandler, CommandOrigin, Moment, Outcome } from '#platform/command-handler'
import { type Asked, byInstallation } from './origins.ts'
import type { AccountRefused } from './refusals.ts'

/** The streams that accounts live in, and how commands reach them. */
export function accountStreams(handler: CommandHandler, tokenKey: Uint8Array) {
  const tellWorkspace = async (id: string, command: WorkspaceCommand, actor: WorkspaceActor, origin: CommandOrigin) => {
    const decide = (state: WorkspaceState) => decideWorkspace(command, state, actor)
    return handler.handle({ stream: streamOfWorkspace(id), aggregate: workspace, decide, origin })
  }
  return {
    /** Keyed, so that the names of streams don't tell who is registered to somebody with a list of addresses. */
    emailStream: (email: string) =>
      streamOfAddress(
        createHmac('sha256', tokenKey)
          .update(`email ${comparable(email)}`)
          .digest('base64url'),
      ),
    loadUser: async (id: string, since?: Moment): Promise<UserState> => (await handler.load(streamOfUser(id), user, sinceOf(since))).state,
    loadWorkspace: async (id: string, since?: Moment): Promise<WorkspaceState> =>
      (await handler.load(streamOfWorkspace(id), workspace, sinceOf(since))).state,
    holderOf: async (stream: string): Promise<string | null> => (await handler.load(stream, reservation)).state.holder,
    async tellUser(id: string, command: UserCommand, origin: CommandOrigin) {
      return handler.handle({ stream: streamOfUser(id), aggregate: user, decide: (state) => decideUser(command, state), origin })
    },
    tellWorkspace,
    /** Somebody whose profile goes, or has gone. */
    forgetMember: (id: string, gone: string, asked: Asked) =>
      tellWorkspace(id, { do: 'ForgetMember', user: gone }, { as: 'installation' }, byInstallation(asked)),
    async tellReservation(
      stream: string,
      decide: (state: Reservation) => Decision<ReservationFact, ReservationRefusalCode>,
      origin: CommandOrigin,
    ): Promise<string> {
      const done = await handler.handle({ stream, aggregate: reservation, decide, origin })
      if (!('ok' in done) || done.state.holder === null) throw new Error(`the reservation ${stream} could not be made`)
      return done.state.holder
    },
  }
}
const sinceOf = (since: Moment | undefined) => (since === undefined ? {} : { since })

export type AccountStreams = ReturnType<typeof accountStreams>

/** The refusal of an outcome, or null where it was carried out. */
export function refusalOf(outcome: Outcome<unknown, never, never> | object): AccountRefused | null {
  return isRefused(outcome as Decision<never>) ? (outcome as AccountRefused) : null
}
