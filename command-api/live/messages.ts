import type { z } from 'zod'
import { LIVE_MESSAGES } from '#contract/live'
import type { Log } from '#platform/ports'
import { problemOf } from '../edge/errors.ts'
import { type Problem, problem, problemBody } from '../edge/problem.ts'
import type { LiveSocket } from './live-socket.ts'

type Name = keyof typeof LIVE_MESSAGES
type Message<N extends Name> = z.output<(typeof LIVE_MESSAGES)[N]>

/** Takes a kind of message, with its answer: null for done, else why not. Nothing a client sends can break the server. */
export function answering(socket: LiveSocket, log: Log) {
  return <N extends Name>(name: N, run: (message: Message<N>) => Promise<Problem | null>): void => {
    const listen = async (raw: unknown, acknowledge?: unknown) => {
      const message = LIVE_MESSAGES[name].safeParse(raw)
      const outcome = message.success
        ? await run(message.data as Message<N>).catch((error: unknown) => {
            log.error({ error, message: name }, 'a live message failed')
            return problemOf(error)
          })
        : problem('invalid-request')
      if (typeof acknowledge === 'function') acknowledge(outcome ? problemBody(outcome) : { success: true })
    }
    socket.on(name, listen as never)
  }
}
