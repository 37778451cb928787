import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Configuration } from '#platform/configuration'

/** A file that stands outside the database and only ever grows: JSON lines, of which a crash may have cut one off. */
export interface Outside {
  /** What it is called in a backup. */
  readonly name: 'deletions.jsonl' | 'anchors.jsonl'
  /** Where this installation has it. */
  readonly path: string
}

export function outsideOf({ evidence }: Pick<Configuration, 'evidence'>, dataDir: string): readonly Outside[] {
  return [
    { name: 'deletions.jsonl', path: evidence.deletionsFile ?? join(dataDir, 'deletions.jsonl') },
    { name: 'anchors.jsonl', path: evidence.anchorFile ?? join(dataDir, 'anchors.jsonl') },
  ]
}

export async function saveOutside({ name, path }: Outside, folder: string): Promise<void> {
  const lines = await linesOf(path)
  if (lines.length > 0) await append(join(folder, name), lines)
}

/**
 * Puts back what is missing, and takes nothing away: a restore that forgot a deletion would bring what was deleted back.
 * Answers in words what it could not put back. Anchors that are there and not in the backup are later ones, or of another
 * history; older ones behind them would only look like one that was rewritten.
 */
export async function bringBackOutside({ name, path }: Outside, folder: string): Promise<string | null> {
  const [saved, there] = [await linesOf(join(folder, name)), await linesOf(path)]
  const missing = saved.filter((line) => !there.includes(line))
  if (missing.length === 0) return null
  if (name === 'anchors.jsonl' && there.some((line) => !saved.includes(line)))
    return `${path} holds other anchors than the backup, of which ${missing.length} are missing there. It was left as it is.`
  await append(path, missing)
  return null
}

async function linesOf(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter(isWhole)
}

async function append(path: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a', 0o600)
  try {
    // The line feed in front ends a line that a crash cut off.
    await file.writeFile(lines.map((line) => `\n${line}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

function isWhole(line: string): boolean {
  try {
    return JSON.parse(line) !== null
  } catch {
    return false
  }
}
