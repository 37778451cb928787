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
  type Pins,
  pinsOf,
  rowsWanted,
  savedMapping,
} from '#domain/bulk-send'
import { derivedUuid } from '#domain/kernel'
import { type PackState, viewFor } from '#domain/pack'
import { fileOfRow, keyOfRow, type RecipientListVersion } from '#domain/recipient-lists'
import { commandsOf } from '#platform/command-handler'
import { DRY_RUN_QUEUE, type DryRunReport, type DryRuns, dryRunJobKey, type ProblemRow } from '#projections/dry-runs'
import type { RecipientRows } from '#projections/recipient-rows'
import type { App } from '../app.ts'
import { bulkSendPlaces, type FoundBulkSend } from '../bulk-sends/place.ts'
import type { PinnedRows } from '../bulk-sends/rows.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, problem, refusalOf } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { commandOriginOf, idempotencyKeyOf } from '../edge/request-origin.ts'
import { csvHead, csvLine } from '../replay/csv.ts'
import { dryRunRecord } from './records.ts'

export interface BulkMappingServices {
  readonly dryRuns: DryRuns
  readonly recipientRows: Pick<RecipientRows, 'find' | 'page' | 'count'>
  readonly bulkSendRows: Pick<PinnedRows, 'now' | 'pinned' | 'shown'>
}

