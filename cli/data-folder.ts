import { chmod, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from '#platform/configuration'
import { ForPeople } from './explain.ts'
import { makeFolder } from './make-folder.ts'

const UNWRITABLE: Readonly<Record<string, string>> = {
  EACCES: 'its owner or its rights do not let this user',
  EPERM: 'its owner or its rights do not let this user',
  EROFS: 'its disk can only be read',
}

/** Finds out now, not at the first upload, whether the folder can be used. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await makeFolder(dataDir, { otherwise: 'Set PARAPH_DATA to a folder that can be written.' })
  // The database may run as an account of its own, which must reach its folder; what is secret has its own rights.
  await chmod(dataDir, 0o755).catch(() => undefined)
  const probe = join(dataDir, `.probe-${process.pid}`)
  const file = await open(probe, 'w').catch((error: NodeJS.ErrnoException) => {
    const why = UNWRITABLE[String(error.code)]
    if (why === undefined) throw error
    const another = 'PARAPH_DATA names another one, which begins with nothing of what is in this one.'
    throw new ForPeople(`The data folder ${dataDir} cannot be written: ${why}. Make it writable again. ${another}`)
  })
  try {
    await file.writeFile('can be written')
    await file.sync()
  } finally {
    await file.close()
    await rm(probe, { force: true })
  }
}

/** Records that no restore of the database undoes: in this folder, unless the settings say elsewhere. */
export const outsidePaths = ({ evidence }: Pick<Configuration, 'evidence'>, dataDir: string) => ({
  deletions: evidence.deletionsFile ?? join(dataDir, 'deletions.jsonl'),
  anchors: evidence.anchorFile ?? join(dataDir, 'anchors.jsonl'),
})
