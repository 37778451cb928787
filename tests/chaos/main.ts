import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#platform/postgres'
import { mongoServer } from '#tests/mongodb'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import { type ChaosReport, chaos } from './run.ts'

/** npm run chaos -- --seed S --kills N [--log postgres|eventstoredb] [--files disk|gridfs] [--people P] [--every MS]. Exit 1 where something is not as it must be. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '50' },
    log: { type: 'string', default: 'postgres' },
    files: { type: 'string', default: 'disk' },
    people: { type: 'string', default: '4' },
    every: { type: 'string', default: '2000' },
  },
})
const log = values.log === 'eventstoredb' ? 'eventstoredb' : 'postgres'
const mongo = values.files === 'gridfs' ? await mongoServer() : null
if (mongo && 'none' in mongo) throw new Error(`there is no MongoDB: ${mongo.none}`)
const folder = await temporaryFolder()
// The database runs as another account where we are root, and must be able to reach its folder.
await chmod(folder, 0o755)
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet, unsafe: true })
const again = `npm run chaos -- --seed ${values.seed} --kills ${values.kills} --log ${log} --files ${mongo ? 'gridfs' : 'disk'} --people ${values.people} --every ${values.every}`
console.log(again)
const wordsTo = join(tmpdir(), `paraph-chaos-${process.pid}`)
const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => abort.abort())
// However it goes, it comes to an end by itself.
setTimeout(() => abort.abort(), 600_000 + Number(values.kills) * Number(values.every) * 4).unref()
try {
  const report = await chaos({
    seed: values.seed,
    kills: Number(values.kills),
    log,
    databaseUrl: cluster.url,
    mongoUrl: mongo?.url,
    people: Number(values.people),
    everyMs: Number(values.every),
    wordsTo,
    signal: abort.signal,
    tell: (line) => console.log(line),
  })
  say(report)
} catch (error) {
  console.log(error)
  console.log(`what the programs said: ${wordsTo}`)
  process.exitCode = 1
} finally {
  await mongo?.close()
  await cluster.stop()
  await removeFolder(folder)
}
process.exit()

function say({ faults, stories, trouble, looked, violations }: ChaosReport): void {
  console.log(`faults: ${counted(faults.map(({ kind }) => kind))}; of ${counted(faults.map(({ to }) => to))}`)
  console.log(`courses: ${counted(stories.map(({ course }) => course))}; ${stories.filter(({ ended }) => ended).length} came to their end`)
  console.log(`calls made again: ${[...trouble].map(([why, times]) => `${why} ${times}`).join(', ') || 'none'}`)
  console.log(
    `looked at: ${Object.entries(looked)
      .map(([what, many]) => `${what} ${many}`)
      .join(', ')}`,
  )
  for (const violation of violations) console.log(`  ${violation}`)
  if (violations.length > 0) {
    console.log(`what the programs said: ${wordsTo}`)
    process.exitCode = 1
  }
  console.log(`${violations.length} violations. Again: ${again}`)
}

function counted(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${word} ${count}`).join(', ')
}
