import { writeHeapSnapshot } from 'node:v8'
import { commandHandler } from '#platform/command-handler'
import { postgresEventLog } from '#platform/event-log'
import { openPool } from '#platform/postgres'
import { postgresSubjectKeys } from '#platform/subject-keys'
import { guestBook } from './guest-book.ts'
import { liveWorld } from './live-world.ts'

// A process of its own, as after a restart: folds a stream, reads its history, keeps both, and writes down all its memory.
const [url, master, stream, file] = process.argv.slice(2) as [string, string, string, string]
const world = liveWorld()
const pool = openPool(url)
const log = postgresEventLog({ pool, ...world })
const keys = postgresSubjectKeys({ pool, masterKey: Buffer.from(master, 'hex'), ...world })
const handler = commandHandler({ log, keys, world })
const kept = { state: await handler.load(stream, guestBook), history: await handler.history(stream, guestBook) }
writeHeapSnapshot(file)
console.log(JSON.stringify(kept).length)
process.exit(0)
