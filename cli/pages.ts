import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ForPeople } from './explain.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What a build writes last: one that was broken off does not pass for a whole one. */
const BUILT = `${ROOT}web/dist/verify.html`
const SOURCES = ['web', 'shared/domain', 'shared/contract', 'shared/pdf', 'package-lock.json']

/** Builds the web pages where there are none, or their sources are newer. Stops silently on `stopped`. */
export async function ensurePages(tell: (line: string) => void, stopped: AbortSignal): Promise<void> {
  const built = await changedAt(BUILT)
  if (built !== null && built > (await newest())) return
  tell(built === null ? 'Building the web page (first start) …' : 'Building the web page (it has changed) …')
  await build(stopped)
}

/** In a process of its own: the gigabyte that a build takes of memory goes with it. Out of reach of Ctrl-C, which is ours to answer. */
async function build(stopped: AbortSignal): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  const args = [vite, 'build', '--config', `${ROOT}web/vite.config.ts`, '--logLevel', 'error']
  // The parent process may have set it otherwise, as test runners do: the pages would be twice as large and slow, and stay so.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const stop = () => void child.kill()
  stopped.addEventListener('abort', stop)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0 && !stopped.aborted) throw new ForPeople(`The web page could not be built. Run "npm ci" again.\n${said}`)
  } finally {
    stopped.removeEventListener('abort', stop)
  }
}

async function newest(): Promise<number> {
  const times = await Promise.all(SOURCES.map((source) => newestIn(`${ROOT}${source}`)))
  return Math.max(...times)
}

async function newestIn(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return (await changedAt(path)) ?? 0
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('/web/dist'))
  const times = await Promise.all(files.map((file) => changedAt(`${file.parentPath}/${file.name}`)))
  return Math.max(0, ...times.map((time) => time ?? 0))
}

const changedAt = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
