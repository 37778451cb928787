import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnyEventStore, anyEventStore } from '#tests/event-store'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import { webhookReceiver } from '#tests/webhook-receiver'
import { randomFrom } from '../simulation/random.ts'
import { eventually } from '../support/prepared.ts'
import { startMailServer } from '../support/smtp.ts'
import { ceremony, type Story } from './ceremony.ts'
import { check, type Findings } from './checks.ts'
import { subscribe } from './deliveries.ts'
import { type Fault, letHappen, type Target } from './faults.ts'
import { openFront } from './front.ts'
import { anybody, firstPerson, type Patience, type Trouble } from './people.ts'
import { type Program, program } from './programs.ts'

export interface ChaosOptions {
  readonly seed: string
  /** How many faults of all kinds. */
  readonly kills: number
  readonly log: 'postgres' | 'eventstoredb'
  /** Where files are in MongoDB: a database of its own. Left out: in a folder that all programs share. */
  readonly mongoUrl?: string | undefined
  readonly databaseUrl: string
  /** Ceremonies at a time. */
  readonly people?: number
  readonly everyMs?: number
  /** Where each program's words are put if anything was wrong. */
  readonly wordsTo: string
  /** Ends it before its time; everything it began is ended all the same. */
  readonly signal?: AbortSignal
  tell?(line: string): void
}
export interface ChaosReport extends Findings {
  readonly faults: readonly Fault[]
  readonly stories: readonly Story[]
  readonly trouble: Trouble
}

/** Beyond this a call, a mail or an end that does not come never will. */
const SETTLE_MS = 180_000
/** The run's watcher is woken after this. */
const RECOVERY_MS = 60_000

/**
 * Starts two of each role as programs of their own, lets people work with them over HTTP and mail while programs die, stand still and
 * lose their lines, and looks from outside at what is left. Ends everything that it began.
 */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, kills, log, databaseUrl, people = 4, everyMs = 2_000, tell = () => undefined } = options
  const chance = randomFrom(`chaos/${seed}`)
  const folder = await temporaryFolder()
  const mails = await startMailServer()
  const receiver = await webhookReceiver()
  const front = await openFront()
  const store = log === 'eventstoredb' ? await anyEventStore() : null
  const programs: Program[] = []
  const faults: Fault[] = []
  const stories: Story[] = []
  const trouble: Trouble = new Map()
  let deadline = Number.POSITIVE_INFINITY
  let well = false
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => undefined)
  options.signal?.addEventListener('abort', () => stopped.reject(new Error('stopped before its end')), { once: true })
  try {
    const report = await Promise.race([work(), stopped.promise])
    well = report.violations.length === 0
    return report
  } finally {
    for (const one of programs) await one.end()
    if (!well) await keepWords(options.wordsTo, programs, faults)
    await store?.close()
    await front.close()
    await receiver.close()
    await mails.close()
    await removeFolder(folder)
  }

  async function work(): Promise<ChaosReport> {
    const env = {
      PARAPH_MASTER_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: mails.url,
      PARAPH_ANCHOR_MINUTES: '1',
      PARAPH_WEBHOOK_NETWORKS: '127.0.0.0/8',
    }
    const parts = {
      dataDir: join(folder, 'data'),
      databaseUrl,
      eventStoreUrl: store?.url ?? null,
      mongoUrl: options.mongoUrl,
      env,
      publicUrl: front.url,
    }
    for (const role of ['api', 'projections', 'processes'] as const) for (const at of [0, 1]) programs.push(await program(role, at, parts))
    await Promise.all(programs.map((one) => one.start()))
    for (const { port } of programs.filter(({ role }) => role === 'api')) front.behind.push({ port, out: false })
    tell(`six programs are ready on ${store?.name ?? 'PostgreSQL'}`)

    const patience: Patience = {
      url: front.url,
      trouble,
      deadline: () => deadline,
    }
    const sender = await firstPerson(patience)
    const subscription = await subscribe(sender.client(), receiver, chance.of('receiver'))
    let over = false
    const failures: string[] = []
    const working = Array.from({ length: people }, async (_, person) => {
      const account = sender.client()
      for (let at = 0; !over; at++) {
        const one = ceremony(`C${person}x${at}x`, chance.of(`person ${person}/${at}`), { account, mails, patience })
        stories.push(one.story)
        await one.done.catch(
          (error: Error) => void failures.push(`${one.story.name} (${one.story.course}) came to no end: ${error.message}`),
        )
      }
    })
    await letHappen({
      targets: [...programs, ...(store?.own ? [storeAsTarget(store.own)] : [])],
      chance: chance.of('faults'),
      count: kills,
      everyMs,
      happened(fault) {
        faults.push(fault)
        tell(`${faults.length}. ${fault.kind}: ${fault.to}`)
      },
    })
    over = true
    deadline = performance.now() + SETTLE_MS
    await Promise.all(working)
    tell(`${stories.length} documents; looking at what is left`)
    const findings = await check({
      account: sender.client(),
      anybody: () => anybody(patience),
      mails,
      stories,
      subscription,
      folder: join(folder, 'sealed'),
      withinMs: SETTLE_MS,
    })
    const unwell = await stillUnwell(programs)
    const fallen = programs.flatMap(({ name, falls }) => falls.map((words) => `${name} ended by itself ${words}`))
    const violations = [...failures, ...fallen, ...unwell, ...findings.violations]
    return { ...findings, violations, faults, stories, trouble }
  }
}

/** What is not well although nothing happens to anybody any more. */
async function stillUnwell(programs: readonly Program[]): Promise<readonly string[]> {
  const stories = await Promise.all(
    programs.map(async ({ name, troubles }) => {
      const left = await eventually(troubles, (all) => all.length === 0, RECOVERY_MS).catch(troubles)
      return left.map((words) => `${name} is not well: ${words}`)
    }),
  )
  return stories.flat()
}

/** A file a program: what it said in each of its lives, and what befell it in which order. */
async function keepWords(folder: string, programs: readonly Program[], faults: readonly Fault[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'faults.log'), faults.map(({ kind, to }, at) => `${at + 1}. ${kind}: ${to}\n`).join(''))
  for (const one of programs) await writeFile(join(folder, `${one.name.replace(' ', '-')}.log`), one.output())
}

function storeAsTarget(own: NonNullable<AnyEventStore['own']>): Target {
  let well = true
  return {
    name: 'event store',
    lines: [],
    get well() {
      return well
    },
    async kill() {
      well = false
      await own.kill()
    },
    async start() {
      await own.start()
      well = true
    },
    pause() {
      well = false
      own.pause()
    },
    goOn() {
      own.goOn()
      well = true
    },
  }
}
