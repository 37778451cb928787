import { done } from '#contract/envelope'
import { legalHoldBody, type RetentionAnswer, retentionAnswer, retentionChange } from '#contract/retention'
import { disclosed } from '#domain/kernel'
import type { App } from '../app.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import { byCaller } from '../edge/caller.ts'
import { ok, problem } from '../edge/problem.ts'
import { requestOriginOf } from '../edge/request-origin.ts'
import { membershipIn } from '../edge/workspace.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'
import type { Services } from '../services.ts'

/** How long a workspace keeps what, what it records of visits, and which documents nothing may delete. */
export function retentionRoutes(app: App<'members' | 'queries'>): void {
  const { edge, services } = app
  const { members } = services

  call(edge, {
    method: 'GET',
    url: '/app/accounts/:key/keeping',
    summary: 'How long a workspace keeps what, what it records of visits, what will be deleted soon, and what is under a legal hold.',
    access: 'team',
    params: keyParams,
    answer: retentionAnswer,
    async run({ caller, params }) {
      return membershipIn(caller, params.key) ? ok(await answerFor(services, params.key)) : problem('not-found')
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/keeping',
    summary: 'Changes it, for administrators. Documents that fall due are announced a week before they are deleted.',
    access: 'team',
    params: keyParams,
    body: dataBody(retentionChange),
    answer: retentionAnswer,
    async run({ caller, params, request, body: { data } }) {
      if (!membershipIn(caller, params.key)) return problem('not-found')
      const { retention_years: years, trash_days: trashDays, records_visits: recordsVisits } = data
      const keeping = {
        ...(years === undefined ? {} : { years }),
        ...(trashDays === undefined ? {} : { trashDays }),
        ...(recordsVisits === undefined ? {} : { recordsVisits }),
      }
      const refused = await members.keep(params.key, keeping, byCaller(caller), requestOriginOf(request))
      return refused ? accountProblem(refused) : ok(await answerFor(services, params.key))
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/legal_hold',
    summary: 'Puts a document under a legal hold, or lifts it, for administrators. While it holds, nothing deletes the document.',
    teamOnly: true,
    body: legalHoldBody,
    answer: done,
    async run({ place: { pack, state }, caller, request, body: { on, reason } }) {
      if (caller.as === 'signer') return problem('not-allowed')
      const refused = await members.hold(state.workspace, pack, on, reason, byCaller(caller), requestOriginOf(request))
      return refused ? accountProblem(refused) : ok()
    },
  })
}

async function answerFor(
  { members, queries }: Pick<Services, 'members' | 'queries'>,
  workspace: string,
): Promise<Omit<RetentionAnswer, 'success' | 'message'>> {
  const { keeping, held, announced } = await members.retentionOf(workspace)
  const rows = new Map((await queries.rowsOf([...held.keys(), ...announced.keys()])).map((row) => [row.key, row]))
  const due = [...announced].flatMap(([key, { because, on }]) => {
    const row = rows.get(key)
    const called = because === 'trash' ? keeping.trashDays !== null && row?.is_deleted === true : keeping.years !== null
    // A document that was restored from the trash, put under hold, or is kept after all, is announced no more.
    return row && called && !held.has(key) ? [{ document_key: key, name: row.document_name, date: on, because }] : []
  })
  return {
    keeping: { retention_years: keeping.years, trash_days: keeping.trashDays, records_visits: keeping.recordsVisits },
    due: due.sort((a, b) => a.date.localeCompare(b.date)),
    holds: [...held].flatMap(([key, { reason, since }]) => {
      const row = rows.get(key)
      return row ? [{ document_key: key, name: row.document_name, date: since, reason: disclosed(reason, '') }] : []
    }),
  }
}
