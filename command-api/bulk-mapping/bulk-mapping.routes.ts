import { Readable } from 'node:stream'
import {
  bulkRowsAnswer,
  bulkRowsQuery,
  bulkSendParams,
  documentMapping,
  documentMappingAnswer,
  documentMappingParams,
  dryRunAnswer,
  dryRunRowsAnswer,
  dryRunRowsQuery,
  mappingFrom,
  mappingRecord,
} from '#contract/bulk-mapping'
import {
  type BulkSend,
  bulkSend as bulkSendAggregate,
  mappingProblems,
  mayManageBulkSends,
  maySeeBulkSends,
  type Pins,
  pinsOf,
  savedMapping,
} from '#domain/bulk-send'
import { derivedUuid, disclosed } from '#domain/kernel'
import { type PackState, pack as packAggregate, viewFor } from '#domain/pack'
import { type RecipientListVersion, recipientLists, versionNow } from '#domain/recipient-lists'
import { commandsOf } from '#platform/command-handler'
import { DRY_RUN_QUEUE, type DryRuns, dryRunJobKey, type ProblemRow } from '#projections/dry-runs'
import type { RecipientRows } from '#projections/recipient-rows'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import type { TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, type Problem, problem, refusalOf } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { commandOriginOf, idempotencyKeyOf } from '../edge/request-origin.ts'
import { csvHead, csvLine } from '../replay/csv.ts'
import { dryRunRecord } from './records.ts'

export interface BulkMappingServices {
  readonly dryRuns: DryRuns
  readonly recipientRows: Pick<RecipientRows, 'find' | 'page' | 'count'>
}

