import { z } from 'zod'
import { digestOf, disclosed } from '#domain/kernel'
import { pack as aggregate } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { problem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { streamOf } from '../pack/packs.ts'

/** The link that a mail carries where the final file is too large for it. Whoever has it has the file, as with an attachment. */
export function finalFileRoutes({ edge, services }: App): void {
  call(edge, {
    method: 'GET',
    url: '/app/final/:token',
    summary: 'The final file that a mail links to; of several the one that `position` names.',
    access: 'anyone',
    guessable: 'links',
    params: z.object({ token: z.string().max(200) }),
    query: z.object({ position: z.coerce.number().int().min(0).default(0) }),
    async run({ params, query, reply }) {
      const entry = await services.keyIndex.find(digestOf(params.token), 'download')
      if (!entry) return problem('not-found')
      const { state } = await services.handler.load(streamOf(entry.pack), aggregate)
      const document = state.documents.find(({ position }) => position === query.position)
      if (state.trashed !== null || document?.sealing.state !== 'sealed') return problem('not-found')
      const content = await services.files.open(document.sealing.file)
      if (!content) return problem('not-found')
      const name = disclosed(state.documents.length > 1 ? document.name : state.name, 'document').replace(/\.pdf$/i, '')
      return reply
        .type('application/pdf')
        .header('content-length', content.size)
        .header('content-disposition', attachment(`${name}.signed.pdf`))
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'private, no-store')
        .send(content.stream)
    },
  })
}
