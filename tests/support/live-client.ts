import { io, type Socket } from 'socket.io-client'
import type { z } from 'zod'
import { LIVE, type PackEvents, type PackFresh, type presence, type RefusedLive, type WatchRows } from '#contract/live'
import type { Client } from '../../cli/demo/client.ts'
import { eventually } from './prepared.ts'
import type { SigningClient } from './server.ts'

export interface Answer {
  readonly success: boolean
  readonly code?: string
}
export interface Row {
  readonly key: string
  readonly document_name: string
}
/** A connection, and everything it received. */
export interface LiveConnection {
  readonly socket: Socket
  readonly events: PackEvents[]
  readonly fresh: PackFresh[]
  readonly refused: RefusedLive[]
  readonly lists: { account_key: string; documents: Row[]; removed: string[] }[]
  readonly rows: WatchRows[]
  readonly present: z.infer<typeof presence>[]
  watch(pack: string, revision: number): Promise<Answer>
  here(pack: string, where: { page?: number | null; selection?: string[]; typing?: string | null }): Promise<Answer>
  ask(name: string, message: unknown): Promise<Answer>
}

export interface ListenOptions {
  readonly cookie?: string
  readonly session?: string
  readonly origin?: string
  /** What a proxy tells of where it comes from. */
  readonly forwarded?: string
}

export async function listen(url: string, { cookie, session, origin, forwarded }: ListenOptions): Promise<LiveConnection> {
  const socket = io(url, {
    path: LIVE.path,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: session ? { session_token: session } : {},
    extraHeaders: { ...(cookie ? { cookie } : {}), ...(origin ? { origin } : {}), ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
  })
  const ask = (name: string, message: unknown): Promise<Answer> => socket.timeout(20_000).emitWithAck(name, message)
  const connection: LiveConnection = {
    socket,
    events: [],
    fresh: [],
    refused: [],
    lists: [],
    rows: [],
    present: [],
    ask,
    watch: (pack, revision) => ask('watch_pack', { document_key: pack, revision }),
    here: (pack, where) => ask(LIVE.here, { document_key: pack, page: 0, ...where }),
  }
  socket.on(LIVE.packEvents, (message) => connection.events.push(message))
  socket.on(LIVE.packFresh, (message) => connection.fresh.push(message))
  socket.on(LIVE.refused, (message) => connection.refused.push(message))
  socket.on(LIVE.listChanged, (message) => connection.lists.push(message))
  socket.on(LIVE.rowsChanged, (message) => connection.rows.push(message))
  socket.on(LIVE.presence, (message) => connection.present.push(message))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  return connection
}
export const asTeam = (url: string, account: Client) => listen(url, { cookie: account.cookie() })
export const asSigner = (url: string, signer: SigningClient) => listen(url, { session: signer.opened.session_token })

export const soon = <T>(ask: () => T, holds: (value: T) => boolean) => eventually(async () => ask(), holds)
export const typesOf = (connection: LiveConnection) => connection.events.flatMap(({ events }) => events.map(({ type }) => type))
export const isOut = (connection: LiveConnection) =>
  soon(
    () => connection.socket.connected,
    (connected) => !connected,
  )
