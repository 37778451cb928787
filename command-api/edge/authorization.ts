import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/** What access tokens of applications begin with: scanners of code and logs find them by it. */
export const BEARER_PREFIX = 'paraph_bearer_'

/** What an application shows that it is itself. */
export type Credentials =
  | { readonly by: 'secret'; readonly application: string; readonly secret: string }
  | { readonly by: 'bearer'; readonly token: string }

/** Longer than any that is ours. */
const MOST_CHARACTERS = 1_000
const key = z.uuid()

/**
 * The credentials of an application in the header `Authorization`. null where it holds others or none: a proxy may ask everybody for
 * a password of its own, which browsers then send with each request.
 */
export function credentialsIn({ authorization = '' }: FastifyRequest['headers']): Credentials | null {
  if (authorization.length > MOST_CHARACTERS) return null
  const [, scheme = '', value = ''] = /^(basic|bearer) +([\w.~+/=-]+)$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer') return value.startsWith(BEARER_PREFIX) ? { by: 'bearer', token: value } : null
  return scheme === '' ? null : secretIn(Buffer.from(value, 'base64').toString())
}

/** RFC 6749 §2.3.1: both halves are encoded as in a form, so that the first colon parts them. */
function secretIn(pair: string): Credentials | null {
  const colon = pair.indexOf(':')
  if (colon < 0) return null
  const [application, secret] = [formDecoded(pair.slice(0, colon)), formDecoded(pair.slice(colon + 1))]
  return application === null || secret === null || !key.safeParse(application).success ? null : { by: 'secret', application, secret }
}

function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** Browsers say where a request comes from, programs do not. What a browser keeps for a site it may send along for another one. */
export const comesFromBrowser = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
