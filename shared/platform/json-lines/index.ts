import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Json } from '#domain/kernel'

export interface JsonLine {
  /** As it stands there. */
  readonly text: string
  readonly value: Json
}

/** A file of JSON lines that only ever grows. */
export interface JsonLines {
  /** All whole lines; none where there is no file. A line that a crash cut off is left out: its writer writes it again behind the cut. */
  lines(): Promise<readonly JsonLine[]>
  /** On disk when it resolves. */
  append(lines: readonly string[]): Promise<void>
}

/** @param mode of the file, where this makes it */
export function jsonLines(path: string, mode = 0o600): JsonLines {
  return {
    async lines() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      return text.split('\n').flatMap(whole)
    },
    async append(lines) {
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, 'a', mode)
      try {
        // The line feed in front ends a line that a crash cut off.
        await file.writeFile(lines.map((line) => `\n${line}\n`).join(''))
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}

function whole(text: string): readonly JsonLine[] {
  try {
    const value = JSON.parse(text) as Json
    return value === null ? [] : [{ text, value }]
  } catch {
    return []
  }
}
