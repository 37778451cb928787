import type { PackRow } from './row.ts'

/** What a pack's new row is, or that it has none any more. */
export type Change = { readonly pack: string; readonly row: PackRow | null }
type Counted = Pick<PackRow, 'workspace' | 'kind' | 'trashed' | 'status'>
/** As much of a row that is there as its successor is judged by. */
export type Before = Counted & Pick<PackRow, 'pack' | 'revision' | 'words' | 'waiting'>

/** The changes to write, for any store. */
export interface Rewriting {
  readonly rows: readonly PackRow[]
  /** Rows whose words are others than before, or are searched in another workspace. */
  readonly words: readonly PackRow[]
  readonly waiting: readonly { readonly pack: string; readonly waiting: readonly string[] }[]
  readonly tally: readonly { readonly of: Counted; readonly by: number }[]
  readonly gone: readonly string[]
}

/** A row never goes back to an older revision, and each is counted once. */
export function rewriting(changes: readonly Change[], before: ReadonlyMap<string, Before>): Rewriting {
  const fresh = changes.filter(({ pack, row }) => !row || row.revision >= (before.get(pack)?.revision ?? -1))
  const rows = fresh.flatMap(({ row }) => row ?? [])
  const steps = fresh.flatMap(({ pack, row }): { of: Counted; by: number }[] => {
    const was = before.get(pack)
    return [...(was ? [{ of: was, by: -1 }] : []), ...(row ? [{ of: row, by: 1 }] : [])]
  })
  return {
    rows,
    words: rows.filter(({ pack, words, workspace }) => {
      const was = before.get(pack)
      return words !== was?.words || workspace !== was.workspace
    }),
    waiting: fresh.flatMap(({ pack, row }) => {
      const [was, is] = [before.get(pack)?.waiting ?? [], row?.waiting ?? []]
      return was.join() === is.join() ? [] : [{ pack, waiting: is }]
    }),
    tally: summed(steps),
    gone: fresh.filter(({ pack, row }) => !row && before.has(pack)).map(({ pack }) => pack),
  }
}

function summed(steps: readonly { readonly of: Counted; readonly by: number }[]): Rewriting['tally'] {
  const sums = new Map<string, { of: Counted; by: number }>()
  for (const { of, by } of steps) {
    const key = tallyOf(of)
    sums.set(key, { of, by: (sums.get(key)?.by ?? 0) + by })
  }
  return [...sums.values()].filter(({ by }) => by !== 0)
}

export const tallyOf = ({ workspace, kind, trashed, status }: Counted) => [workspace, kind, trashed, status].join()
