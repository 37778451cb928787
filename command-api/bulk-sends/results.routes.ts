import { token } from '#contract/bounds'
import { tempCsvAnswer, tempCsvQuery } from '#contract/bulk-sends'
import { disclosed } from '#domain/kernel'
import { type PackState, pack as packAggregate, streamOfPack } from '#domain/pack'
import type { AskedFor, TempDownloadStore } from '#platform/temp-downloads'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { keyParams } from '../pack/pack-call.ts'
import { bulkSendPlaces } from './place.ts'
import { resultLines } from './results.ts'

/** Of temporary downloads. */
const RESULTS = 'bulk_send_results'
const RESULTS_PAGE = 200

/** What became of each document, as a table. */
export function bulkSendResultRoutes(
  app: App<'files' | 'handler' | 'keyIndex' | 'queries' | 'world', { readonly tempDownloads: TempDownloadStore }>,
): void {
  const { edge, packs, services } = app
  const { files, handler, queries, tempDownloads, world } = services
  const { found, linked } = bulkSendPlaces(services, packs)

  /** Makes the file of results, of documents that are still this workspace's; the client asks again until it is there. */
  async function makeResults(asked: AskedFor, workspace: string): Promise<void> {
    const states: PackState[] = []
    for (let after = ''; ; ) {
      const found = await queries.packsOfBulkSend(asked.pack, after, RESULTS_PAGE)
      for (const pack of found) states.push((await handler.load(streamOfPack(pack), packAggregate)).state)
      if (found.length < RESULTS_PAGE) break
      after = found.at(-1)!
    }
    await tempDownloads.keep(
      asked,
      Buffer.from([...resultLines(states.filter((state) => state.exists && state.workspace === workspace))].join(''), 'utf8'),
    )
  }

  call(edge, {
    method: 'GET',
    url: '/app/bulk_send/:key/generate_temp_csv',
    summary: 'Begins a table of results, or says whether the one of `bulk_send_temp_csv_key` is made. Poll until `file_key` is set.',
    access: 'team',
    params: keyParams,
    query: tempCsvQuery,
    answer: tempCsvAnswer,
    async run({ caller, request, params: { key }, query: { bulk_send_temp_csv_key: temporary } }) {
      const at = await found(caller, request, key)
      if (isProblem(at)) return at
      if (!at.place.permissions.has('can_download_document_csv_data')) return problem('not-allowed')
      if (temporary !== undefined) {
        const there = await tempDownloads.find(temporary)
        if (there?.user !== caller.user || there.pack !== key) return problem('not-found')
        return ok({ bulk_send_temp_csv: { key: temporary, file_key: there.made ? temporary : null } })
      }
      const asked = { key: world.ids.next(), pack: key, user: caller.user, type: RESULTS }
      await tempDownloads.announce(asked)
      makeResults(asked, at.place.workspace).catch(async (error: unknown) => {
        world.log.warn({ error }, 'results of a bulk send could not be made')
        await tempDownloads.drop(asked.key).catch(() => undefined)
      })
      return ok({ bulk_send_temp_csv: { key: asked.key, file_key: null } })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/bulk_send/:key/serve_temp_csv/:temp_csv_key',
    summary: 'A table of results, for the user who asked for it.',
    access: 'team',
    params: keyParams.extend({ temp_csv_key: token }),
    async run({ caller, request, reply, params: { key, temp_csv_key } }) {
      const there = await tempDownloads.find(temp_csv_key)
      if (there?.user !== caller.user || there.pack !== key || there.type !== RESULTS) return problem('not-found')
      // Who left the workspace meanwhile, or may no longer, takes nothing with them.
      const at = await linked(caller, request, key)
      if (isProblem(at) || !at.place.permissions.has('can_download_document_csv_data')) return problem('not-found')
      const content = await files.open(there.key)
      if (!content) return problem('not-found')
      const name = disclosed(at.state.description, '') || 'bulk-send'
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-length', content.size)
        .header('content-disposition', attachment(`${name}.csv`))
        .send(content.stream)
    },
  })
}
