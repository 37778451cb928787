import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  correctedRowAnswer,
  csvUploadAnswer,
  csvUploadQuery,
  csvUploadSuccessAnswer,
  csvUploadSuccessBody,
  type FilterRuleRecord,
  type RecipientDataRecord,
  type RecipientRowRecord,
  recipientDataAnswer,
  recipientDatasAnswer,
  recipientDataUpdate,
  recipientRowsAnswer,
  recipientRowsBody,
  recipientRowsQuery,
  rowToCorrect,
  UNSAVED,
} from '#contract/recipient-lists'
import { FILTER_REFUSALS, type Filter } from '#domain/filters'
import { derivedUuid } from '#domain/kernel'
import {
  mayChangeRecipientLists,
  mayViewRecipientLists,
  type RecipientList,
  type RecipientListsCommand,
  type RecipientListVersion,
  rowsIn,
  streamOfRecipientLists,
  valueProblem,
  versionNow,
} from '#domain/recipient-lists'
import type { FoundRow, RecipientRows } from '#projections/recipient-rows'
import type { App } from '../app.ts'
import { runningOver } from '../bulk-sends/over-list.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import type { TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, problem, refusalAsProblem } from '../edge/problem.ts'
import { idempotencyKeyOf } from '../edge/request-origin.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { ANY_KIND } from '../pack/attachable.ts'
import { keyParams } from '../pack/pack-call.ts'
import { announceUpload, uploaderOf } from '../pack/uploads.ts'
import { recipientsCsv } from './download.ts'
import { descriptionOf, recipientListsOf } from './recipient-lists.ts'

type Names = 'handler' | 'files' | 'keyIndex' | 'queries' | 'world' | 'config'

