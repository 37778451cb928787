import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'requirements')

export interface Requirement {
  readonly id: string
  readonly area: string
  readonly kind: string
  readonly requirement: string
  /** The level of the cheapest test that proves it honestly. */
  readonly proof: string
}

export function requirements(): readonly Requirement[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ledger.tsv'))
    .sort()
    .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'))
    .map((line) => line.trimEnd().split('\t'))
    .filter(([id = '']) => /^[DWS]-\d{3}$/.test(id))
    .map(([id = '', area = '', kind = '', requirement = '', proof = '']) => ({ id, area, kind, requirement, proof }))
}

/** Folders of tests that prove a row at the level its ledger line asks, or above it. For a unit any folder does. */
const PROVES: Readonly<Record<string, readonly string[]>> = {
  api: ['api', 'browser'],
  process: ['process', 'browser'],
  pdf: ['pdf', 'api', 'browser'],
  browser: ['browser'],
}

/** Rows that tests claim in their titles, but only below the level that their ledger line asks. */
export function belowTheirLevel(rows: readonly Requirement[], tests: ReadonlyMap<string, string>): readonly Requirement[] {
  const folders = new Map<string, Set<string>>()
  for (const [path, text] of tests)
    for (const [, ids = ''] of text.matchAll(/['"`]\[((?:[DWS]-\d{3} ?)+)\]/g))
      for (const id of ids.split(' ')) folders.set(id, (folders.get(id) ?? new Set()).add(path.split('/')[1] ?? ''))
  return rows.filter(({ id, proof }) => {
    const [claimedIn, proving] = [folders.get(id), PROVES[proof]]
    return claimedIn !== undefined && proving !== undefined && !proving.some((folder) => claimedIn.has(folder))
  })
}
