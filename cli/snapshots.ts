import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SealedSnapshot, SNAPSHOTS, type Snapshots, sealedSnapshots } from '#platform/snapshots'
import type { SubjectKeys } from '#platform/subject-keys'
import { documentsIn } from './documents.ts'
import type { Foundation } from './foundation.ts'
import type { Waiting } from './waiting.ts'

export async function openSnapshots({ mongo, pool, world }: Foundation, keys: SubjectKeys, waiting: Waiting): Promise<Snapshots> {
  const store = documentsIn({ mongo, pool })
  const documents = await waiting.until(mongo ? 'files' : 'database', () => store.open<SealedSnapshot>(SNAPSHOTS))
  return sealedSnapshots({ documents, keys, version: foldVersion(), world })
}

/** What makes states of events, as a digest of its very source: nobody need remember that a change of it makes every snapshot another one's. */
function foldVersion(): string {
  const hash = createHash('sha256')
  for (const folder of ['domain', 'platform/command-handler', 'platform/event-codec']) {
    const place = join(import.meta.dirname, '../shared', folder)
    const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    for (const file of files.sort()) hash.update(file).update(readFileSync(join(place, file)))
  }
  return hash.digest('base64url')
}
