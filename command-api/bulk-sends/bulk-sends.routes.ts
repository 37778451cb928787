import { token } from '#contract/bounds'
import {
  bulkSendAnswer,
  bulkSendLogAnswer,
  bulkSendLogQuery,
  bulkSendsAnswer,
  bulkSendsQuery,
  bulkSendUpdate,
  remindersAnswer,
  rowToLeaveOut,
  rowToRetry,
  tempCsvAnswer,
  tempCsvQuery,
} from '#contract/bulk-sends'
import {
  bulkSend as aggregate,
  BULK_SEND,
  BULK_SEND_REFUSALS,
  type BulkSend,
  type BulkSendCommand,
  commandsOfClone,
  documentOfRow,
  mayManageBulkSends,
  pinsOf,
} from '#domain/bulk-send'
import { derivedUuid, disclosed } from '#domain/kernel'
import { can, type PackState, pack as packAggregate, streamOfPack } from '#domain/pack'
import { fileOfRow, hasSameRows } from '#domain/recipient-lists'
import { COMMAND_REFUSALS, commandsOf } from '#platform/command-handler'
import type { AskedFor, TempDownloadStore } from '#platform/temp-downloads'
import type { DryRuns } from '#projections/dry-runs'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, type Problem, problem, refusalAsProblem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { commandOriginOf, idempotencyKeyOf } from '../edge/request-origin.ts'
import { keyParams } from '../pack/pack-call.ts'
import { bulkSendPlaces, type Place } from './place.ts'
import { failedRowsOf, logOf, recordOf } from './records.ts'
import { resultLines } from './results.ts'
import type { PinnedRows } from './rows.ts'

/** Of temporary downloads. */
const RESULTS = 'bulk_send_results'
const RESULTS_PAGE = 200
const REFUSALS = { ...BULK_SEND_REFUSALS, ...COMMAND_REFUSALS }
type Update = (typeof bulkSendUpdate)['_output']

