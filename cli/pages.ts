import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILT = `${ROOT}web/dist/index.html`
/** What the pages are made of. */
const SOURCES = ['web', 'shared/domain', 'shared/contract', 'shared/pdf', 'package-lock.json']

/** Builds the web pages where there are none, or older ones than what they are made of. */
export async function ensurePages(tell: (line: string) => void): Promise<void> {
  const built = await changedAt(BUILT)
  if (built !== null && built > (await newest())) return
  tell(built === null ? 'Building the web page (first start) …' : 'Building the web page (it has changed) …')
  const { build } = await import('vite')
  await build({ configFile: `${ROOT}web/vite.config.ts`, logLevel: 'error' })
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
