import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'socket.io'
import { LIVE } from '#contract/live'
import { SESSION_COOKIE } from '../edge/session-of.ts'

/** Largest message a client may send. They are all small: what is large goes by HTTP. */
export const MOST_BYTES = 16_384
export const MOST_ROOMS = 50
/** Messages a second of one socket, and how many may come at once. */
const RATE = { perSecond: 20, burst: 60 }

/**
 * Whether a page of ours opens this connection. Browsers send cookies along with web sockets of other sites, and no
 * cross-site rule holds them back: the origin is all there is to go by. Programs send none.
 */
export function comesFromOurPage(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.host === host || from.host === new URL(publicUrl).host
}

/**
 * Ends what asks to become a web socket at another address. Nobody else would read from it: whoever was there could go, and it would stay
 * open for as long as the program runs, and keep it from ending.
 */
export function refuseElsewhere({ url }: IncomingMessage, line: Duplex): void {
  if (url?.startsWith(`${LIVE.path}/`)) return
  line.on('error', () => undefined)
  line.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => line.destroy())
}

/** The session token of a connection: a signer's comes with the handshake, an account holder's in the cookie. */
export function tokenOf(socket: Socket): string | null {
  const { session_token } = socket.handshake.auth as { session_token?: unknown }
  if (typeof session_token === 'string' && session_token !== '') return session_token
  for (const pair of (socket.handshake.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    // As it stands: no token has a character that a cookie would encode.
    if (name === SESSION_COOKIE && value) return value
  }
  return null
}

/** A bucket that fills by the second: false when a client sends faster than anybody at a screen does. */
export function messageRate(now: () => number): () => boolean {
  let tokens = RATE.burst
  let last = now()
  return () => {
    const time = now()
    tokens = Math.min(RATE.burst, tokens + ((time - last) / 1000) * RATE.perSecond)
    last = time
    tokens -= 1
    return tokens >= 0
  }
}
