import { Readable } from 'node:stream'
import { z } from 'zod'
import type { RecipientRows } from '#projections/recipient-rows'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { administeredBy } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import { takeout } from './takeout.ts'

/** Everything a workspace holds, to be taken elsewhere or kept. */
export function takeoutRoutes(
  app: App<'eventLog' | 'evidence' | 'files' | 'handler' | 'members' | 'queries' | 'world', { readonly recipientRows: RecipientRows }>,
): void {
  call(app.edge, {
    method: 'GET',
    url: '/app/accounts/:key/export',
    summary:
      'All documents of a workspace with their histories and files, as a tar archive, for administrators. `after`: continues after this document.',
    access: 'team',
    params: keyParams,
    query: z.object({ after: z.uuid().optional() }),
    async run({ caller, params, query, request, reply }) {
      const own = administeredBy(caller, params.key)
      if (isProblem(own)) return own
      const admitted = async () => {
        const now = await app.edge.identify.byAny(request)
        if (isProblem(now) || now.caller.as === 'nobody' || now.caller.as === 'signer') return null
        return isProblem(administeredBy(now.caller, params.key)) ? null : now.caller
      }
      return reply
        .type('application/x-tar')
        .header('content-disposition', attachment(`${own.name || 'workspace'}.tar`))
        .send(Readable.from(takeout(app, admitted, params.key, query.after ?? null), { objectMode: false }))
    },
  })
}
