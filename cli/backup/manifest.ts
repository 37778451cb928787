import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ForPeople } from '../explain.ts'

/** What a backup says of itself. It is written last: a folder without it is no backup. */
const manifest = z.object({
  format: z.literal('paraph-backup-1'),
  version: z.string(),
  begun: z.string(),
  /** Steps of the schema that the rows are of. */
  migrations: z.array(z.string()),
  /** In the order in which they can be put back. A backup of earlier versions has no digests of its tables. */
  tables: z.array(z.object({ name: z.string(), rows: z.int(), digest: z.string().optional() })),
  /** Digests of stored files. */
  files: z.array(z.string()),
  log: z.enum(['postgres', 'eventstoredb']),
  /** Whether what the data folder holds in `secrets/` is in it: what seals, and the master key where that is not set from outside. */
  secrets: z.boolean(),
})
export type Manifest = z.infer<typeof manifest>

const NAME = 'manifest.json'

export const writeManifest = (folder: string, content: Manifest) =>
  writeFile(join(folder, NAME), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => null)
  if (text === null) throw new ForPeople(`${folder} is not a whole backup: it has no ${NAME}.`)
  const parsed = manifest.safeParse(parsedFrom(text, folder))
  if (!parsed.success) throw new ForPeople(`${folder} was made by a version of Paraph that this one does not know.`)
  return parsed.data
}

function parsedFrom(text: string, folder: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ForPeople(`${join(folder, NAME)} is damaged: the backup cannot be read without it. Restore from another backup.`)
  }
}
