import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ApplicationRow,
  applicationAnswer,
  applicationQuery,
  applicationsAnswer,
  applicationUpdate,
  newApplication,
  tokenAnswer,
  tokenRequest,
} from '#contract/applications'
import { done } from '#contract/envelope'
import { type Application, mayBrowseApplications, mayManageApplication } from '#domain/applications'
import { derivedUuid, disclosed } from '#domain/kernel'
import type { App } from '../app.ts'
import { credentialsIn } from '../edge/authorization.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import type { Account } from '../edge/caller.ts'
import { neighbourhoodOf } from '../edge/client-address.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { idempotencyKeyOf, requestOriginOf } from '../edge/request-origin.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import { BEARER_SECONDS } from './index.ts'

/** Applications of a workspace, and the token that one is given for its secret. */
export function applicationRoutes({ edge, services }: App<'applications' | 'members' | 'world'>): void {
  const { applications, members, world } = services

  /** Where somebody manages applications: people only, so that a stolen secret makes no others. */
  function placeOf(caller: Account, request: FastifyRequest) {
    const membership = workspaceOf(caller, request)
    if (isProblem(membership)) return membership
    if (!mayBrowseApplications(membership)) return problem('not-allowed')
    const { workspace, permissions } = membership
    return { workspace, caller, permissions, asked: requestOriginOf(request) }
  }
  type Place = Exclude<ReturnType<typeof placeOf>, { problem: true }>

  async function rowsOf({ workspace, caller, permissions }: Place, of: readonly Application[]): Promise<ApplicationRow[]> {
    const names = new Map((await members.list(workspace)).map(({ user, fullName }) => [user, fullName]))
    return of.map(({ key, name, owner, permissions: chosen, created }) => ({
      key,
      name: disclosed(name, ''),
      permissions: [...chosen],
      owner: { key: owner, full_name: names.get(owner) ?? '' },
      can_be_changed: mayManageApplication({ user: caller.user, permissions }, { owner }),
      date_created: created,
    }))
  }
  const rowOf = async (place: Place, application: Application) => (await rowsOf(place, [application]))[0]!

  call(edge, {
    method: 'GET',
    url: '/app/applications/',
    summary: 'The applications of the workspace.',
    access: 'account',
    answer: applicationsAnswer,
    async run({ caller, request }) {
      const place = placeOf(caller, request)
      return isProblem(place) ? place : ok({ applications: await rowsOf(place, await applications.list(place.workspace)) })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/applications/',
    summary:
      'Makes an application, whose secret is shown once. It may do what is chosen in `permissions`, at first nothing that needs one.',
    access: 'account',
    body: dataBody(newApplication),
    answer: applicationAnswer,
    async run({ caller, request, body: { data } }) {
      const place = placeOf(caller, request)
      if (isProblem(place)) return place
      const key = idempotencyKeyOf(request)
      const application = key === null ? world.ids.next() : derivedUuid(JSON.stringify(['application', place.workspace, caller.user, key]))
      const made = await applications.create(place, { application, name: data.name, permissions: data.permissions ?? [] })
      if (isProblem(made)) return made
      return ok({ application: { ...(await rowOf(place, made.application)), client_secret: made.secret } })
    },
  })

  call(edge, {
    method: 'PUT',
    url: '/app/applications/:key',
    summary: 'Renames an application, chooses its permissions, or with `refresh_secret` replaces its secret: the former one ends at once.',
    access: 'account',
    params: keyParams,
    query: applicationQuery,
    body: dataBody(applicationUpdate),
    answer: applicationAnswer,
    async run({ caller, request, params: { key: application }, query, body: { data } }) {
      const place = placeOf(caller, request)
      if (isProblem(place)) return place
      const { name, permissions } = data
      const changed = await applications.change(place, { do: 'ChangeApplication', application, name, permissions })
      if (isProblem(changed)) return changed
      if (query.refresh_secret === 'true' || data.refresh_secret) {
        const refreshed = await applications.refreshSecret(place, application)
        if (isProblem(refreshed)) return refreshed
        return ok({ application: { ...(await rowOf(place, refreshed.application)), client_secret: refreshed.secret } })
      }
      return changed ? ok({ application: await rowOf(place, changed) }) : problem('not-found')
    },
  })

  call(edge, {
    method: 'DELETE',
    url: '/app/applications/:key',
    summary: 'Deletes an application: its secret and its tokens end at once.',
    access: 'account',
    params: keyParams,
    answer: done,
    async run({ caller, request, params: { key: application } }) {
      const place = placeOf(caller, request)
      if (isProblem(place)) return place
      const deleted = await applications.change(place, { do: 'DeleteApplication', application })
      return isProblem(deleted) ? deleted : ok()
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/oauth/token',
    summary:
      'Gives an application an access token of one hour for its secret (OAuth 2, grant `client_credentials`). Errors are those of RFC 6749.',
    access: 'anyone',
    secretInBody: true,
    body: tokenRequest,
    answer: tokenAnswer,
    async run({ request, reply, body }) {
      const inHeader = request.headers.authorization !== undefined
      const credentials = inHeader ? credentialsIn(request.headers) : inBody(body)
      if (body.grant_type === undefined) return refused(reply, 400, 'invalid_request', 'The parameter grant_type is missing.')
      if (inHeader && body.client_secret !== undefined) return refused(reply, 400, 'invalid_request', 'Send the secret once.')
      if (body.grant_type !== 'client_credentials') {
        return refused(reply, 400, 'unsupported_grant_type', 'Only client_credentials is supported.')
      }
      if (credentials?.by !== 'secret') return refusedClient(reply, inHeader)
      const admitted = await applications.admit(credentials, neighbourhoodOf(request.clientAddress))
      if (admitted === 'application-unknown') return refusedClient(reply, inHeader)
      if (admitted === 'application-without-owner') return refused(reply, 400, 'unauthorized_client', problem(admitted).message)
      if (admitted === 'too-many-secrets') return problem(admitted)
      return ok({ access_token: await applications.openBearer(admitted), token_type: 'Bearer' as const, expires_in: BEARER_SECONDS })
    },
  })
}

const inBody = ({
  client_id: application,
  client_secret: secret,
}: {
  client_id?: string | undefined
  client_secret?: string | undefined
}) => (application === undefined || secret === undefined ? null : ({ by: 'secret', application, secret } as const))

/** Errors of this call have the shape that every client of OAuth reads, besides that of all others. */
function refused(reply: FastifyReply, status: number, error: string, error_description: string): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({ success: false, code: error, message: error_description, error, error_description })
}

function refusedClient(reply: FastifyReply, byHeader: boolean): FastifyReply {
  if (byHeader) reply.header('www-authenticate', 'Basic realm="Paraph"')
  return refused(reply, 401, 'invalid_client', 'The key or the secret of the application is not right.')
}
