import { z } from 'zod'
import { numeral, token } from '#contract/bounds'
import { digestOf, disclosed } from '#domain/kernel'
import { pack as aggregate, MOST, type PackState, streamOfPack, supportingFilesToSend } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { problem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'

/** The link that a mail carries where the final file is too large for it. Anybody who has the link has the file, as with an attachment. */
export function finalFileRoutes({ edge, services }: App<'files' | 'handler' | 'keyIndex'>): void {
  call(edge, {
    method: 'GET',
    url: '/app/final/:token',
    summary:
      'The final file that a mail links to; of several the one that `position` names. Or the supporting document that `supporting` names.',
    access: 'anyone',
    guessable: 'links',
    params: z.object({ token }),
    query: z.object({ position: numeral(0, MOST.documents).default(0), supporting: token.optional() }),
    async run({ params, query, reply }) {
      const entry = await services.keyIndex.find(digestOf(params.token), 'download')
      if (!entry) return problem('not-found')
      const { state } = await services.handler.load(streamOfPack(entry.pack), aggregate)
      const recipient = String(entry.extra?.recipient ?? '')
      const asked = query.supporting === undefined ? finalFile(state, query.position) : supportingFile(state, recipient, query.supporting)
      const content = asked && state.trashed === null ? await services.files.open(asked.key) : null
      if (!asked || !content) return problem('not-found')
      return reply
        .type(content.file.mediaType)
        .header('content-length', content.size)
        .header('content-disposition', attachment(asked.name))
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('referrer-policy', 'no-referrer')
        .send(content.stream)
    },
  })
}

function finalFile(state: PackState, at: number) {
  const document = state.documents.find(({ position }) => position === at)
  if (document?.sealing.state !== 'sealed') return null
  const name = disclosed(state.documents.length > 1 ? document.name : state.name, 'document').replace(/\.pdf$/i, '')
  return { key: document.sealing.file, name: `${name}.signed.pdf` }
}

/** As it was when the mail was written: this recipient's files, and nothing of anybody else's. */
function supportingFile(state: PackState, recipient: string, wanted: string) {
  const found = supportingFilesToSend(state, recipient).find(({ key }) => key === wanted)
  return found ? { key: found.key, name: found.filename } : null
}