/** Bulk sends: set up, activated, paused, undone and followed. */
export function bulkSendRoutes(
  app: App<
    'files' | 'handler' | 'keyIndex' | 'queries' | 'world',
    { readonly bulkSendRows: PinnedRows; readonly dryRuns: Pick<DryRuns, 'find'>; readonly tempDownloads: TempDownloadStore }
  >,
): void {
  const { edge, packs, people, services } = app
  const { files, handler, keyIndex, queries, tempDownloads, world, dryRuns, bulkSendRows: rows } = services
  const commands = commandsOf(aggregate, handler)
  const now = () => new Date(world.clock.now()).toISOString()

  const { placeIn, found, foundToChange, linked, template: templateIn } = bulkSendPlaces(services, packs)

  const createdBy = async (key: string) => Object.values(await queries.countOfBulkSend(key)).reduce((sum, count) => sum + count, 0)

  async function recordAt(place: Place, key: string, state: BulkSend) {
    const counts = state.run === null ? {} : await queries.countOfBulkSend(key)
    const matching = state.status === 'setup' ? await rows.count(state, now().slice(0, 10)) : null
    return recordOf(key, state, { counts, matching: matching ?? 0, canBeChanged: mayManageBulkSends(place), now: now() })
  }
  const answer = async (place: Place, key: string, state: BulkSend) =>
    ok({ bulk_send: await recordAt(place, key, state), failed_rows: failedRowsOf(state) })

  async function perform(place: Place, key: string, wanted: readonly BulkSendCommand[], part = ''): Promise<BulkSend | Problem> {
    const { workspace, permissions, caller, request } = place
    const outcome = await commands.perform({
      key,
      who: { as: 'team', workspace, permissions },
      commands: wanted,
      ...commandOriginOf(caller, request, `bulk send ${part}`),
      async beforeAppend() {
        if (wanted[0]?.do === 'CreateBulkSend') await keyIndex.register([{ key, kind: BULK_SEND, pack: workspace }])
      },
    })
    return 'refused' in outcome ? refusalAsProblem(outcome, REFUSALS) : outcome.state
  }
  const refuse = (refused: keyof typeof BULK_SEND_REFUSALS) => refusalAsProblem({ refused }, REFUSALS)

  /** The key of one that a request makes: sent again it is the same. */
  function newKey(place: Place, made: string): string {
    const once = idempotencyKeyOf(place.request)
    return once === null ? world.ids.next() : derivedUuid(JSON.stringify([made, place.workspace, place.caller.user, once]))
  }

  /** What would go out now: the decider compares it with the report. */
  async function activation(place: Place, key: string, state: BulkSend, report: string | null): Promise<BulkSendCommand | Problem> {
    if (state.template === null) return refuse('bulk-send-without-template')
    if (state.list === null) return refuse('bulk-send-without-list')
    const template = await templateIn(place, state.template)
    if (template === null) return refuse('bulk-send-without-template')
    if (!can(template.who, 'can_upload_documents')) return problem('not-allowed')
    const version = await rows.now(state)
    if (version === null) return refuse('bulk-send-without-list')
    const pins = pinsOf(state, { template: template.state, version, day: now().slice(0, 10) })
    const before = await rows.pinned(state, state.run?.pins ?? null)
    const isSame = before !== null && hasSameRows(before, version)
    return { do: 'ActivateBulkSend', user: place.caller.user, report, check: await dryRuns.find(key), pins, hasSameRows: isSame }
  }

  function settingsIn(data: Update): BulkSendCommand[] {
    const { description, bulk_send_type: type, template_key: template, recipient_data_key: list, filter, when_to_run: at, per_hour } = data
    return [
      ...(description === undefined ? [] : [{ do: 'DescribeBulkSend', description } as const]),
      ...(type === undefined ? [] : [{ do: 'ChooseBulkSendType', type } as const]),
      ...(list === undefined ? [] : [{ do: 'ChooseBulkSendList', list } as const]),
      ...(template === undefined ? [] : [{ do: 'ChooseBulkSendTemplate', template } as const]),
      ...(filter === undefined
        ? []
        : [
            {
              do: 'ChangeBulkSendFilter',
              filter: filter.map(({ selected_field, selected_inequality, comparison_value }) => ({
                field: selected_field,
                operator: selected_inequality,
                value: comparison_value,
              })),
            } as const,
          ]),
      ...(at === undefined ? [] : [{ do: 'ScheduleBulkSend', at } as const]),
      ...(per_hour === undefined ? [] : [{ do: 'LimitBulkSend', perHour: per_hour } as const]),
    ]
  }

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends',
    summary: 'The bulk sends of the workspace, newest first; with `archived`, those that were deleted.',
    access: 'team',
    query: bulkSendsQuery,
    answer: bulkSendsAnswer,
    async run({ caller, request, query }) {
      const place = placeIn(caller, request)
      if (isProblem(place)) return place
      const keys = await keyIndex.keysOf(place.workspace, BULK_SEND)
      const all = await Promise.all(keys.map(async (key) => ({ key, state: await commands.load(key) })))
      const wanted = all.filter(({ state }) => state.exists && state.archived === (query.archived === 'true'))
      const records = await Promise.all(wanted.map(({ key, state }) => recordAt(place, key, state)))
      return ok({ bulk_sends: records.sort((a, b) => (a.date_created < b.date_created ? 1 : -1)) })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key',
    summary: 'One bulk send with its counters, and its rows that failed.',
    access: 'team',
    params: keyParams,
    answer: bulkSendAnswer,
    async run({ caller, request, params: { key } }) {
      const at = await found(caller, request, key)
      return isProblem(at) ? at : answer(at.place, key, at.state)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/bulk_sends/add_update_bulk_send',
    summary:
      'Creates a bulk send (`key` is `new`) or changes one. `status` `active` activates what its last dry run checked, `paused` pauses it; `archived` deletes and restores it.',
    access: 'team',
    body: dataBody(bulkSendUpdate),
    answer: bulkSendAnswer,
    async run({ caller, request, body: { data } }) {
      const place = placeIn(caller, request)
      if (isProblem(place)) return place
      const isNew = data.key === 'new'
      const key = isNew ? newKey(place, 'bulk send') : data.key
      const at = isNew ? null : await found(caller, request, key)
      if (isProblem(at)) return at
      const { workspace } = place
      const create = { do: 'CreateBulkSend', workspace, creator: caller.user, description: data.description ?? '' } as const
      const restore = data.archived === false ? ([{ do: 'RestoreBulkSend' }] as const) : []
      const changes = [...(isNew ? [create] : []), ...restore, ...settingsIn(data)]
      let state: BulkSend | Problem = at?.state ?? aggregate.initial
      if (changes.length > 0) state = await perform(place, key, changes, 'settings')
      if (isProblem(state)) return state
      if (data.status === 'active') {
        const activate = await activation(place, key, state, data.report ?? null)
        if (isProblem(activate)) return activate
        state = await perform(place, key, [activate], 'status')
      } else if (data.status === 'paused') {
        state = await perform(place, key, [{ do: 'PauseBulkSend', created: await createdBy(key) }], 'status')
      }
      if (!isProblem(state) && data.archived) {
        state = await perform(place, key, [{ do: 'DeleteBulkSend', created: await createdBy(key) }], 'archived')
      }
      return isProblem(state) ? state : answer(place, key, state)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/bulk_sends/:key/clone',
    summary: 'Makes another bulk send with the same settings, in setup.',
    access: 'team',
    params: keyParams,
    answer: bulkSendAnswer,
    async run({ caller, request, params: { key: from } }) {
      const at = await found(caller, request, from)
      if (isProblem(at)) return at
      const { place, state } = at
      const key = newKey(place, 'clone of a bulk send')
      const description = [...`Copy of ${disclosed(state.description, '')}`].slice(0, 200).join('')
      const create = { do: 'CreateBulkSend', workspace: place.workspace, creator: caller.user, description, from } as const
      const made = await perform(place, key, [create, ...commandsOfClone(state)])
      return isProblem(made) ? made : answer(place, key, made)
    },
  })

  const single = (verb: string, summary: string, commandFor: (user: string) => BulkSendCommand) =>
    call(edge, {
      method: 'POST',
      url: `/app/bulk_sends/:key/${verb}`,
      summary,
      access: 'team',
      params: keyParams,
      answer: bulkSendAnswer,
      async run({ caller, request, params: { key } }) {
        const at = await found(caller, request, key)
        if (isProblem(at)) return at
        const state = await perform(at.place, key, [commandFor(caller.user)])
        return isProblem(state) ? state : answer(at.place, key, state)
      },
    })
  single('undo', 'Withdraws all documents of the bulk send that wait for signatures, with a mail to those who were asked.', (user) => ({
    do: 'UndoBulkSend',
    user,
  }))

  call(edge, {
    method: 'POST',
    url: '/app/bulk_sends/:key/retry_row',
    summary: 'Tries again to make the document of a row that failed.',
    access: 'team',
    params: keyParams,
    body: dataBody(rowToRetry),
    answer: bulkSendAnswer,
    async run({ caller, request, params: { key }, body: { data } }) {
      const at = await found(caller, request, key)
      if (isProblem(at)) return at
      const state = await perform(at.place, key, [{ do: 'RetryBulkSendRow', row: data.row, user: caller.user }])
      return isProblem(state) ? state : answer(at.place, key, state)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/bulk_sends/:key/leave_out_row',
    summary: 'Leaves a row of the list out of a bulk send, or takes it in again. The list keeps it.',
    access: 'team',
    params: keyParams,
    body: dataBody(rowToLeaveOut),
    answer: bulkSendAnswer,
    async run({ caller, request, params: { key }, body: { data } }) {
      const at = await foundToChange(caller, request, key)
      if (isProblem(at)) return at
      const { row, left_out } = data
      const version = await rows.now(at.state)
      const file = version && fileOfRow(version, row)
      if (left_out && file === null) return refuse('bulk-send-row-missing')
      const isMade = (await handler.load(streamOfPack(documentOfRow(key, row)), packAggregate)).state.exists
      const command: BulkSendCommand =
        left_out && file ? { do: 'LeaveOutBulkSendRow', row, import: file, isMade } : { do: 'TakeInBulkSendRow', row }
      const state = await perform(at.place, key, [command])
      return isProblem(state) ? state : answer(at.place, key, state)
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/enqueue_bulk_send_reminder_mails',
    summary: 'Reminds everybody who was asked to sign a document of the bulk send and has not answered.',
    access: 'team',
    changes: true,
    params: keyParams,
    answer: remindersAnswer,
    async run({ caller, request, params: { key } }) {
      const at = await found(caller, request, key)
      if (isProblem(at)) return at
      const state = await perform(at.place, key, [{ do: 'RemindBulkSend', user: caller.user }])
      return isProblem(state) ? state : ok({ message: 'Reminders are on their way to everybody who has not answered yet.' })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/bulk_send_logs/:key',
    summary: 'What happened to a bulk send, oldest first; with `since`, only what is newer.',
    access: 'team',
    params: keyParams,
    query: bulkSendLogQuery,
    answer: bulkSendLogAnswer,
    async run({ caller, request, params: { key }, query }) {
      const at = await found(caller, request, key)
      if (isProblem(at)) return at
      const [history, names] = await Promise.all([commands.history(key), people.namesOf(at.place.workspace)])
      return ok({ bulk_send_logs: logOf(history, names, query.since) })
    },
  })

  /** Makes the file of results; the client asks again until it is there. */
  async function makeResults(asked: AskedFor): Promise<void> {
    const states: PackState[] = []
    for (let after = ''; ; ) {
      const found = await queries.packsOfBulkSend(asked.pack, after, RESULTS_PAGE)
      for (const pack of found) states.push((await handler.load(streamOfPack(pack), packAggregate)).state)
      if (found.length < RESULTS_PAGE) break
      after = found.at(-1)!
    }
    await tempDownloads.keep(asked, Buffer.from([...resultLines(states.filter(({ exists }) => exists))].join(''), 'utf8'))
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
      makeResults(asked).catch(async (error: unknown) => {
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
