import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { canonicalise } from '#domain/kernel'

const asked = { time: z.string(), by: z.string() }
// The members of a line about people and profiles have names of their own: whoever knows only the first kind must not take one for it.
const pack = z.object({ workspace: z.uuid(), pack: z.uuid(), ...asked })
const people = z.object({ erased: z.object({ workspace: z.uuid(), pack: z.uuid(), people: z.array(z.uuid()).min(1) }), ...asked })
const profile = z.object({ departed: z.object({ user: z.uuid() }), ...asked })
const line = z.union([pack, people, profile])

/** One deletion as it stands outside the database: of a pack, of people in a pack, of a profile. Opaque keys, nothing of what was deleted. */
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
      if (parsed.success && !found.has(aboutWhat(parsed.data))) found.set(aboutWhat(parsed.data), parsed.data)
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

function aboutWhat(of: DeletionLine): string {
  if ('erased' in of) return [of.erased.pack, ...of.erased.people].join(' ')
  return 'departed' in of ? `user ${of.departed.user}` : of.pack
}

/** Nothing where a crash cut the line off: it is written again behind the cut. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
