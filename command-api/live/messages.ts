import type { z } from 'zod'
import type { Log } from '#platform/ports'
import { problemOf } from '../edge/errors.ts'
import { type Problem, problem, problemBody } from '../edge/problem.ts'
import type { LiveSocket } from './live-socket.ts'

/** Takes a kind of message, with its answer: null for done, else why not. Nothing a client sends can break the server. */
export function answering(socket: LiveSocket, log: Log) {
  return <S extends z.ZodType>(name: string, schema: S, run: (message: z.output<S>) => Promise<Problem | null>): void => {
    const listen = async (raw: unknown, acknowledge?: unknown) => {
      const message = schema.safeParse(raw)
      const outcome = message.success
        ? await run(message.data).catch((error: unknown) => {
            log.error({ error, message: name }, 'a live message failed')
            return problemOf(error)
          })
        : problem('invalid-request')
      if (typeof acknowledge === 'function') acknowledge(outcome ? problemBody(outcome) : { success: true })
    }
    socket.on(name, listen as never)
  }
}
