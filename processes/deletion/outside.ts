import { z } from 'zod'
import { canonicalise } from '#domain/kernel'
import { jsonLines } from '#platform/json-lines'

const asked = { time: z.string(), by: z.string() }
// Lines about people and profiles name their members differently: a program that knows only the first kind must not mistake them for it.
const pack = z.object({ workspace: z.uuid(), pack: z.uuid(), ...asked })
const people = z.object({ erased: z.object({ workspace: z.uuid(), pack: z.uuid(), people: z.array(z.uuid()).min(1) }), ...asked })
const profile = z.object({ departed: z.object({ user: z.uuid() }), ...asked })
const contact = z.object({ contact: z.object({ workspace: z.uuid(), contact: z.uuid() }), ...asked })
const line = z.union([pack, people, profile, contact])

/** One deletion as it stands outside the database: of a pack, of people in a pack, of a profile, of a contact. Opaque keys, nothing of the deleted data. */
export type DeletionLine = z.infer<typeof line>

/** A record of deletions that no restore of the database undoes. */
export interface OutsideDeletions {
  lines(): Promise<readonly DeletionLine[]>
  /** On disk when it resolves. The same twice is one. */
  add(line: DeletionLine): Promise<void>
}

/** A file of JSON lines that only ever grows. */
export function deletionsFile(path: string): OutsideDeletions {
  const file = jsonLines(path)
  return {
    async lines() {
      const found = new Map<string, DeletionLine>()
      for (const { value } of await file.lines()) {
        const parsed = line.safeParse(value)
        if (parsed.success && !found.has(aboutWhat(parsed.data))) found.set(aboutWhat(parsed.data), parsed.data)
      }
      return [...found.values()]
    },
    add: (given) => file.append([canonicalise(given)]),
  }
}

function aboutWhat(of: DeletionLine): string {
  if ('erased' in of) return [of.erased.pack, ...of.erased.people].join(' ')
  if ('contact' in of) return `contact ${of.contact.contact}`
  return 'departed' in of ? `user ${of.departed.user}` : of.pack
}
