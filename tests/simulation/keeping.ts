import type { CommandHandler } from '#platform/command-handler'
import type { Mailer } from '#platform/mail'
import { startRetention } from '#processes/retention'
import type { PackRow } from '#projections/list'
import type { Environment } from './environment.ts'
import type { Host } from './host.ts'
import { LIST } from './read-models.ts'

/** Seldom enough to cost nothing, and often enough that the wait for the next round is short. */
export const ROUND_MS = 6 * 3_600_000

interface RetentionParts {
  readonly handler: CommandHandler
  readonly mailer: Pick<Mailer, 'send'>
  readonly publicUrl: string
  readonly creator: { readonly name: string; readonly email: string }
}

/** The retention of one server. Each looks, as where one was thought dead and wakes up. */
export function startRetentionRounds(house: Environment, { world }: Host, { handler, mailer, publicUrl, creator }: RetentionParts): void {
  startRetention({
    handler,
    mailer,
    world,
    workspaces: async () => [...house.keeping],
    async candidates({ workspace, trash }) {
      for (const looked of house.lookers) looked(workspace)
      const rows = [...house.database.table<PackRow>(LIST).values()]
      return rows.flatMap((row) => (row.workspace === workspace && row.trashed && trash ? [row.pack] : []))
    },
    userOf: async () => creator,
    publicUrl,
    everyMs: ROUND_MS,
  })
}