/** What the documents of a bulk send are given, and the check of all its rows before anything is sent. */
export function bulkMappingRoutes({
  edge,
  packs,
  services,
}: App<'handler' | 'keyIndex' | 'world' | 'config' | 'jobs', BulkMappingServices>): void {
  const { handler, world, config, jobs, dryRuns, recipientRows, bulkSendRows } = services
  const bulkSends = commandsOf(bulkSendAggregate, handler)
  const { found, foundToChange, linked, template: templateIn } = bulkSendPlaces(services, packs)
  const today = () => new Date(world.clock.now()).toISOString().slice(0, 10)

  async function pinsNow({ place, state }: FoundBulkSend): Promise<Pins | null> {
    const [version, template] = [await bulkSendRows.now(state), state.template === null ? null : await templateIn(place, state.template)]
    return version && template && pinsOf(state, { version, template: template.state, day: today() })
  }

  async function mappingAnswer(key: string, templateKey: string, state: BulkSend, template: PackState) {
    const mapping = savedMapping({ ...state, template: templateKey })
    const version = await bulkSendRows.shown(state)
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
    async run({ caller, request, params: { key, template_key } }) {
      const at = await found(caller, request, key)
      if (isProblem(at)) return at
      const template = await templateIn(at.place, template_key)
      return template ? mappingAnswer(key, template_key, at.state, template.state) : problem('not-found')
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
      const at = await foundToChange(caller, request, key)
      if (isProblem(at)) return at
      const template = await templateIn(at.place, template_key)
      if (!template) return problem('not-found')
      const outcome = await bulkSends.perform({
        key,
        who: { as: 'team', workspace: at.place.workspace, permissions: at.place.permissions },
        commands: [{ do: 'ChangeBulkSendMapping', template: template_key, mapping: mappingFrom(data) }],
        ...commandOriginOf(caller, request),
      })
      return 'refused' in outcome ? refusalOf(bulkSendAggregate, outcome) : mappingAnswer(key, template_key, outcome.state, template.state)
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
      const at = await foundToChange(caller, request, key)
      if (isProblem(at)) return at
      const { state } = at
      if (state.template === null) return refusalOf(bulkSendAggregate, { refused: 'bulk-send-without-template' })
      if (state.list === null) return refusalOf(bulkSendAggregate, { refused: 'bulk-send-without-list' })
      const once = idempotencyKeyOf(request)
      const report = once === null ? world.ids.next() : derivedUuid(JSON.stringify(['dry run', key, once]))
      await dryRuns.ask(key, report)
      await jobs.send(DRY_RUN_QUEUE, { bulkSend: key, report }, { key: dryRunJobKey(report) })
      return answered(at)
    },
  })

  async function answered(at: FoundBulkSend) {
    const report = await dryRuns.find(at.key)
    if (!report) return ok({ dry_run: null })
    return ok({ dry_run: dryRunRecord(report, await pinsNow(at), (await leftOutOf(at.state)).length) })
  }
  /** Rows of the list that are left out. Of a list that was replaced there are none. */
  async function leftOutOf(state: BulkSend): Promise<readonly number[]> {
    const version = await bulkSendRows.shown(state)
    return version ? rowsWanted(state, version).without : []
  }

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/dry_run',
    summary: 'The report of the last check: how far it is, the problems with how many rows have each, and what has changed since.',
    access: 'team',
    params: bulkSendParams,
    answer: dryRunAnswer,
    async run({ caller, request, params: { key } }) {
      const at = await found(caller, request, key)
      return isProblem(at) ? at : answered(at)
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
    async run({ caller, request, params: { key }, query: { cursor, limit } }) {
      const at = await found(caller, request, key)
      if (isProblem(at)) return at
      const version = await bulkSendRows.shown(at.state)
      if (!version) return ok({ rows: [], count: 0, cursor: null })
      const question = { ...rowsWanted(at.state, version), today: today() }
      const [page, count] = [await recipientRows.page({ ...question, after: cursor ?? null, limit }), await recipientRows.count(question)]
      if ('refused' in page || 'refused' in count) return ok({ rows: [], count: 0, cursor: null })
      return ok({ rows: page.rows.map(({ number, values }) => ({ number, values: [...values] })), count: count.rows, cursor: page.cursor })
    },
  })

  /** Rows of a check with their values, as the list has them now. */
  async function withValues(state: BulkSend, pins: Pins | null, rows: readonly ProblemRow[]) {
    const [version, checked] = [await bulkSendRows.shown(state), await bulkSendRows.pinned(state, pins)]
    const isThere = ({ number }: ProblemRow) => version && checked && fileOfRow(version, number) === fileOfRow(checked, number)
    const values = await valuesOf(version, rows.filter(isThere))
    const leftOut = new Set(await leftOutOf(state))
    return rows.map((row) => ({
      ...row,
      values: values.get(row.number) ?? null,
      corrected: version !== null && checked !== null && keyOfRow(version, row.number) !== keyOfRow(checked, row.number),
      leftOut: leftOut.has(row.number),
    }))
  }
  async function valuesOf(version: RecipientListVersion | null, rows: readonly { readonly number: number }[]) {
    const numbers = rows.map(({ number }) => number)
    const found = version ? await recipientRows.find(version, numbers) : []
    return new Map(found.map((row) => [row.number, [...row.values]]))
  }

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/dry_run/rows',
    summary: 'Rows of the last check that have problems, then those that have warnings only.',
    access: 'team',
    params: bulkSendParams,
    query: dryRunRowsQuery,
    answer: dryRunRowsAnswer,
    async run({ caller, request, params: { key }, query: { cursor, limit } }) {
      const at = await found(caller, request, key)
      if (isProblem(at)) return at
      const { state } = at
      const report = await dryRuns.find(key)
      const page = report ? await dryRuns.rows(report.key, cursor ?? null, limit) : { rows: [], cursor: null }
      const rows = await withValues(state, report?.pins ?? null, page.rows)
      const version = await bulkSendRows.shown(state)
      const left = cursor === undefined ? (await leftOutOf(state)).map((number) => ({ number })) : []
      const values = await valuesOf(version, left)
      return ok({
        rows: rows.map(({ number, isWarning, problems, values, corrected, leftOut }) => ({
          number,
          is_warning: isWarning,
          problems: problems.map((one) => ({ ...one })),
          values,
          corrected,
          left_out: leftOut,
        })),
        cursor: page.cursor,
        left_out: left.map(({ number }) => ({ number, values: values.get(number) ?? null })),
        list: version && state.list !== null ? { key: state.list, columns: version.columns.map(({ name }) => name) } : null,
      })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/bulk_sends/:key/dry_run/csv',
    summary: 'Rows of the last check with their problems and values, as a table (CSV).',
    access: 'team',
    params: bulkSendParams,
    async run({ caller, request, params: { key }, reply }) {
      const at = await linked(caller, request, key)
      if (isProblem(at)) return at
      if (!at.place.permissions.has('can_download_document_csv_data')) return problem('not-allowed')
      const report = await dryRuns.find(key)
      if (!report) return problem('not-found')
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment('dry-run.csv'))
        .send(Readable.from(linesOf(at.state, report)))
    },
  })

  async function* linesOf(state: BulkSend, { key, pins }: DryRunReport): AsyncGenerator<string> {
    const version = await bulkSendRows.shown(state)
    yield csvHead(['row', 'severity', 'problems', ...(version?.columns.map(({ name }) => name) ?? [])])
    for (let cursor: string | null = null; ; ) {
      const page = await dryRuns.rows(key, cursor, CSV_PAGE)
      const rows = await withValues(state, pins, page.rows)
      yield rows
        .map(({ number, isWarning, problems, values, leftOut }) =>
          csvLine([
            String(number),
            leftOut ? 'left out' : isWarning ? 'warning' : 'problem',
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
