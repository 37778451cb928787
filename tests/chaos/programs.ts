import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { type Line, lineTo } from '#tests/line'
import { freePort, type SpawnedServer, spawnServer } from '#tests/spawned'
import type { RoleName } from '#tests/spawned-role'

export interface ProgramsOptions {
  /** Where files are in MongoDB, each program has a folder of its own in it, as on a machine of its own. */
  readonly dataDir: string
  readonly databaseUrl: string
  /** Null: the log is in PostgreSQL. */
  readonly eventStoreUrl: string | null
  /** Left out: files are in the folder, which all share. */
  readonly mongoUrl?: string | undefined
  readonly env: Readonly<Record<string, string>>
  readonly publicUrl: string
}

/** A server to which a line can lead under another address: not a cluster, whose nodes name themselves, nor one with a certificate. */
const IS_ONE_HERE = /^esdb:\/\/(127\.0\.0\.1|localhost):\d+\/?\?(.*&)?tls=false(&|$)/

/** Characters of what a program said before it ended: enough for an error and where it came from. */
const LAST_WORDS = 1_500

/** A role of the program in a process of its own, behind lines of its own, that can be killed and stopped and comes back. */
export interface Program {
  readonly name: string
  readonly role: RoleName
  readonly port: number
  /** Not while it is dead, starts or stands still. */
  readonly well: boolean
  /** What it said last each time that it ended without having been asked to, once it was well. */
  readonly falls: readonly string[]
  kill(): Promise<void>
  /** As `SIGTERM` does; answers its exit code. */
  stop(): Promise<number | null>
  start(): Promise<void>
  pause(): void
  goOn(): void
  readonly lines: readonly { readonly to: 'database' | 'log' | 'files'; readonly line: Line }[]
  /** What is not well by its own account. */
  troubles(): Promise<readonly string[]>
  output(): string
  end(): Promise<void>
}

export async function program(role: RoleName, at: number, options: ProgramsOptions): Promise<Program> {
  const [port, status] = [await freePort(), await freePort()]
  const database = await lineTo(options.databaseUrl)
  const lines: Program['lines'][number][] = [{ to: 'database', line: database }]
  const env: Record<string, string> = {
    ...options.env,
    DATABASE_URL: database.url,
    PARAPH_ROLES: role,
    PARAPH_PUBLIC_URL: options.publicUrl,
    PARAPH_STATUS_PORT: String(status),
    PARAPH_TRUST_PROXY: 'true',
  }
  const { eventStoreUrl } = options
  if (eventStoreUrl !== null && IS_ONE_HERE.test(eventStoreUrl)) {
    const log = await lineTo(eventStoreUrl)
    lines.push({ to: 'log', line: log })
    env.EVENTSTOREDB_URL = log.url
  } else if (eventStoreUrl !== null) env.EVENTSTOREDB_URL = eventStoreUrl
  if (options.mongoUrl !== undefined) {
    const files = await lineTo(options.mongoUrl)
    lines.push({ to: 'files', line: files })
    env.MONGODB_URL = files.url
  }
  const dataDir = options.mongoUrl === undefined ? options.dataDir : join(options.dataDir, `${role}-${at + 1}`)
  let server: SpawnedServer | null = null
  let stands = false
  const falls: string[] = []
  let ended = false
  let child: ChildProcess | null = null
  const said: string[] = []

  const gone = (one: SpawnedServer) => {
    said.push(one.output())
    server = null
    stands = false
  }
  const self: Program = {
    name: `${role} ${at + 1}`,
    role,
    port,
    lines,
    get well() {
      return server !== null && !stands
    },
    falls,
    async start() {
      for (let attempt = 1; server === null; attempt++) {
        if (ended) return
        try {
          const health = `http://127.0.0.1:${status}/health`
          const spawned = (process: ChildProcess) => {
            child = process
          }
          server = await spawnServer({ dataDir, port, env, health, spawned })
        } catch (error) {
          // Whatever watches over it in an installation starts it again too: what it needs may not be there at that moment.
          said.push(String(error))
          if (attempt === 5 && !ended) throw error
        }
      }
      const one = server
      one.process.once('close', (code, signal) => {
        if (server !== one || ended) return
        falls.push(`(${signal ?? code}) ${one.output().slice(-LAST_WORDS)}`)
        gone(one)
        said.push(`-- ended by itself: ${signal ?? code}`)
        void self.start().catch(() => undefined)
      })
    },
    async kill() {
      const one = server
      if (!one) return
      gone(one)
      said.push('-- killed')
      await one.kill()
    },
    async stop() {
      const one = server
      if (!one) return null
      gone(one)
      return one.stop()
    },
    pause() {
      stands = true
      server?.process.kill('SIGSTOP')
    },
    goOn() {
      server?.process.kill('SIGCONT')
      stands = false
    },
    async troubles() {
      try {
        const answer = await fetch(`http://127.0.0.1:${status}/health`, { signal: AbortSignal.timeout(5_000) })
        const { dependencies } = (await answer.json()) as { dependencies: readonly { name: string; ok: boolean; words: string }[] }
        return dependencies.filter(({ ok }) => !ok).map(({ name, words }) => `${name}: ${words}`)
      } catch {
        return ['it does not answer']
      }
    },
    output: () => [...said, server?.output() ?? ''].join('\n'),
    async end() {
      ended = true
      if (stands) self.goOn()
      await self.kill()
      // It may have been about to start.
      if (child && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      for (const { line } of lines) await line.close()
    },
  }
  return self
}
