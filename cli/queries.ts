import type pg from 'pg'
import type { Queries } from '#command-api'
import { auditTrail } from '#projections/audit-trail'
import { countPacks, listPacks, rowsOfPacks } from '#projections/list'
import { packOfStream } from '#projections/packs'
import type { Projections } from '#projections/runner'

/** Somebody who has just changed something and looks at a list waits at most so long until it shows. */
const WAIT_MS = 2_000

/** The read models' answers. Whoever asks sees what was acknowledged before they asked, unless that takes too long. */
export function queriesOf(pool: pg.Pool, projections: Projections | null): Queries {
  const upToNow = (name: string) => projections?.waitFor(name, null, WAIT_MS) ?? Promise.resolve(false)
  return {
    async list(question) {
      await upToNow('list')
      const [page, counts] = await Promise.all([listPacks(pool, question), countPacks(pool, question)])
      return { ...page, counts }
    },
    async rowsOf(packs) {
      await upToNow('list')
      return rowsOfPacks(pool, packs)
    },
    onRows(listener) {
      if (!projections) return () => undefined
      return projections.onRows(({ projection, streams }) => {
        if (projection === 'list') listener(streams.flatMap((stream) => packOfStream(stream) ?? []))
      })
    },
    async auditTrail(question) {
      await upToNow('audit_trail')
      return auditTrail(pool, question)
    },
  }
}
