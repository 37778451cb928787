import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { done } from '#contract/envelope'
import { FileKeyTaken } from '#platform/files'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { refusedUpload } from '../pack/attachable.ts'
import { isOwnFile } from '../pack/kept-signatures.ts'
import { keyParams } from '../pack/pack-call.ts'
import { uploadTo } from '../pack/uploads.ts'
import { isRecipientFile } from '../recipient-lists/recipient-file.ts'

/**
 * Where bytes arrive, under a key that was announced before. They stream to the disk and never stand in memory.
 * No body is parsed here, whatever type it claims.
 */
export function uploadRoutes(app: App<'files'>): void {
  const { edge, packs, services } = app
  edge.app.removeAllContentTypeParsers()
  edge.app.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))

  call(edge, {
    method: 'PUT',
    url: '/app/uploads/:key',
    summary: 'Receives the bytes of an announced file.',
    access: 'session',
    params: keyParams,
    isStreamed: true,
    answer: done,
    async run({ caller, params, request, reply }) {
      const file = await services.files.find(params.key)
      if (!file) return problem('not-found')
      if (file.refused !== null) return refusedUpload(file.refused)
      const place = isOwnFile(caller, file) || isRecipientFile(caller, file) ? null : await packs.resolveAccess(caller, file.pack)
      const refused = place && (isProblem(place) ? place : uploadTo(place))
      if (refused && isProblem(refused)) return refused
      if (!(request.body instanceof Readable)) return problem('invalid-request', { message: NOTHING_SENT })
      try {
        await services.files.receive(params.key, request.body, announcedBytes(request))
        return ok()
      } catch (error) {
        // What still comes is of no use to anybody.
        reply.header('connection', 'close')
        if (error instanceof FileKeyTaken) return problem('not-found')
        throw error
      }
    },
  })
}

const NOTHING_SENT = 'No file came with this request. Send its bytes as the body.'

/** Null for one who does not say how much comes. */
function announcedBytes({ headers }: FastifyRequest): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}
