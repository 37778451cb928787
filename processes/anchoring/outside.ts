import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { canonicalise, type Json } from '#domain/kernel'

/** One anchor as it stands outside the database. `hash` is that of its event, so that it also holds all anchors before it. */
export interface OutsideLine {
  readonly number: number
  readonly root: string
  readonly size: number
  readonly time: string
  readonly revision: number
  readonly hash: string
}

/** Where anchors are written that whoever has only the database cannot reach. */
export interface Outside {
  lines(): Promise<readonly OutsideLine[]>
  /** On disk when it resolves. */
  add(lines: readonly OutsideLine[]): Promise<void>
}

/** A file of JSON lines that only ever grows. Copying it elsewhere now and then makes it worth more. */
export function outsideFile(path: string): Outside {
  return {
    async lines() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      // A crash may have cut off the last line: it is written again behind the cut.
      return text.split('\n').flatMap((line) => {
        try {
          return line === '' ? [] : [JSON.parse(line) as OutsideLine]
        } catch {
          return []
        }
      })
    },
    async add(lines) {
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, 'a', 0o644)
      try {
        // The line feed in front ends a line that a crash cut off.
        await file.writeFile(lines.map((line) => `\n${canonicalise(line as unknown as Json)}\n`).join(''))
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}
