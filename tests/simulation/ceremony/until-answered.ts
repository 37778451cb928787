import type { RequestOrigin } from '../../../command-api/accounts/index.ts'
import { stillWaiting } from '../../../command-api/edge/request-deadline.ts'
import { attempt, type Network } from '../client.ts'
import type { Random } from '../random.ts'
import type { Server } from '../server.ts'

/** What somebody asks of one server. */
export type Question<T> = (server: Server, asked: RequestOrigin) => Promise<T>

/** One try with one server; null where no answer came. */
export async function askOnce<T>(network: Network, question: Question<T>, id = network.newId()): Promise<{ readonly answer: T } | null> {
  return attempt(network, async (server) => ({
    answer: await question(server, { correlation: id, causation: id, isWaitedFor: stillWaiting(server.machine.world) }),
  }))
}

/** Now this server is asked and now that one, until one answers. */
export function untilAnswered(network: Network, chance: Random) {
  return async <T>(question: Question<T>): Promise<T> => {
    const id = network.newId()
    for (;;) {
      const done = await askOnce(network, question, id)
      if (done) return done.answer
      await network.sleep(chance.below(3_000))
    }
  }
}
