import { anchorAnswer, guardAnswer } from '#contract/evidence'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { Account } from '../edge/caller.ts'
import { ok } from '../edge/ok.ts'
import { problem } from '../edge/problem.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'
import { streamOf } from '../pack/packs.ts'
import type { EvidenceReport } from '../services.ts'

/** Anchors of documents, and what the guard found. */
export function evidenceRoutes(app: App): void {
  const { edge, services } = app

  packCall(app, {
    method: 'GET',
    url: '/app/evidence/:key/anchor',
    summary: 'The proof that the document’s history stood in the latest anchor: to be checked offline.',
    teamOnly: true,
    answer: anchorAnswer,
    async run({ place }) {
      const proof = await services.evidence.proofOf(streamOf(place.pack))
      return ok({ proof: proof && { ...proof, path: [...proof.path], anchor: { ...proof.anchor } } })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/accounts/:key/guard',
    summary: 'What the guard over histories and files found, for administrators.',
    access: 'account',
    params: keyParams,
    answer: guardAnswer,
    async run({ caller, params }) {
      if (!isAdministrator(caller, params.key)) return problem('not-an-administrator')
      return ok({ report: shown(await services.evidence.report()) })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/guard',
    summary: 'Has everything checked now, from the beginning, and answers what was found.',
    access: 'account',
    params: keyParams,
    answer: guardAnswer,
    async run({ caller, params }) {
      if (!isAdministrator(caller, params.key)) return problem('not-an-administrator')
      const report = (await services.evidence.checkNow()) ?? (await services.evidence.report())
      return ok({ report: shown(report) })
    },
  })
}

const isAdministrator = (caller: Account, workspace: string) =>
  caller.memberships.some((one) => one.workspace === workspace && one.permissions.has('can_manage_account'))

/** Streams are named by opaque keys: an administrator of one workspace learns nothing of another's documents by them. */
function shown({ ended, events, streams, anchors, files, findings }: EvidenceReport) {
  const packOf = (where: string) => (where.startsWith('pack-') ? where.slice('pack-'.length) : null)
  return {
    ended,
    events,
    streams,
    anchors,
    files,
    findings: findings.map(({ kind, where, revision, words }) => ({ kind, words, revision, document_key: packOf(where) })),
  }
}
