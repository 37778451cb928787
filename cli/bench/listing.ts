import { atLeast, atMost, type Figure, figure, median, percentile } from './figures.ts'
import { nameOf } from './fill.ts'
import { firstAccount, person } from './person.ts'
import { timesOf } from './rounds.ts'
import { startServer } from './server.ts'

const DOCUMENTS = 10_000
const ASKED = 200
const REBUILDS = 3

/** Reading among 10,000 documents over HTTP, and rebuilding the read model from all their events. */
export async function listing(): Promise<readonly Figure[]> {
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const { workspace, user } = sender
    await server.ask({ do: 'fill', workspace, user, count: DOCUMENTS })
    const nobody = person(server.url)
    const questions: Readonly<Record<string, (at: number) => string>> = {
      list: () => '/app/documents?document_status=all',
      'search-one': (at) => searchFor(String(10_000 + ((at * 7919) % DOCUMENTS))),
      'search-many': (at) => searchFor(nameOf(at).split(' ')[1]!),
    }
    const bare = await timesOf(ASKED, () => nobody.ask('GET', '/app/session'))
    const yardstick = { what: 'bare HTTP round trip (p50)', value: median(bare), unit: 'ms' as const }
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(questions)) {
      await timesOf(20, (at) => sender.get(path(at)))
      const times = await timesOf(ASKED, (at) => sender.get(path(at)))
      const common = { unit: 'ms' as const, yardstick, samples: times.length }
      figures.push(
        figure({ name: `list-10000.${name}.p50`, value: median(times), ...common }),
        figure({ name: `list-10000.${name}.p99`, value: percentile(times, 0.99), goal: atMost(50), ...common }),
      )
    }
    sender.close()
    nobody.close()
    const [rows, trail, reads]: number[][] = [[], [], []]
    for (let at = 0; at < REBUILDS; at++) {
      reads!.push(await server.ask({ do: 'read-log' }))
      rows!.push(await server.ask({ do: 'rebuild', name: 'list' }))
      trail!.push(await server.ask({ do: 'rebuild', name: 'audit-trail' }))
    }
    const reading = { what: 'the same events only read', value: median(reads!), unit: '/s' as const }
    const common = { unit: '/s' as const, goal: atLeast(20_000), yardstick: reading, samples: REBUILDS }
    figures.push(figure({ name: 'list-10000.rebuild', value: median(rows!), ...common }))
    figures.push(figure({ name: 'list-10000.rebuild-trail', value: median(trail!), ...common }))
    return figures
  } finally {
    await server.stop()
  }
}

const searchFor = (words: string) => `/app/search/documents?${new URLSearchParams({ search_query: words, document_status: 'all' })}`
