import { readConfiguration } from '#platform/configuration'
import { START } from '#platform/event-log'
import { auditTrailProjection } from '#projections/audit-trail'
import { listProjection } from '#projections/list'
import { rebuild } from '#projections/runner'
import { composeApplication } from '../compose.ts'
import { auditRecordsIn } from '../documents.ts'
import { fill } from './fill.ts'
import { settledMemory } from './live/memory.ts'
import { type Ask, type BenchReply, removeFolder } from './server.ts'

// The server under test, in a process of its own: what measures it must not take turns with it on one event loop.
const [dataDir, port, whose, settings] = process.argv.slice(2)
if (!dataDir) throw new Error('the folder of the data is missing')

const MANY = 1_000_000_000
const application = await composeApplication({
  configuration: readConfiguration(JSON.parse(settings ?? '{}')),
  dataDir,
  port: Number(port ?? 0),
  quiet: true,
  // The bench measures work, not how soon a client must slow down.
  limits: { known: MANY, unknown: MANY, guessing: MANY, links: MANY, liveOfSession: MANY, liveUnadmitted: MANY },
})
const { services, foundation } = application
const tell = (reply: BenchReply) => process.send?.(reply)

process.on('message', (ask: Ask) => {
  void answer(ask).then(
    (value) => tell({ id: ask.id, value }),
    (error: unknown) => tell({ id: ask.id, error: error instanceof Error ? error.message : String(error) }),
  )
})
// However the bench ends, nothing stays behind.
const leave = async () => {
  await application.close()
  // What others use too is theirs to remove.
  if (whose === 'mine') await removeFolder(dataDir)
  process.exit(0)
}
process.on('disconnect', leave)
// The client may have gone while this started.
if (!process.connected) await leave()
tell({ ready: { url: application.url, databaseUrl: foundation.databaseUrl } })

async function answer(ask: Ask): Promise<number> {
  const { eventLog, subjectKeys, keyIndex, world, queries } = services
  if (ask.do === 'fill') {
    await fill({ log: eventLog, keys: subjectKeys, keyIndex, world }, ask)
    // Asked until the read model has everything: it waits a bounded time by itself.
    const seen = async () => (await queries.list({ ...EVERYTHING, workspace: ask.workspace })).counts.all ?? 0
    while ((await seen()) < (ask.from ?? 0) + ask.count) {}
    return ask.count
  }
  if (ask.do === 'end') {
    await application.close()
    setImmediate(() => process.exit(0))
    return 0
  }
  if (ask.do === 'memory') return settledMemory()
  // The round that is under way is not the one that is measured.
  if (ask.do === 'guard') await application.watch!.guard.checkNow()
  const begun = performance.now()
  if (ask.do === 'read-log') {
    let read = 0
    for (let after = START, atEnd = false; !atEnd; ) {
      const page = await eventLog.readAll(after, 2_000)
      read += page.events.length
      after = page.position
      atEnd = page.atEnd
    }
    return (read / (performance.now() - begun)) * 1000
  }
  if (ask.do === 'guard') {
    const { events } = await application.watch!.guard.checkNow()
    return (events / (performance.now() - begun)) * 1000
  }
  const { pool, owners } = foundation
  const deps = { log: eventLog, keys: subjectKeys }
  const projection = ask.name === 'list' ? listProjection(deps) : auditTrailProjection(deps, auditRecordsIn(foundation))
  const { events } = await rebuild({ pool, log: eventLog, owners }, projection)
  return (events / (performance.now() - begun)) * 1000
}

const EVERYTHING = { user: { key: '', email: '' }, kind: 'document', status: 'all', trashed: false, limit: 1 } as const
