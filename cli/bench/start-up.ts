import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { atMost, type Figure, figure, median } from './figures.ts'
import { newFolder, removeFolder } from './server.ts'

const PROGRAM = fileURLToPath(new URL('../paraph.ts', import.meta.url))
const TIMES = 3
const LONGEST_MS = 60_000

/** From the start of the program to its first good answer about its own health: on an empty folder, and on data that is there. */
export async function startUp(): Promise<readonly Figure[]> {
  const [first, again, bare]: number[][] = [[], [], []]
  for (let at = 0; at < TIMES; at++) {
    const folder = await newFolder()
    try {
      bare!.push(await bareNode())
      first!.push(await untilReady(folder))
      again!.push(await untilReady(folder))
    } finally {
      await removeFolder(folder)
    }
  }
  const yardstick = { what: 'Node itself, started and ended', value: median(bare!), unit: 'ms' as const }
  const common = { unit: 'ms' as const, goal: atMost(5_000), yardstick, samples: TIMES }
  return [
    figure({ name: 'start-up.first', value: median(first!), ...common }),
    figure({ name: 'start-up.again', value: median(again!), ...common }),
  ]
}

async function untilReady(folder: string): Promise<number> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, PARAPH_DATA: folder, PARAPH_PORT: String(port), PARAPH_PUBLIC_URL: url, PARAPH_LOG_LEVEL: 'warn' }
  const begun = performance.now()
  const child = spawn(process.execPath, [PROGRAM, 'start'], { env, stdio: 'ignore' })
  const gone = once(child, 'exit')
  try {
    while (!(await answers(url))) {
      if (child.exitCode !== null || performance.now() - begun > LONGEST_MS) throw new Error('the server did not start')
      await wait(10)
    }
    return performance.now() - begun
  } finally {
    child.kill('SIGINT')
    await gone
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function bareNode(): Promise<number> {
  const begun = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - begun
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was free')
  return address.port
}
