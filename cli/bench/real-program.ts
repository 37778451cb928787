import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from './prepare.ts'
import { newFolder, removeFolder } from './server.ts'
import { freePort } from './start-up.ts'

const PROGRAM = fileURLToPath(new URL('../paraph.ts', import.meta.url))
const START_SECONDS = 60

/** The program as people start it, with the built-in database, for what only the whole of it can tell. */
export async function withRealProgram<T>(settings: Readonly<Record<string, string>>, work: (url: string, pid: number) => Promise<T>) {
  const folder = await newFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const own = { PARAPH_DATA: folder, PARAPH_PORT: String(port), PARAPH_PUBLIC_URL: url, PARAPH_LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [PROGRAM, 'start'], { env: { ...process.env, ...own, ...settings }, stdio: 'ignore' })
  const gone = once(child, 'exit')
  try {
    await until(
      () => isWell(url),
      (well) => well,
      START_SECONDS,
    )
    return await work(url, child.pid ?? 0)
  } finally {
    child.kill('SIGINT')
    await gone
    await removeFolder(folder)
  }
}

export const isWell = (url: string) =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
