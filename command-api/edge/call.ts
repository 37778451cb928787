import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { MOST_BODY_BYTES } from '#contract/bounds'
import { callHeaders, changingHeaders, HEADERS } from '#contract/envelope'
import type { ReadBarrier } from '#platform/command-handler'
import { comesFromBrowser } from './authorization.ts'
import type { Bodies, BodyPlace } from './bodies.ts'
import { normaliseBody } from './body.ts'
import { clearCache } from './caching.ts'
import { type Account, type ApplicationCaller, type Caller, isInSupport, type TeamCaller } from './caller.ts'
import type { Cookies } from './cookies.ts'
import type { CrossSiteTokens } from './cross-site.ts'
import { send } from './errors.ts'
import type { Identify } from './identify.ts'
import { isProblem, type Problem, problem } from './problem.ts'
import { againstGuessing, type Limits } from './rate-limits.ts'
import { enteredBy } from './workspace.ts'

export interface Edge {
  readonly app: FastifyInstance
  readonly identify: Identify
  readonly crossSite: CrossSiteTokens
  readonly cookies: Cookies
  readonly limits: Limits
  readonly bodies: Bodies
  /** Notes that somebody who was added to a workspace has come. */
  enter(workspace: string, member: string, user: string): Promise<void>
  /** Whether what an application was let in by still holds. */
  isAdmitted(caller: ApplicationCaller): Promise<boolean>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where the right to ask may end in the middle of the request. */
    isAdmitted: (() => Promise<boolean>) | null
  }
}

/**
 * Who may call: everybody; account holders and signers, each by their session, and applications; account holders and applications; account
 * holders only, about what only a person has. To a call for everybody nobody is an application.
 */
export type Access = 'anyone' | 'session' | 'team' | 'account'
interface Callers {
  readonly anyone: Exclude<Caller, { as: 'application' }>
  readonly session: Exclude<Caller, { as: 'nobody' }>
  readonly team: TeamCaller
  readonly account: Account
}
type CallerOf<X extends Access> = Callers[X]

type Schema = z.ZodType
export interface CallInput<X extends Access, P extends Schema, Q extends Schema, B extends Schema> {
  readonly caller: CallerOf<X>
  /** When the request came: what is loaded `since` then needs no second look at the log. */
  readonly moment: ReadBarrier
  readonly params: z.output<P>
  readonly query: z.output<Q>
  readonly body: z.output<B>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What `run` may give: the answer, a problem, or nothing more because it sent a file itself. */
export type Answer<A extends Schema> = NoInfer<z.input<A>> | Problem | FastifyReply

export interface Call<X extends Access, P extends Schema, Q extends Schema, B extends Schema, A extends Schema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** One sentence for the page of calls. */
  readonly summary: string
  readonly access: X
  /** A GET that changes something keeps its path and needs the cross-site header like any POST. */
  readonly changes?: boolean
  /** What the body holds is a secret no other site knows, so that it needs no further proof of where it comes from. */
  readonly secretInBody?: boolean
  /** Also for who acts as an account holder for support. Left out: what a team does, and nothing that is a person's own. */
  readonly inSupport?: boolean
  /** Something could be guessed here, or much work asked for: the strict rate limit. */
  readonly guessable?: 'guessing' | 'links' | 'checking'
  /** Somebody else may sit at this browser from here on: it forgets what it kept. */
  readonly clearsCache?: boolean
  /** Of the body, where it may be larger than others. */
  readonly mostBytes?: number
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The body is only described: `run` takes it from the request as a stream, once it has found a place for it. */
  readonly isStreamed?: boolean
  /** Left out where the answer is a file: then `run` sends it. */
  readonly answer?: A
  run(asked: CallInput<X, P, Q, B>): Promise<Answer<A>>
}

/** Mounts a call. Every call goes the same way: rate limit, who asks, is the request well-formed, do it, answer. */
export function call<
  X extends Access,
  A extends Schema = z.ZodUnknown,
  P extends Schema = z.ZodUnknown,
  Q extends Schema = z.ZodUnknown,
  B extends Schema = z.ZodUnknown,
