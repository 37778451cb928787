import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { verifyAnswer, verifyBody } from '#contract/verification'
import { TooLarge } from '#platform/blobs'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { networkOf } from '../edge/client-address.ts'
import { ArrivedTooLate } from '../edge/errors.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { tooLarge } from '../edge/too-much.ts'
import { type Checking, checkFile } from './check.ts'

/** At most some disclosures and proofs come with the file. */
const MOST_PROOF_BYTES = 4 * 1_048_576
/** As long as a large file takes on a slow line. Who sends slower than that keeps others from their place. */
const ARRIVES_MS = 300_000

/**
 * The check of a sealed file as a call. Anybody may ask, as anybody may use the page; what they send is kept nowhere. It goes to the
 * disk as it comes, once there is a place for it, and is read by the process that checks it.
 * A body may be as large as an upload here, and the file may be the body.
 */
export function verificationRoutes({ edge, services }: App<'config' | 'sealAnchors' | 'spool' | 'world', Checking>): void {
  const { maxUploadBytes } = services.config
  const { app } = edge
  app.removeAllContentTypeParsers()
  for (const type of ['application/pdf', 'application/json'])
    app.addContentTypeParser(type, (_request, payload, parsed) => parsed(null, payload))

  call(edge, {
    method: 'POST',
    url: '/app/verify',
    summary: 'Says whether a sealed PDF is unchanged, like the public page and the command line. Send the file itself, or JSON.',
    access: 'anyone',
    // Nothing is changed by looking at a file.
    changes: false,
    guessable: 'checking',
    body: verifyBody,
    isStreamed: true,
    answer: verifyAnswer,
    async run({ request, reply }) {
      const as = request.headers['content-type']?.startsWith('application/pdf') ? 'pdf' : 'json'
      const mostBytes = as === 'pdf' ? maxUploadBytes : Math.ceil((maxUploadBytes * 4) / 3) + MOST_PROOF_BYTES
      const leave = services.checkingGate.enter(networkOf(request.clientAddress))
      try {
        if (leave === null) return unread(problem('too-many-requests', { message: OTHERS_FIRST }))
        if (Number(request.headers['content-length'] ?? 0) > mostBytes) return unread(tooLarge(maxUploadBytes))
        const report = await services.spool.hold(arriving(request), mostBytes, (file) => checkFile(services, file, as))
        return isProblem(report) ? report : ok({ report })
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error
        return unread(tooLarge(maxUploadBytes))
      } finally {
        leave?.()
      }

      /** What still comes is of no use to anybody. */
      function unread(answer: Problem): Problem {
        reply.header('connection', 'close')
        return answer
      }
    },
  })

  function arriving({ body }: FastifyRequest): Readable {
    const stream = body as Readable
    const cancel = services.world.timers.after(ARRIVES_MS, () => void stream.destroy(new ArrivedTooLate()))
    for (const over of ['end', 'error', 'close']) stream.once(over, cancel)
    return stream
  }
}

export const OTHERS_FIRST = 'Other files are being checked. Please wait a moment.'