/** What the documents of a bulk send are given, and the check of all its rows before anything is sent. */
export function bulkMappingRoutes({ edge, services }: App<'handler' | 'world' | 'config' | 'jobs', BulkMappingServices>): void {
  const { handler, world, config, jobs, dryRuns, recipientRows } = services
  const bulkSends = commandsOf(bulkSendAggregate, handler)
  const packs = commandsOf(packAggregate, handler)
  const lists = commandsOf(recipientLists, handler)

  /** A bulk send of a workspace of the caller's; to anybody else it is not there. */
  async function placeOf(caller: TeamCaller, key: string, may: typeof maySeeBulkSends): Promise<Place | Problem> {
    const state = await bulkSends.load(key)
    const membership = caller.memberships.find(({ workspace }) => state.exists && workspace === state.workspace)
    if (!membership) return problem('not-found')
    return may(membership) ? { key, state, workspace: membership.workspace, permissions: membership.permissions } : problem('not-allowed')
  }
  async function versionOf({ list, workspace }: BulkSend): Promise<RecipientListVersion | null> {
    const found = list === null ? undefined : (await lists.load(workspace)).living.get(list)
    return found ? versionNow(found) : null
  }
  /** A template of the same workspace. */
  async function templateOf(template: string, { workspace }: BulkSend): Promise<PackState | null> {
    const state = await packs.load(template)
    return state.exists && state.workspace === workspace && state.kind === 'template' ? state : null
  }
  async function pinsNow(state: BulkSend): Promise<Pins | null> {
    const [version, template] = [await versionOf(state), state.template === null ? null : await templateOf(state.template, state)]
    if (!version || !template) return null
    return pinsOf(state, { version, template, day: new Date(world.clock.now()).toISOString().slice(0, 10) })
  }

  async function mappingAnswer(key: string, templateKey: string, state: BulkSend, template: PackState) {
    const mapping = savedMapping({ ...state, template: templateKey })
    const version = await versionOf(state)
    const columns = version?.columns ?? []
    const dates = version?.format.dates ?? 'day-month'
    const mapped = { mapping, template, columns: columns.map(({ name }) => name), dates, config }
    return ok({
      bulk_send_document_mapping: {
        key: derivedUuid(JSON.stringify(['document mapping', key, templateKey])),
        template_key: templateKey,
        ...mappingRecord(mapping),
      },
      incomplete: mappingProblems(mapped).map((one) => ({ ...one })),
      template: viewFor(template, { of: 'team' }),
      columns: columns.map((column) => ({ ...column })),
      dates,
      default_country: config.defaultCountry,
    })
  }

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/document_mapping/:template_key',
    summary:
      'What each document of a bulk send is given, what is still missing, and what that rests on: the template and the columns of the list.',
    access: 'team',
    params: documentMappingParams,
    answer: documentMappingAnswer,
    async run({ caller, params: { key, template_key } }) {
      const place = await placeOf(caller, key, maySeeBulkSends)
      if (isProblem(place)) return place
      const template = await templateOf(template_key, place.state)
      return template ? mappingAnswer(key, template_key, place.state, template) : problem('not-found')
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/bulk_sends/:key/document_mapping/:template_key',
    summary: 'Saves what each document of a bulk send is given, in place of the mapping before. Texts name columns as `{{column}}`.',
    access: 'team',
    params: documentMappingParams,
    body: dataBody(documentMapping),
    answer: documentMappingAnswer,
    async run({ caller, request, params: { key, template_key }, body: { data } }) {
      const place = await placeOf(caller, key, mayManageBulkSends)
      if (isProblem(place)) return place
      const template = await templateOf(template_key, place.state)
      if (!template) return problem('not-found')
      const outcome = await bulkSends.perform({
        key,
        who: { as: 'team', workspace: place.workspace, permissions: place.permissions },
        commands: [{ do: 'ChangeBulkSendMapping', template: template_key, mapping: mappingFrom(data) }],
        ...commandOriginOf(caller, request),
      })
      return 'refused' in outcome ? refusalOf(bulkSendAggregate, outcome) : mappingAnswer(key, template_key, outcome.state, template)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/bulk_sends/:key/dry_run',
    summary:
      'Checks all rows of a bulk send as if their documents were made and sent. Nothing is made. The report takes the place of the one before.',
    access: 'team',
    params: bulkSendParams,
    answer: dryRunAnswer,
    async run({ caller, request, params: { key } }) {
      const place = await placeOf(caller, key, mayManageBulkSends)
      if (isProblem(place)) return place
      const { state } = place
      if (state.template === null) return refusalOf(bulkSendAggregate, { refused: 'bulk-send-without-template' })
      if (state.list === null) return refusalOf(bulkSendAggregate, { refused: 'bulk-send-without-list' })
      const once = idempotencyKeyOf(request)
      const report = once === null ? world.ids.next() : derivedUuid(JSON.stringify(['dry run', key, once]))
      await dryRuns.ask(key, report)
      await jobs.send(DRY_RUN_QUEUE, { bulkSend: key, report }, { key: dryRunJobKey(report) })
      return answered(place)
    },
  })

  async function answered({ key, state }: Place) {
    const report = await dryRuns.find(key)
    return ok({ dry_run: report && dryRunRecord(report, await pinsNow(state)) })
  }

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/dry_run',
    summary: 'The report of the last check: how far it is, the problems with how many rows have each, and what has changed since.',
    access: 'team',
    params: bulkSendParams,
    answer: dryRunAnswer,
    async run({ caller, params: { key } }) {
      const place = await placeOf(caller, key, maySeeBulkSends)
      return isProblem(place) ? place : answered(place)
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/rows',
    summary: 'Rows of the list that the filter keeps, as a preview steps through them.',
    access: 'team',
    params: bulkSendParams,
    query: bulkRowsQuery,
    answer: bulkRowsAnswer,
    async run({ caller, params: { key }, query: { cursor, limit } }) {
      const place = await placeOf(caller, key, maySeeBulkSends)
      if (isProblem(place)) return place
      const version = await versionOf(place.state)
      if (!version) return ok({ rows: [], count: 0, cursor: null })
      const today = new Date(world.clock.now()).toISOString().slice(0, 10)
      const question = { version, filter: disclosed(place.state.filter, []), today }
      const [page, count] = [await recipientRows.page({ ...question, after: cursor ?? null, limit }), await recipientRows.count(question)]
      if ('refused' in page || 'refused' in count) return ok({ rows: [], count: 0, cursor: null })
      return ok({ rows: page.rows.map(({ number, values }) => ({ number, values: [...values] })), count: count.rows, cursor: page.cursor })
    },
  })

  /** Rows with their values, as the list has them now. */
  async function withValues(state: BulkSend, rows: readonly ProblemRow[]) {
    const version = await versionOf(state)
    const found = version
      ? await recipientRows.find(
          version,
          rows.map(({ number }) => number),
        )
      : []
    const values = new Map(found.map((row) => [row.number, row.values]))
    return rows.map((row) => ({ ...row, values: values.get(row.number) ?? null }))
  }

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/dry_run/rows',
    summary: 'Rows of the last check that have problems, then those that have warnings only.',
    access: 'team',
    params: bulkSendParams,
    query: dryRunRowsQuery,
    answer: dryRunRowsAnswer,
    async run({ caller, params: { key }, query: { cursor, limit } }) {
      const place = await placeOf(caller, key, maySeeBulkSends)
      if (isProblem(place)) return place
      const report = await dryRuns.find(key)
      if (!report) return ok({ rows: [], cursor: null })
      const page = await dryRuns.rows(report.key, cursor ?? null, limit)
      const rows = await withValues(place.state, page.rows)
      return ok({
        rows: rows.map(({ number, isWarning, problems, values }) => ({
          number,
          is_warning: isWarning,
          problems: problems.map((one) => ({ ...one })),
          values: values && [...values],
        })),
        cursor: page.cursor,
      })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/dry_run/csv',
    summary: 'Rows of the last check with their problems and values, as a table (CSV).',
    access: 'team',
    params: bulkSendParams,
    async run({ caller, params: { key }, reply }) {
      const place = await placeOf(caller, key, maySeeBulkSends)
      if (isProblem(place)) return place
      if (!place.permissions.has('can_download_document_csv_data')) return problem('not-allowed')
      const report = await dryRuns.find(key)
      if (!report) return problem('not-found')
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment('dry-run.csv'))
        .send(Readable.from(linesOf(place.state, report.key)))
    },
  })

  async function* linesOf(state: BulkSend, report: string): AsyncGenerator<string> {
    const version = await versionOf(state)
    yield csvHead(['row', 'severity', 'problems', ...(version?.columns.map(({ name }) => name) ?? [])])
    for (let cursor: string | null = null; ; ) {
      const page = await dryRuns.rows(report, cursor, CSV_PAGE)
      const rows = await withValues(state, page.rows)
      yield rows
        .map(({ number, isWarning, problems, values }) =>
          csvLine([
            String(number),
            isWarning ? 'warning' : 'problem',
            problems.map(({ message }) => message).join('; '),
            ...(values ?? []),
          ]),
        )
        .join('')
      if (page.cursor === null) return
      cursor = page.cursor
    }
  }
}

const CSV_PAGE = 500

interface Place {
  readonly key: string
  readonly state: BulkSend
  readonly workspace: string
  readonly permissions: ReadonlySet<string>
}
