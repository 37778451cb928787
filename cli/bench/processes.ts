import { join } from 'node:path'
import { createLog } from '#platform/logging'
import { startEmbeddedPostgres } from '#platform/postgres'
import { throughHttp } from './commands.ts'
import { type Figure, figure, median } from './figures.ts'
import { firstAccount, person } from './person.ts'
import { rateOf } from './rounds.ts'
import { type BenchServer, newFolder, removeFolder, startServer } from './server.ts'

const WRITERS = 16
const APIS = [1, 2, 4]
const ROUNDS = 4
const ROUND_MS = 1_500

/** Commands a second through one, two and four processes of the role `api`, next to one that has the other roles, on one database. */
export async function processes(): Promise<readonly Figure[]> {
  const folder = await newFolder()
  const log = createLog({ level: 'silent', destination: process.stderr })
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log })
  const shared = (roles: string) => ({ folder, settings: { DATABASE_URL: cluster.url, PARAPH_ROLES: roles } })
  const servers: BenchServer[] = []
  try {
    servers.push(await startServer(shared('projections,processes')))
    const apis: BenchServer[] = []
    while (apis.length < Math.max(...APIS)) {
      const api = await startServer(shared('api'))
      apis.push(api)
      servers.push(api)
    }
    const sender = await firstAccount(apis[0]!.url)
    const doors = apis.map(({ url }) => person(url, sender.headers))
    const rates = new Map(APIS.map((count) => [count, [] as number[]]))
    const ways = new Map<number, (writer: number) => Promise<void>>()
    for (const count of APIS) {
      const way = await throughHttp(sender, WRITERS, doors.slice(0, count))
      await rateOf(WRITERS, ROUND_MS, way)
      ways.set(count, way)
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [count, way] of ways) rates.get(count)!.push((await rateOf(WRITERS, ROUND_MS, way)).rate)
    }
    for (const { close } of [sender, ...doors]) close()
    const one = rates.get(1)!
    const yardstick = { what: 'through one process', value: median(one), unit: '/s' as const }
    return APIS.map((count) => {
      const of = rates.get(count)!
      const ratio = median(of.map((rate, at) => rate / one[at]!))
      return figure({ name: `processes.${count}`, value: median(of), unit: '/s', yardstick, ratio, samples: ROUNDS })
    })
  } finally {
    for (const server of servers.reverse()) await server.stop()
    await cluster.stop()
    await removeFolder(folder)
  }
}
