import { connect } from '../../packages/client/src/index.ts'
import { atLeast, type Figure, figure, median } from './figures.ts'
import { firstAccount } from './person.ts'
import { startServer } from './server.ts'

const DOCUMENTS = 10_000
const ROUNDS = 5
const BATCH = 1_000

/** A program that reads a feed from its beginning by the client, which checks every entry. */
export async function feed(): Promise<readonly Figure[]> {
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const { workspace, user } = sender
    await server.ask({ do: 'fill', workspace, user, count: DOCUMENTS })
    const data = { name: 'Reader', permissions: ['can_view_api_details'] }
    const { application } = await sender.post<{ application: { key: string; client_secret: string } }>('/app/applications/', { data })
    const paraph = connect({ url: server.url, key: application.key, secret: application.client_secret })
    let last = 0
    while (last < DOCUMENTS) last = (await paraph.feedPosition()).position
    const [read, raw]: number[][] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      let begun = performance.now()
      let position = 0
      for await (const { at } of paraph.feed({ once: true })) position = at.position
      read!.push((position / (performance.now() - begun)) * 1_000)
      begun = performance.now()
      for (let after = 0; after < last; after += BATCH) await sender.bytes(`/app/feed?after=${after}&limit=${BATCH}`)
      raw!.push((last / (performance.now() - begun)) * 1_000)
    }
    sender.close()
    const yardstick = { what: 'the same batches, not parsed and not checked', value: median(raw!), unit: '/s' as const }
    return [figure({ name: 'feed.read', value: median(read!), unit: '/s', goal: atLeast(5_000), yardstick, samples: ROUNDS })]
  } finally {
    await server.stop()
  }
}
