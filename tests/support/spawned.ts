import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A real server: `paraph start` in a process of its own, on a data folder that survives its death. */
export interface SpawnedServer {
  readonly url: string
  readonly dataDir: string
  readonly process: ChildProcess
  /** What it has printed so far. */
  output(): string
  /** kill -9, and wait until it is gone. */
  kill(): Promise<void>
  /** As Ctrl-C does; answers with the exit code. */
  stop(): Promise<number | null>
}

/** Below those that systems give to outgoing connections: by the time a server comes back to its port, nobody has got it meanwhile. */
const PORTS = { from: 12_000, to: 32_000 }
const given = new Set<number>()

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answered) => {
    const server = createServer()
    server.once('error', () => answered(false))
    server.listen(port, '127.0.0.1', () => server.close(() => answered(true)))
  })
}

export const temporaryFolder = () => mkdtemp(join(tmpdir(), 'paraph-test-'))
/** A process that was killed may have left some that still write there while they end. */
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

/** `paraph start` in a process of its own, as it begins. */
export function spawnParaph(
  env: Readonly<Record<string, string>>,
  command: readonly string[] = ['start'],
): { readonly child: ChildProcess; said(): string } {
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), [join(ROOT, 'cli/paraph.ts'), ...command], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)))
  return { child, said: () => printed.join('') }
}

/** Starts one and waits until it answers. `env` adds to or replaces its settings. */
export async function spawnServer(options: {
  dataDir: string
  port?: number
  env?: Record<string, string>
  /** Where it says that it is well, for a role that serves nobody. */
  health?: string
  /** Hears of the process before it is well. */
  spawned?(child: ChildProcess): void
}): Promise<SpawnedServer> {
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const { child, said } = spawnParaph({
    PARAPH_DATA: options.dataDir,
    PARAPH_PORT: String(port),
    PARAPH_PUBLIC_URL: url,
    PARAPH_LOG_LEVEL: 'warn',
    PARAPH_EXAMPLE: 'false',
    ...options.env,
  })
  options.spawned?.(child)
  const gone = once(child, 'exit') as Promise<[number | null, string | null]>

  const deadline = performance.now() + 150_000
  while (!(await answers(options.health ?? `${url}/health`))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the server did not start:\n${said()}`)
    }
    await wait(50)
  }
  return {
    url,
    dataDir: options.dataDir,
    process: child,
    output: said,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async stop() {
      child.kill('SIGINT')
      return (await gone)[0]
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
