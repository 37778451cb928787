import { LIVE } from '#contract/live'
import type { Queries } from '../services.ts'

interface Emitter {
  emit(name: string, message: unknown): unknown
}

/** Rows of the list that changed, to whoever watches their workspace. While rows are read, further news are gathered. */
export function listNews(queries: Pick<Queries, 'onRows' | 'rowsOf'>, to: (workspace: string) => Emitter): () => void {
  let waiting = new Set<string>()
  let reading = false
  // Where a pack was seen last: of a row that is gone nothing else tells whose it was.
  const workspaceOf = new Map<string, string>()

  async function read(): Promise<void> {
    reading = true
    while (waiting.size > 0) {
      const packs = [...waiting]
      waiting = new Set()
      const rows = await queries.rowsOf(packs).catch(() => null)
      if (rows === null) continue
      const byWorkspace = new Map<string, { documents: unknown[]; removed: string[] }>()
      const news = (workspace: string) => {
        const found = byWorkspace.get(workspace) ?? { documents: [], removed: [] }
        byWorkspace.set(workspace, found)
        return found
      }
      for (const row of rows) {
        workspaceOf.set(row.key, row.account_key)
        news(row.account_key).documents.push(row)
      }
      const there = new Set(rows.map(({ key }) => key))
      for (const pack of packs) {
        const workspace = workspaceOf.get(pack)
        if (there.has(pack) || workspace === undefined) continue
        workspaceOf.delete(pack)
        news(workspace).removed.push(pack)
      }
      for (const [account_key, { documents, removed }] of byWorkspace) {
        to(account_key).emit(LIVE.listChanged, { account_key, documents, removed })
      }
    }
    reading = false
  }

  return queries.onRows((packs) => {
    for (const pack of packs) waiting.add(pack)
    if (!reading) void read()
  })
}
