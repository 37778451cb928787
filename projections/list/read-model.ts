import type { ListRow } from '#contract/document-list'
import { packOfStream } from '#domain/pack'
import { defineReadModel } from '#projections/runner'
import { countOfOwner, type OwnedPacks, packsOfOwner } from './owned.ts'
import { listProjection } from './project.ts'
import {
  countOfBulkSends,
  countPacks,
  customFieldNames,
  type ListPage,
  type ListQuestion,
  listPacks,
  type MadeFrom,
  packsMadeFrom,
  packsOfBulkSend,
  rowsOfPacks,
} from './query.ts'
import { packsOfWorkspace } from './retention.ts'

/** Documents and templates, a row each. */
export const listReadModel = defineReadModel({
  projection: listProjection,
  answers: ({ pool, upToNow, onRows }) => ({
    async list(question: ListQuestion): Promise<ListPage & { readonly counts: Record<string, number> }> {
      await upToNow()
      const [page, counts] = await Promise.all([listPacks(pool, question), countPacks(pool, question)])
      return { ...page, counts }
    },
    async customFieldNames(workspace: string, kind: ListQuestion['kind']) {
      await upToNow()
      return customFieldNames(pool, workspace, kind)
    },
    async rowsOf(packs: readonly string[]): Promise<readonly ListRow[]> {
      await upToNow()
      return rowsOfPacks(pool, packs)
    },
    /** How many documents of a bulk send have each status. */
    async countOfBulkSend(bulkSend: string): Promise<Readonly<Record<string, number>>> {
      await upToNow()
      return (await countOfBulkSends(pool, [bulkSend])).get(bulkSend) ?? {}
    },
    async countOfBulkSends(bulkSends: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
      await upToNow()
      return countOfBulkSends(pool, bulkSends)
    },
    /** Documents of a bulk send behind a key, in the order of keys. */
    async packsOfBulkSend(bulkSend: string, after: string, limit: number): Promise<readonly string[]> {
      await upToNow()
      return packsOfBulkSend(pool, { bulkSend, status: null, after, limit })
    },
    /** Those that wait for signatures, with every one that was made before the question; null: the rows lag behind. */
    async awaitingOfBulkSend(bulkSend: string, after: string, limit: number): Promise<readonly string[] | null> {
      return (await upToNow()) ? packsOfBulkSend(pool, { bulkSend, status: 'awaiting_signatures', after, limit }) : null
    },
    /** Documents that were made from a template, the youngest first. */
    async packsMadeFrom(asked: MadeFrom): Promise<{ readonly documents: readonly ListRow[]; readonly all: number }> {
      await upToNow()
      return packsMadeFrom(pool, asked)
    },
    /** Packs of a workspace, the trash with them, behind a key and in the order of keys. */
    async packsOf(workspace: string, after: string, limit: number): Promise<readonly string[]> {
      await upToNow()
      return packsOfWorkspace(pool, workspace, after, limit)
    },
    /** Packs of a member behind a key, every one that was made before the question; null: the rows lag behind. */
    async packsOfOwner(workspace: string, owner: string, after: string, limit: number): Promise<readonly string[] | null> {
      return (await upToNow()) ? packsOfOwner(pool, { workspace, owner, after, limit }) : null
    },
    async countOfOwner(workspace: string, owner: string): Promise<OwnedPacks> {
      await upToNow()
      return countOfOwner(pool, workspace, owner)
    },
    /** Packs whose rows changed, once they are there. */
    onRows: (listener: (packs: readonly string[]) => void): (() => void) =>
      onRows((streams) => listener(streams.flatMap((stream) => packOfStream(stream) ?? []))),
  }),
})
