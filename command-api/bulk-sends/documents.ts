import { commandsOfRow, documentOfRow, type RowValues } from '#domain/bulk-send'
import { derivedUuid } from '#domain/kernel'
import { pack as aggregate, BULK_SENDS, liveSignatories, type PackState } from '#domain/pack'
import { typesettingWith } from '#pdf/appearance'
import { loadMetrics } from '#pdf/text-layout'
import { commandsOf } from '#platform/command-handler'
import { isProblem } from '../edge/problem.ts'
import { withContactLists } from '../pack/contact-lists.ts'
import { copyInto, originRefusal } from '../pack/copy.ts'
import { packProblem } from '../pack/packs.ts'
import type { Services } from '../services.ts'

export interface DocumentOfRow {
  readonly bulkSend: string
  /** What the bulk send is called, for the document's history. */
  readonly description: string
  readonly workspace: string
  /** In whose name. */
  readonly creator: string
  readonly template: string
  readonly state: PackState
  readonly row: number
  readonly values: RowValues
  /** Its signatures are requested with the same append. */
  readonly send: boolean
}

export interface BulkSendDocuments {
  /** The code of the refusal; null: the row has its document. Asked again, it has the same one. */
  make(of: DocumentOfRow): Promise<string | null>
}

type Parts = Pick<Services, 'handler' | 'keyIndex' | 'files' | 'sharedLeaves'> & { readonly defaultCountry: string }

/** Documents of a bulk send, each made whole in one append: what a template says, what its row says, and the request. */
export function bulkSendDocuments({ handler, keyIndex, files, sharedLeaves, defaultCountry }: Parts): BulkSendDocuments {
  const commands = commandsOf(aggregate, handler)
  return {
    async make({ bulkSend, description, workspace, creator, template, state, row, values, send }) {
      const pack = documentOfRow(bulkSend, row)
      const context = { defaultCountry, typesetting: typesettingWith(await loadMetrics()) }
      const cause = `bulk-send:${bulkSend}:${row}`
      const made = await copyInto(
        { files, sharedLeaves },
        {
          pack,
          origin: { pack: template, state },
          as: { kind: 'document', workspace, creator, name: values.name },
          refused: originRefusal(state),
          more: {
            isDone: (copy) => copy.bulkSend !== undefined,
            commands: (keyOf) => [
              { do: 'RecordBulkSendRow', bulkSend, description, row },
              ...commandsOfRow(values, state, keyOf),
              ...(send ? [{ do: 'RequestSignatures' as const, requests: requestsOf(pack, state, keyOf) }] : []),
            ],
          },
          async append({ keys, decide }) {
            const outcome = await withContactLists(
              handler,
              () => workspace,
              (contactLists) =>
                commands.record({
                  key: pack,
                  context: { ...context, contactLists },
                  origin: {
                    actor: { principal: BULK_SENDS, capacity: 'process', proof: 'installation' },
                    correlation: bulkSend,
                    causation: cause,
                  },
                  decide,
                  beforeAppend: async () => void (await keyIndex.register(keys)),
                }),
            )
            return 'refused' in outcome ? packProblem(outcome) : outcome
          },
        },
      )
      return isProblem(made) ? made.code : null
    },
  }
}

const requestsOf = (pack: string, template: PackState, keyOf: (key: string) => string) =>
  Object.fromEntries(liveSignatories(template).map(({ uuid }) => [keyOf(uuid), derivedUuid(JSON.stringify([pack, uuid, 'request']))]))
