import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { canonicalise } from '#domain/kernel'

/** One permanent deletion as it stands outside the database: opaque keys, nothing of what was deleted. */
const line = z.object({ workspace: z.uuid(), pack: z.uuid(), time: z.string(), by: z.string() })
export type DeletionLine = z.infer<typeof line>

/** Where deletions are written that no restore of the database takes back. */
export interface OutsideDeletions {
  lines(): Promise<readonly DeletionLine[]>
  /** On disk when it resolves. The same twice is one. */
  add(line: DeletionLine): Promise<void>
}

/** A file of JSON lines that only ever grows. */
export function deletionsFile(path: string): OutsideDeletions {
  async function lines(): Promise<readonly DeletionLine[]> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    const found = new Map<string, DeletionLine>()
    for (const each of text.split('\n')) {
      const parsed = line.safeParse(jsonOf(each))
      if (parsed.success && !found.has(parsed.data.pack)) found.set(parsed.data.pack, parsed.data)
    }
    return [...found.values()]
  }
  return {
    lines,
    async add(given) {
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, 'a', 0o600)
      try {
        // The line feed in front ends a line that a crash cut off.
        await file.writeFile(`\n${canonicalise(given)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}

/** Nothing where a crash cut the line off: it is written again behind the cut. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
