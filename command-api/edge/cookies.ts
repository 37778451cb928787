import '@fastify/cookie'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SESSION_LIFE, TOKEN_PREFIX } from '../accounts/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The tokens that this browser keeps for us. */
    kept: KeptTokens
  }
}

export interface KeptTokens {
  /** An account holder's session. */
  readonly session: string | null
  /** That and others next to it: browsers send one for each path that a cookie was set for. */
  readonly sessions: readonly string[]
  /** Also those that are not believed: what ends the session of this browser ends them too. */
  readonly presented: readonly string[]
  /** A device on which somebody logged in before. */
  readonly device: string | null
  /** The session's cookie still has the name of before. */
  readonly isFormerName: boolean
}

const SESSION = 'paraph_session'
const DEVICE = 'paraph_device'
/** Behind TLS: a browser takes a cookie of such a name from this very host alone, never from another one of the same domain. */
const HOST_ONLY = '__Host-'
const DEVICE_LIFE_SECONDS = 365 * 24 * 3_600

export interface Cookies {
  /** @param header as a browser sent it: no token has a character that a cookie would encode */
  read(header: string | undefined): KeptTokens
  keepSession(reply: FastifyReply, token: string): void
  keepDevice(reply: FastifyReply, token: string): void
  forgetSession(reply: FastifyReply): void
}

export function cookiesOf(publicUrl: string): Cookies {
  const secure = publicUrl.startsWith('https:')
  const prefix = secure ? HOST_ONLY : ''
  const options = (maxAge: number): CookieSerializeOptions => ({ path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge })
  const clear = (reply: FastifyReply, name: string) => reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure })
  const forgetFormer = (reply: FastifyReply) => secure && reply.request.cookies[SESSION] !== undefined && clear(reply, SESSION)
  return {
    read(header = '') {
      const pairs = header.split(';').map((pair) => pair.trim().split('=', 2))
      const named = (name: string) => pairs.flatMap(([of, value = '']) => (of === name ? [value] : []))
      const own = named(prefix + SESSION)
      const former = secure ? named(SESSION) : []
      // Of a session of now a cookie of that name can only have been put there by another host.
      const believed = [...own, ...former.filter((token) => !token.startsWith(TOKEN_PREFIX))]
      return {
        session: believed.find(Boolean) ?? believed[0] ?? null,
        sessions: believed.filter(Boolean),
        presented: [...own, ...former].filter(Boolean),
        device: named(prefix + DEVICE).find(Boolean) ?? null,
        isFormerName: !own.some(Boolean) && believed.some(Boolean),
      }
    },
    keepSession(reply, token) {
      forgetFormer(reply)
      reply.setCookie(prefix + SESSION, token, options(SESSION_LIFE.lifeMs / 1000))
    },
    keepDevice: (reply, token) => void reply.setCookie(prefix + DEVICE, token, options(DEVICE_LIFE_SECONDS)),
    forgetSession(reply) {
      forgetFormer(reply)
      clear(reply, prefix + SESSION)
    },
  }
}

export function noteCookies(app: FastifyInstance, cookies: Cookies): void {
  app.decorateRequest('kept')
  app.addHook('onRequest', (request, _reply, done) => {
    request.kept = cookies.read(request.headers.cookie)
    done()
  })
}
