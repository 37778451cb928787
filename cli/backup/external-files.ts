import { join } from 'node:path'
import type { Configuration } from '#platform/configuration'
import { jsonLines } from '#platform/json-lines'
import { outsidePaths } from '../data-folder.ts'

/** A file that stands outside the database and only ever grows: JSON lines; a crash may have cut one off. */
export interface ExternalFile {
  /** What it is called in a backup. */
  readonly name: 'deletions.jsonl' | 'anchors.jsonl'
  /** Where this installation has it. */
  readonly path: string
}

export function externalFilesOf(configuration: Pick<Configuration, 'evidence'>, dataDir: string): readonly ExternalFile[] {
  const { deletions, anchors } = outsidePaths(configuration, dataDir)
  return [
    { name: 'deletions.jsonl', path: deletions },
    { name: 'anchors.jsonl', path: anchors },
  ]
}

export async function saveExternalFiles({ name, path }: ExternalFile, folder: string): Promise<void> {
  const lines = await textsOf(path)
  if (lines.length > 0) await jsonLines(join(folder, name)).append(lines)
}

/**
 * Restores missing lines and removes nothing: a restore that forgot a deletion would bring the deleted data back.
 * Answers in words what it could not restore. Anchors that are there and not in the backup are later ones, or of another
 * history; older ones behind them would only look like one that was rewritten.
 */
export async function restoreExternalFiles({ name, path }: ExternalFile, folder: string): Promise<string | null> {
  const [saved, there] = [await textsOf(join(folder, name)), await textsOf(path)]
  const missing = saved.filter((line) => !there.includes(line))
  if (missing.length === 0) return null
  if (name === 'anchors.jsonl' && there.some((line) => !saved.includes(line)))
    return `${path} differs from the backup: ${missing.length} of its anchors are missing there. Nothing was changed in it.`
  await jsonLines(path).append(missing)
  return null
}

const textsOf = async (path: string) => (await jsonLines(path).lines()).map(({ text }) => text)
