import { type Figure, figure, median } from './figures.ts'
import { firstAccount } from './person.ts'
import { startServer } from './server.ts'

const DOCUMENTS = 2_000
const ROUNDS = 3

/** The guard's walk over every chain, every sealed value and every anchored place, without pauses. */
export async function guard(): Promise<readonly Figure[]> {
  const server = await startServer()
  try {
    const { workspace, user, close } = await firstAccount(server.url)
    await server.ask({ do: 'fill', workspace, user, count: DOCUMENTS })
    close()
    const reads: number[] = []
    const rates: number[] = []
    for (let at = 0; at < ROUNDS; at++) {
      reads.push(await server.ask({ do: 'read-log' }))
      rates.push(await server.ask({ do: 'guard' }))
    }
    const yardstick = { what: 'the same events only read', value: median(reads), unit: '/s' as const }
    return [figure({ name: 'guard.walk', value: median(rates), unit: '/s', yardstick, samples: ROUNDS })]
  } finally {
    await server.stop()
  }
}
