import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import { bulkDryRun, bulkSend } from './bench/bulk-send.ts'
import { type CommandsOnEventStore, commands, commandsOnEventStore, commandsOnSlowDisk } from './bench/commands.ts'
import { copies } from './bench/copies.ts'
import { feed } from './bench/feed.ts'
import type { Figure } from './bench/figures.ts'
import { firstPage } from './bench/first-page.ts'
import { form } from './bench/form.ts'
import { FEW, growth } from './bench/growth.ts'
import { guard } from './bench/guard.ts'
import { hostileBodies } from './bench/hostile-bodies.ts'
import { jobs } from './bench/jobs.ts'
import { listing } from './bench/listing.ts'
import { editor500 } from './bench/live/editor.ts'
import { liveRooms } from './bench/live/rooms.ts'
import { liveStorm } from './bench/live/storm.ts'
import { longStream } from './bench/long-stream.ts'
import { opening, uploading } from './bench/opening.ts'
import { painted } from './bench/painted.ts'
import { processes } from './bench/processes.ts'
import { recipientImport } from './bench/recipient-import.ts'
import { replay } from './bench/replay.ts'
import { residentSize } from './bench/resident-size.ts'
import { saveToOtherScreen } from './bench/save-to-other-screen.ts'
import { sealing, sealingFive, sealingUnderOtherCalls } from './bench/sealing.ts'
import { startUp } from './bench/start-up.ts'
import { tableOf } from './bench/table.ts'
import { typingUnderRules } from './bench/typing-under-rules.ts'
import { webhooks } from './bench/webhooks.ts'
import { memberships, switching } from './bench/workspaces.ts'
import { requireEmptyStore } from './event-log.ts'

interface Given {
  /** How many `growth` grows to, and `switch` switches among. */
  readonly documents: number
  readonly onEventStore: CommandsOnEventStore
}

/** Each runs by itself, on a private server with data of its own (those on EventStoreDB share one), one after the other. */
const BENCHES: Readonly<Record<string, (given: Given) => Promise<readonly Figure[]>>> = {
  'save-to-other-screen': saveToOtherScreen,
  painted,
  'live-rooms': liveRooms,
  'live-storm': liveStorm,
  'editor-500': editor500,
  'commands-1': () => commands(1),
  'commands-16': () => commands(16),
  'commands-1-slow-disk': commandsOnSlowDisk,
  'commands-1-eventstoredb': ({ onEventStore }) => onEventStore.measure(1),
  'commands-16-eventstoredb': ({ onEventStore }) => onEventStore.measure(16),
  jobs,
  processes,
  'seal-1': () => sealing('seal-1', 8),
  'seal-50': () => sealing('seal-50', 5),
  'seal-200': () => sealing('seal-200', 4),
  'seal-objects': () => sealing('seal-objects', 4),
  'seal-five': () => sealingFive(4),
  'seal-beside': () => sealingUnderOtherCalls(4),
  'upload-50': () => uploading(50, 1_500),
  'upload-200': () => uploading(200, 3_000),
  'open-200': opening,
  'list-10000': listing,
  feed,
  webhooks,
  'recipient-import': recipientImport,
  'bulk-dry-run': bulkDryRun,
  'bulk-send-1000': () => bulkSend(1_000),
  'bulk-send-10000': () => bulkSend(10_000),
  copies,
  growth: ({ documents }) => growth(documents),
  memberships,
  switch: ({ documents }) => switching(documents),
  'stream-10000': longStream,
  guard,
  replay,
  'first-page': firstPage,
  'form-300': form,
  'typing-200-rules': typingUnderRules,
  'start-up': startUp,
  'resident-size': residentSize,
  'hostile-bodies': hostileBodies,
}

export const BENCH_USAGE = `npm run bench -- [--only name,name] [--documents N] [--json FILE]

Measures Paraph on this machine, on private servers with data of their own, and stops by itself.

  --only     ${Object.keys(BENCHES).join(', ')}
  --documents  how many documents \`growth\` grows to and \`switch\` switches among; 10000 where nothing is said
  --json     an array of {name, value, unit, goal, met, yardstick, ratio, samples}

docs/performance.md says how to read the figures. Exit code: 0 all were measured; 1 else. A goal that is not met is a figure, not a failure.`

/** `paraph bench`. Answers with the exit code. */
export async function bench(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string' },
      documents: { type: 'string', default: '10000' },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const wanted = values.only?.split(',').map((name) => name.trim()) ?? Object.keys(BENCHES)
  const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name))
  if (values.help || unknown.length > 0) {
    console.log(unknown.length > 0 ? `There is no bench called ${unknown.join(', ')}.\n\n${BENCH_USAGE}` : BENCH_USAGE)
    return values.help ? 0 : 1
  }
  const documents = Number(values.documents)
  if (!Number.isSafeInteger(documents) || documents <= FEW) {
    console.log(`--documents takes a whole number above ${FEW}.`)
    return 1
  }
  const { EVENTSTOREDB_URL: url } = process.env
  if (url && wanted.some((name) => name.endsWith('-eventstoredb')))
    await requireEmptyStore(url, systemWorld(createLog({ level: 'silent', destination: process.stderr })))
  const onEventStore = commandsOnEventStore()
  const figures: Figure[] = []
  const failed: string[] = []
  for (const name of wanted) {
    const begun = performance.now()
    try {
      figures.push(...(await BENCHES[name]!({ documents, onEventStore })))
      console.error(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    } catch (error) {
      failed.push(name)
      console.error(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  await onEventStore.close()
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)
  console.log(tableOf(figures))
  return failed.length > 0 ? 1 : 0
}