/** Recipient lists of the selected workspace: their rows come from CSV files. */
export function recipientListRoutes({ edge, services }: App<Names, { readonly recipientRows: RecipientRows }>): void {
  const { world, recipientRows } = services
  const lists = recipientListsOf(services)

  function placeOf(caller: TeamCaller, request: FastifyRequest, may = mayViewRecipientLists) {
    const membership = workspaceOf(caller, request)
    if (isProblem(membership)) return membership
    return may(membership) ? { membership, caller, request } : problem('not-allowed')
  }

  async function rowsOf(list: RecipientList, rules: readonly FilterRuleRecord[], cursor: string | undefined, limit: number) {
    const version = versionNow(list)
    const filter: Filter = rules.map((rule) => ({
      field: rule.selected_field,
      operator: rule.selected_inequality,
      value: rule.comparison_value,
    }))
    const today = new Date(world.clock.now()).toISOString().slice(0, 10)
    const page = await recipientRows.page({ version, filter, today, after: cursor ?? null, limit, problemsFirst: true })
    if ('refused' in page) return refusalAsProblem(page, FILTER_REFUSALS)
    const count = cursor === undefined ? await recipientRows.count({ version, filter, today }) : null
    if (count && 'refused' in count) return refusalAsProblem(count, FILTER_REFUSALS)
    return ok({ recipient_data_rows: page.rows.map((row) => rowRecord(row, version)), cursor: page.cursor, count })
  }

  call(edge, {
    method: 'GET',
    url: '/app/recipient_datas',
    summary: 'The recipient lists of the workspace, archived ones too.',
    access: 'team',
    answer: recipientDatasAnswer,
    async run({ caller, request }) {
      const place = placeOf(caller, request)
      if (isProblem(place)) return place
      return ok({ recipient_datas: (await lists.list(place.membership.workspace)).map(listRecord) })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/recipient_datas/add_update_recipient_data',
    summary: 'Makes a recipient list (`key` is `new`), describes it, chooses the types of its columns, archives or restores it.',
    access: 'team',
    body: dataBody(recipientDataUpdate),
    answer: recipientDataAnswer,
    async run({ caller, request, body: { data } }) {
      const place = placeOf(caller, request, mayChangeRecipientLists)
      if (isProblem(place)) return place
      const { workspace } = place.membership
      const sent = idempotencyKeyOf(request)
      const fresh = () => (sent === null ? world.ids.next() : derivedUuid(JSON.stringify(['recipient-list', workspace, caller.user, sent])))
      const list = data.key === UNSAVED ? fresh() : data.key
      const there = data.key === UNSAVED ? null : await lists.find(workspace, list)
      if (there && isProblem(there)) return there
      const commands: RecipientListsCommand[] = []
      if (data.archived === false) commands.push({ do: 'RestoreRecipientList', list })
      if (data.key === UNSAVED) commands.push({ do: 'CreateRecipientList', list, description: data.description ?? '' })
      else if (data.description !== undefined) commands.push({ do: 'DescribeRecipientList', list, description: data.description })
      if (data.field_types !== undefined) commands.push({ do: 'ChangeColumnTypes', list, types: data.field_types })
      if (data.archived === true) {
        commands.push({ do: 'ArchiveRecipientList', list, running: await runningOver(services, place.membership.workspace, list) })
      }
      // Before it is there nothing of it can be restored.
      const refused = await lists.perform(
        place,
        data.key === UNSAVED ? commands.filter((one) => one.do !== 'RestoreRecipientList') : commands,
      )
      if (refused) return refused
      const now = await lists.find(workspace, list)
      return isProblem(now) ? now : ok({ recipient_data: listRecord(now) })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/recipient_datas/:key',
    summary: 'One recipient list.',
    access: 'team',
    params: keyParams,
    answer: recipientDataAnswer,
    async run({ caller, request, params }) {
      const place = placeOf(caller, request)
      if (isProblem(place)) return place
      const list = await lists.find(place.membership.workspace, params.key)
      return isProblem(list) ? list : ok({ recipient_data: listRecord(list) })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/recipient_datas/:key/rows',
    summary: 'Rows of a recipient list, those with problems first.',
    access: 'team',
    params: keyParams,
    query: recipientRowsQuery,
    answer: recipientRowsAnswer,
    async run({ caller, request, params, query: { cursor, limit } }) {
      const place = placeOf(caller, request)
      if (isProblem(place)) return place
      const list = await lists.find(place.membership.workspace, params.key)
      return isProblem(list) ? list : rowsOf(list, [], cursor, limit)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/recipient_datas/:key/rows',
    summary: 'Rows of a recipient list that a filter keeps.',
    access: 'team',
    params: keyParams,
    body: recipientRowsBody,
    answer: recipientRowsAnswer,
    async run({ caller, request, params, body: { query, cursor, limit } }) {
      const place = placeOf(caller, request)
      if (isProblem(place)) return place
      const list = await lists.find(place.membership.workspace, params.key)
      return isProblem(list) ? list : rowsOf(list, query.filter_rules, cursor, limit)
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/recipient_datas/:key/correct_row',
    summary: 'Gives a row of a recipient list other values. Refused while a bulk send makes documents of the list.',
    access: 'team',
    params: keyParams,
    body: dataBody(rowToCorrect),
    answer: correctedRowAnswer,
    async run({ caller, request, params: { key }, body: { data } }) {
      const place = placeOf(caller, request, mayChangeRecipientLists)
      if (isProblem(place)) return place
      const { workspace } = place.membership
      const sent = idempotencyKeyOf(request)
      const to = sent === null ? world.ids.next() : derivedUuid(JSON.stringify(['recipient-row', workspace, caller.user, key, sent]))
      const running = await runningOver(services, workspace, key)
      const corrected = await lists.correct(place, to, { list: key, ...data, running })
      if (isProblem(corrected)) return corrected
      const { list, row } = corrected
      return ok({ recipient_data: listRecord(list), row: rowRecord(row, versionNow(list)) })
    },
  })

  call(edge, {
    method: 'GET',
    // A link that a browser saves has no headers: the list says which workspace.
    url: '/app/recipient_datas/:key/csv',
    summary: 'A recipient list as a table (CSV) that can be uploaded again.',
    access: 'team',
    params: keyParams,
    async run({ caller, params, reply }) {
      let refused = problem('not-found')
      for (const membership of caller.memberships) {
        const list = await lists.find(membership.workspace, params.key)
        if (isProblem(list)) continue
        if (mayViewRecipientLists(membership)) return recipientsCsv(recipientRows, list, reply)
        refused = problem('not-allowed')
      }
      return refused
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/get_csv_upload_url/:key',
    summary: 'Says where to PUT the bytes of a CSV file for a recipient list.',
    access: 'team',
    changes: true,
    params: keyParams,
    query: csvUploadQuery,
    answer: csvUploadAnswer,
    async run({ caller, request, params, query: { size } }) {
      const place = placeOf(caller, request, mayChangeRecipientLists)
      if (isProblem(place)) return place
      const { workspace } = place.membership
      const list = await lists.find(workspace, params.key)
      if (isProblem(list)) return list
      const owner = { pack: streamOfRecipientLists(workspace), upload: { by: uploaderOf(caller), workspace } }
      const announced = await announceUpload(services, owner, { mediaType: ANY_KIND, as: 'file', size })
      const temp_csv_key = world.ids.next()
      await recipientRows.announce({ key: temp_csv_key, workspace, list: list.key })
      return ok({ ...announced, temp_csv_key, recipient_data: listRecord(list) })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/csv_upload_success/:key',
    summary: 'The bytes are there: all rows are taken, or none and the answer says why.',
    access: 'team',
    params: keyParams,
    body: csvUploadSuccessBody,
    answer: csvUploadSuccessAnswer,
    async run({ caller, request, params, body }) {
      const place = placeOf(caller, request, mayChangeRecipientLists)
      if (isProblem(place)) return place
      const announced = z.uuid().safeParse(params.key).success ? await recipientRows.findImport(params.key) : null
      if (announced?.workspace !== place.membership.workspace) return problem('not-found')
      const list = await lists.importFile(place, announced, body)
      if (isProblem(list)) return list
      const rows = list.versions.flatMap(({ imports }) => imports).find((one) => one.key === announced.key)?.rows ?? 0
      return ok({ temp_csv: { key: announced.key, number_of_rows: rows }, recipient_data: listRecord(list) })
    },
  })
}

export function listRecord(list: RecipientList): RecipientDataRecord {
  const version = versionNow(list)
  return {
    key: list.key,
    description: descriptionOf(list),
    number_of_rows: rowsIn(version),
    archived: list.archived !== null,
    field_names: version.columns.map(({ name }) => name),
    field_types: version.columns.map(({ type }) => type),
    decimal_sign: version.format.decimal,
    date_order: version.format.dates,
    date_created: list.created,
    date_changed: list.changed,
  }
}

const PROBLEMS = {
  'digits-lost': 'A spreadsheet cut digits off this number. Format the column as text in the spreadsheet, then upload the file again.',
  'not-a-number': 'This is not a number.',
  'not-a-date': 'This is not a date.',
} as const

function rowRecord({ number, values, problems }: FoundRow, { columns, format }: RecipientListVersion): RecipientRowRecord {
  return {
    number,
    values: [...values],
    problems: problems.flatMap((at) => {
      const column = columns[at]
      if (!column) return [{ at, code: 'too-many-values', message: 'This row has more values than there are columns.' }]
      const code = valueProblem(values[at] ?? '', column, format)
      return code === null ? [] : [{ at, code, message: PROBLEMS[code] }]
    }),
  }
}