>(edge: Edge, of: Call<X, P, Q, B, A>): void {
  const changes = (of.changes ?? of.method !== 'GET') && !of.secretInBody
  const mostBytes = of.mostBytes ?? (of.access === 'anyone' ? MOST_BYTES_OF_STRANGERS : MOST_BODY_BYTES)
  const isHeld = of.method !== 'GET' && !of.isStreamed
  edge.app.route({
    method: of.method,
    url: of.url,
    bodyLimit: mostBytes,
    ...(of.isStreamed ? { validatorCompiler: takenAsItIs } : {}),
    config: of.guessable ? { rateLimit: againstGuessing(edge.limits, of.guessable) } : {},
    schema: {
      summary: of.summary,
      tags: [tagOf(of.url)],
      headers: changes ? changingHeaders : callHeaders,
      ...(of.params ? { params: of.params } : {}),
      ...(of.query ? { querystring: of.query } : {}),
      ...(of.body ? { body: of.body } : {}),
      ...(of.answer ? { response: { 200: of.answer } } : {}),
    },
    // Before the body is read, and after every rate limit.
    preParsing: async (request, reply, payload) => {
      const found = await admitted(edge, request, of, changes)
      if (isProblem(found)) {
        // Done by an earlier try whose answer was lost.
        if (of.clearsCache && found.code === 'session-ended') clearCache(reply)
        await send(reply, found)
        return payload
      }
      const place = isHeld ? edge.bodies.enter(found.caller, request, mostBytes) : null
      if (isHeld && place === null) {
        await send(reply.header('connection', 'close'), problem('overloaded'))
        return payload
      }
      const { caller } = found
      if (caller.as === 'application') request.isAdmitted = () => edge.isAdmitted(caller)
      const admission = { ...found, place, isRunning: false }
      admissions.set(request, admission)
      // Work that goes on without its caller still has the body in memory: it leaves once that is done.
      reply.raw.once('close', () => admission.isRunning || place?.leave())
      renewCookie(edge.cookies, request, reply, found)
      return payload
    },
    preValidation: async (request) => (of.isStreamed ? undefined : normaliseBody(request, of.body)),
    handler: async (request, reply) => {
      const admission = admissions.get(request)!
      const { moment, place } = admission
      const caller = admission.caller as CallerOf<X>
      const { params, query, body } = request as { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
      admission.isRunning = true
      try {
        const answer = await of.run({ caller, moment, params, query, body, request, reply })
        if (isProblem(answer)) return send(reply, answer)
        if (of.clearsCache) clearCache(reply)
        return answer
      } finally {
        place?.leave()
      }
    },
  })
}

const takenAsItIs = () => () => true

/** A session that was opened when its cookie had another name goes on under the one of now. */
function renewCookie(cookies: Cookies, { kept }: FastifyRequest, reply: FastifyReply, { caller }: Admitted): void {
  if (kept.isFormerName && kept.session !== null && caller.as === 'account') cookies.keepSession(reply, kept.session)
}

/** A password, a token: nobody who is not known yet has more to say. */
const MOST_BYTES_OF_STRANGERS = 65_536

/** Before a body that has come is parsed. */
export const turnToRead = async (request: FastifyRequest) => admissions.get(request)?.place?.turn()

const admissions = new WeakMap<FastifyRequest, Admission>()

interface Admitted {
  readonly caller: Caller
  readonly moment: ReadBarrier
}
interface Admission extends Admitted {
  /** Null where no body is held. */
  readonly place: BodyPlace | null
  isRunning: boolean
}

async function admitted(
  edge: Edge,
  request: FastifyRequest,
  of: { readonly access: Access; readonly inSupport?: boolean },
  changes: boolean,
): Promise<Admitted | Problem> {
  const { access } = of
  const found = await (access === 'anyone' ? edge.identify.bySession(request) : edge.identify.byAny(request))
  if (isProblem(found)) return found
  const { caller, ended, moment } = found
  if (access !== 'anyone' && caller.as === 'nobody') return problem(ended ? 'session-ended' : 'not-logged-in')
  if (access !== 'anyone' && access !== 'session' && caller.as === 'signer') return problem('not-logged-in')
  if (caller.as === 'application') {
    if (access === 'account') return problem('not-for-applications')
    // No page of ours asks as one, and no other page may.
    return changes && comesFromBrowser(request) ? problem('cross-site') : { caller, moment }
  }
  const session = access === 'anyone' || caller.as === 'nobody' ? null : caller.session
  if (changes && !edge.crossSite.provesOwnPage(session, request.headers[HEADERS.crossSite])) return problem('cross-site')
  if (isInSupport(caller) && !(of.inSupport ?? of.access !== 'account')) return problem('not-in-support')
  const entered = caller.as === 'account' && !caller.support ? enteredBy(caller, request) : null
  if (caller.as === 'account' && entered?.invitation) await edge.enter(entered.workspace, entered.invitation, caller.user)
  return { caller, moment }
}

function tagOf(url: string): string {
  const [, , resource] = url.split('/')
  return resource && !resource.startsWith(':') ? resource : 'pages'
}
