import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UnknownEvent } from '#domain/kernel'
import { NoSpace, TooLarge } from '#platform/blobs'
import { NoLongerAdmitted, RequestAbandoned } from '#platform/command-handler'
import { AppendTooLarge, isLogAway, OutcomeUnknown } from '#platform/event-log'
import { QuotaReached } from '#platform/files'
import type { Log } from '#platform/ports'
import { isDatabaseAway } from '#platform/postgres'
import { UnknownCursor } from '#projections/cursors'
import { UnreadableBody } from './json.ts'
import { type EdgeCode, type Problem, problem, problemBody } from './problem.ts'
import { quotaProblem, tooLarge } from './too-much.ts'
import { describeIssues } from './zod-issues.ts'

const BY_CODE: Readonly<Record<string, EdgeCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  // PostgreSQL: disk_full
  '53100': 'no-space',
}

/** Where the code says more than that the request is not valid. */
const INVALID: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address holds something that is no text in UTF-8, written with %. Check it and try again.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is longer than any key. Check it and try again.',
  // PostgreSQL: character_not_in_repertoire. Such a text was sent with the request: nothing that is kept holds one.
  '22021': 'A text in the request holds the character U+0000, which nothing is known by.',
}

/** A body came so slowly that its place was given to others. */
export class ArrivedTooLate extends Error {
  constructor() {
    super('the body took too long to arrive')
    this.name = 'ArrivedTooLate'
  }
}

/** Everything that was thrown becomes an answer here. What went wrong inside stands only in the log. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = problemOf(error)
    if (answer.status >= 500) log.error({ request: request.id, route: routeOf(request), error }, 'a request failed')
    return send(reply, answer)
  })
}

/** What HTTP wants said along with some of them. None asks a browser for a password: it would keep it, and send it for other sites too. */
const HEADERS_WITH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application-unknown': { 'www-authenticate': 'Bearer realm="Paraph", error="invalid_token"' },
  'too-many-secrets': { 'retry-after': '900' },
}

export function send(reply: FastifyReply, answer: Problem): FastifyReply {
  reply.headers(HEADERS_WITH[answer.code] ?? {})
  // A schema for answers of success must not be applied to a problem, nor to a file's type.
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemBody(answer))
}

/** The route's pattern. Never the address itself: that may hold a token. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions?.url ?? '(none)'
}

const isClientError = (status: number | undefined): status is number => status !== undefined && status >= 400 && status < 500

/** What is answered where this was thrown: to a call and to a live connection alike. */
export function problemOf(thrown: unknown): Problem {
  const error = (thrown ?? {}) as Partial<FastifyError>
  if (error instanceof NoSpace) return problem('no-space')
  if (error instanceof TooLarge) return tooLarge(error.maxBytes)
  if (error instanceof QuotaReached) return quotaProblem(error)
  if (error instanceof AppendTooLarge) return problem('too-large')
  // Perhaps it was done: sent again under the same idempotency key, it is done once.
  if (error instanceof OutcomeUnknown) return problem('unknown-outcome')
  if (error instanceof RequestAbandoned) return problem('too-late')
  if (error instanceof NoLongerAdmitted) return problem('application-unknown')
  if (isDatabaseAway(error) || isLogAway(error)) return problem('unavailable')
  if (error instanceof UnknownEvent) return problem('newer-version')
  if (error instanceof ArrivedTooLate) return problem('took-too-long')
  // As Node says of a request that ended before its body did. Nobody hears the answer, and nothing went wrong here.
  if (error.code === 'ECONNRESET' && error.message === 'aborted') return problem('broke-off')
  if (error instanceof UnreadableBody) return problem('invalid-request', { message: error.message })
  if (error instanceof UnknownCursor)
    return problem('invalid-request', { message: 'This cursor was not made here. Leave it out to begin at the start.' })
  if (error.validation)
    return problem('invalid-request', { message: describeIssues(error.validation, error.validationContext ?? 'request') })
  const invalid = INVALID[error.code ?? '']
  if (invalid)
    return { ...problem('invalid-request', { message: invalid }), ...(isClientError(error.statusCode) && { status: error.statusCode }) }
  const known = BY_CODE[error.code ?? '']
  if (known) return problem(known)
  if (error.statusCode === 429) return problem('too-many-requests')
  if (isClientError(error.statusCode)) return { ...problem('invalid-request'), status: error.statusCode }
  return problem('internal-error')
}
