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
} from '#contract/bulk-sends'
import {
  bulkSend as aggregate,
  BULK_SEND,
  BULK_SEND_REFUSALS,
  type BulkSend,
  type BulkSendCommand,
  commandsOfClone,
  documentOfRow,
  type ListedBulkSend,
  mayManageBulkSends,
  pinsOf,
} from '#domain/bulk-send'
import { derivedUuid, disclosed } from '#domain/kernel'
import { can, pack as packAggregate, streamOfPack } from '#domain/pack'
import { fileOfRow, hasSameRows } from '#domain/recipient-lists'
import { COMMAND_REFUSALS, commandsOf } from '#platform/command-handler'
import type { DryRuns } from '#projections/dry-runs'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, type Problem, problem, refusalAsProblem } from '../edge/problem.ts'
import { commandOriginOf, idempotencyKeyOf } from '../edge/request-origin.ts'
import { keyParams } from '../pack/pack-call.ts'
import { bulkSendPlaces, type FoundBulkSend, type Place } from './place.ts'
import { failedRowsOf, logOf, recordOf } from './records.ts'
import type { PinnedRows } from './rows.ts'

const REFUSALS = { ...BULK_SEND_REFUSALS, ...COMMAND_REFUSALS }
type Update = (typeof bulkSendUpdate)['_output']

/** Bulk sends: set up, activated, paused, undone and followed. */
export function bulkSendRoutes(
  app: App<'handler' | 'keyIndex' | 'queries' | 'world', { readonly bulkSendRows: PinnedRows; readonly dryRuns: Pick<DryRuns, 'find'> }>,
): void {
  const { edge, packs, people, services } = app
  const { handler, keyIndex, queries, world, dryRuns, bulkSendRows: rows } = services
  const commands = commandsOf(aggregate, handler)
  const now = () => new Date(world.clock.now()).toISOString()

  const { placeIn, found, foundToChange, template: templateIn } = bulkSendPlaces(services, packs)

  const createdBy = async (key: string) => Object.values(await queries.countOfBulkSend(key)).reduce((sum, count) => sum + count, 0)

  async function recordAt(place: Place, key: string, state: BulkSend) {
    return (await recordsAt(place, [{ key, bulkSend: state }]))[0]!
  }
  /** However many there are, their documents are counted together. */
  async function recordsAt(place: Place, all: readonly { readonly key: string; readonly bulkSend: ListedBulkSend }[]) {
    const ran = all.filter(({ bulkSend }) => bulkSend.run !== null).map(({ key }) => key)
    const inSetup = all.filter(({ bulkSend }) => bulkSend.status === 'setup').map(({ bulkSend }) => bulkSend)
    const [counts, found] = await Promise.all([
      ran.length === 0 ? null : queries.countOfBulkSends(ran),
      rows.counts(place.workspace, inSetup, now().slice(0, 10)),
    ])
    const matching = new Map(inSetup.map((bulkSend, at) => [bulkSend, found[at] ?? 0]))
    const canBeChanged = mayManageBulkSends(place)
    return all.map(({ key, bulkSend }) =>
      recordOf(key, bulkSend, { counts: counts?.get(key) ?? {}, matching: matching.get(bulkSend) ?? 0, canBeChanged, now: now() }),
    )
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
  /** One that was found, after this command. */
  async function changed(at: FoundBulkSend | Problem, command: BulkSendCommand) {
    if (isProblem(at)) return at
    const state = await perform(at.place, at.key, [command])
    return isProblem(state) ? state : answer(at.place, at.key, state)
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
    summary: 'The bulk sends of the workspace, newest first; with `archived`, those that were deleted. Without `limit` all of them.',
    access: 'team',
    query: bulkSendsQuery,
    answer: bulkSendsAnswer,
    async run({ caller, request, query }) {
      const place = placeIn(caller, request)
      if (isProblem(place)) return place
      const { archived, cursor, limit } = query
      const page = await queries.bulkSends({ workspace: place.workspace, archived: archived === 'true', cursor, limit })
      return ok({ bulk_sends: await recordsAt(place, page.bulkSends), cursor: page.cursor })
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

  call(edge, {
    method: 'POST',
    url: '/app/bulk_sends/:key/undo',
    summary: 'Withdraws all documents of the bulk send that wait for signatures, with a mail to those who were asked.',
    access: 'team',
    params: keyParams,
    answer: bulkSendAnswer,
    run: async ({ caller, request, params: { key } }) =>
      changed(await found(caller, request, key), { do: 'UndoBulkSend', user: caller.user }),
  })

  call(edge, {
    method: 'POST',
    url: '/app/bulk_sends/:key/retry_row',
    summary: 'Tries again to make the document of a row that failed.',
    access: 'team',
    params: keyParams,
    body: dataBody(rowToRetry),
    answer: bulkSendAnswer,
    run: async ({ caller, request, params: { key }, body: { data } }) =>
      changed(await found(caller, request, key), { do: 'RetryBulkSendRow', row: data.row, user: caller.user }),
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
      return changed(at, left_out && file ? { do: 'LeaveOutBulkSendRow', row, import: file, isMade } : { do: 'TakeInBulkSendRow', row })
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
}
