import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Socket } from 'socket.io'
import { LIVE } from '#contract/live'
import { credentialsIn } from '../edge/authorization.ts'
import type { Cookies } from '../edge/cookies.ts'

/** Largest message a client may send. They are all small: large data goes by HTTP. */
export const MOST_BYTES = 16_384
export const MOST_ROOMS = 50
/** Messages a second of one socket, and how many may come at once. */
const RATE = { perSecond: 20, burst: 60 }
/** Of how many networks it is remembered what they asked for lately. */
const MOST_NETWORKS = 20_000

/**
 * Whether a page of ours opens this connection. Browsers send cookies along with web sockets of other sites, and no
 * cross-site rule holds them back: the origin is the only evidence. Programs send none.
 */
export function comesFromOurPage(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.host === host || from.host === new URL(publicUrl).host
}

/**
 * Ends requests to become a web socket at another address. Nobody else would read from it: its client could go, and it would stay
 * open for as long as the program runs, and keep it from ending.
 */
export function refuseElsewhere({ url }: IncomingMessage, line: Duplex): void {
  if (url?.startsWith(`${LIVE.path}/`)) return
  line.on('error', () => undefined)
  line.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => line.destroy())
}

/** The session token of a connection: a signer's comes with the handshake, an account holder's in the cookie; an application shows a bearer. */
export function tokenOf(socket: Socket, cookies: Pick<Cookies, 'read'>): string | null {
  const { session_token } = socket.handshake.auth as { session_token?: unknown }
  if (typeof session_token === 'string' && session_token !== '') return session_token
  const credentials = credentialsIn(socket.handshake.headers)
  if (credentials?.by === 'bearer') return credentials.token
  return cookies.read(socket.handshake.headers.cookie).session || null
}

/** How many there are of each, as long as they are not too many. */
export interface Counted {
  isFull(key: string): boolean
  /** Counts one more. Call the answer once it is gone; null: there are as many as there may be. */
  enter(key: string): (() => void) | null
}

export function countedUpTo(most: number): Counted {
  const counts = new Map<string, number>()
  const isFull = (key: string) => (counts.get(key) ?? 0) >= most
  return {
    isFull,
    enter(key) {
      if (isFull(key)) return null
      counts.set(key, (counts.get(key) ?? 0) + 1)
      let gone = false
      return () => {
        if (gone) return
        gone = true
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

export interface Allowance {
  /** False when there is nothing left. */
  take(): boolean
  giveBack(): void
}

/** A bucket that fills by the second, of a clock that nobody sets. */
function allowance({ perSecond, burst }: { perSecond: number; burst: number }, now: () => number): Allowance {
  let left = burst
  let last = now()
  return {
    take() {
      const time = now()
      left = Math.min(burst, left + ((time - last) / 1000) * perSecond)
      last = time
      if (left < 1) return false
      left -= 1
      return true
    },
    giveBack() {
      left += 1
    },
  }
}

/** What one socket may send: not faster than anybody at a screen does. */
export const messages = (now: () => number): Allowance => allowance(RATE, now)

/** How many connections each network may ask for that nobody has been admitted to, so many a minute: each costs a look at the database. */
export function unadmittedConnections(perMinute: number, now: () => number): (network: string) => Allowance {
  const known = new LRUCache<string, Allowance>({ max: MOST_NETWORKS })
  return (network) => {
    const one = known.get(network) ?? allowance({ perSecond: perMinute / 60, burst: perMinute }, now)
    known.set(network, one)
    return one
  }
}
