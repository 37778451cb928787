import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'
import type { CommandOrigin, Idempotency } from '#platform/command-handler'
import { actingAs, type Signer, type TeamCaller } from './caller.ts'

/** The request that something was asked in, as it is recorded with every event that follows from it, and whether it is waited for. */
export interface RequestOrigin extends Omit<CommandOrigin, 'actor'> {
  /**
   * Under which key a part of it is carried out once in a stream, however often the request is sent; left out where it has no key. What
   * one request does several times in one stream is a part each time.
   */
  once?(part: string | number): Idempotency
}

export function requestOriginOf(request: FastifyRequest): RequestOrigin {
  const key = idempotencyKeyOf(request)
  return {
    isWaitedFor: () => request.isWaitedFor(),
    ...(request.isAdmitted ? { isAdmitted: request.isAdmitted } : {}),
    correlation: request.id,
    causation: request.id,
    address: request.clientAddress,
    agent: String(request.headers['user-agent'] ?? '')
      .toWellFormed()
      .slice(0, 500),
    ...(key === null ? {} : { once: (part) => ({ id: recordedKey(key, part), digest: digestOf(request, key) }) }),
  }
}

/** A caller's command, as an aggregate's `perform` takes it: by whom, in which request, and under which key it is carried out once. */
export function commandOriginOf(caller: TeamCaller | Signer, request: FastifyRequest, part: string | number = 0) {
  const { once, ...asked } = requestOriginOf(request)
  return { origin: { ...actingAs(caller), ...asked }, ...(once ? { idempotency: once(part) } : {}) }
}

/** Identifies the request when it is sent again; null: the client gave it no key. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[HEADERS.idempotencyKey]
  return typeof key === 'string' && key !== '' ? key : null
}

/** The key bound to the request's content: the same key with another request is refused. */
const digestOf = ({ method, url, body }: FastifyRequest, key: string) =>
  hash('sha256', JSON.stringify([key, method, url, body ?? null]), 'base64url')

/** The key itself is kept nowhere: without it nobody can test a guess at the content against the digest of the request. */
export const recordedKey = (key: string, part: string | number = 0): string => hash('sha256', JSON.stringify([key, part]), 'base64url')
