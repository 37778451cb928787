import { anchorAnswer, guardAnswer } from '#contract/evidence'
import type { StoredEvent } from '#domain/kernel'
import { packOfStream, streamOfPack } from '#domain/pack'
import { pagesOf } from '#platform/event-log'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok } from '../edge/problem.ts'
import { administeredBy } from '../edge/workspace.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'
import type { PackAccess } from '../pack/packs.ts'
import type { EvidenceReport, Services } from '../services.ts'
import { lastAttached } from './disclosures.ts'

/** Anchors of documents, and what the guard found. */
export function evidenceRoutes(app: App<'eventLog' | 'evidence' | 'queries'>): void {
  const { edge, services } = app

  packCall(app, {
    method: 'GET',
    url: '/app/evidence/:key/anchor',
    summary: 'The proof that the latest anchor contains the document’s history: to be checked offline.',
    teamOnly: true,
    answer: anchorAnswer,
    async run({ place }) {
      const proof = await services.evidence.proofOf(streamOfPack(place.pack))
      return ok({
        proof: proof && {
          ...proof,
          path: [...proof.path],
          anchor: plain(proof.anchor),
          tail: await tailOf(services, place, proof.leaf.revision),
        },
      })
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/accounts/:key/guard',
    summary: 'What the guard over histories and files found, for administrators.',
    access: 'team',
    params: keyParams,
    answer: guardAnswer,
    async run({ caller, params }) {
      const own = administeredBy(caller, params.key)
      if (isProblem(own)) return own
      return ok(await answerFor(services, params.key, await services.evidence.report()))
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/guard',
    summary: 'Checks everything now, from the beginning, and answers the findings; `checking` where that takes longer.',
    access: 'team',
    params: keyParams,
    answer: guardAnswer,
    async run({ caller, params }) {
      const own = administeredBy(caller, params.key)
      if (isProblem(own)) return own
      return ok(await answerFor(services, params.key, await services.evidence.checkNow()))
    },
  })
}

const plain = ({ sealed: _, shared: __, ...event }: StoredEvent) => event

/** The events after those that the sealed file carries, so that a holder of the file can follow them to the anchor. */
async function tailOf({ eventLog }: Pick<Services, 'eventLog'>, { pack, child, state }: PackAccess, upTo: number) {
  const events: StoredEvent[] = []
  for await (const page of pagesOf(eventLog, streamOfPack(pack), 0n)) events.push(...page)
  const end = lastAttached(events, state, child)
  return end === null ? [] : events.slice(end + 1, upTo + 1).map(plain)
}

/** Streams are named by opaque keys: an administrator of one workspace learns nothing of another's documents by them. */
async function answerFor({ evidence, queries }: Pick<Services, 'evidence' | 'queries'>, workspace: string, report: EvidenceReport) {
  const { began, ended, events, streams, anchors, files, findings, checking } = report
  const packs = [...new Set(findings.flatMap(({ where }) => packOfStream(where) ?? []))]
  const own = (await queries.rowsOf(packs)).filter(({ account_key }) => account_key === workspace)
  const names = new Map(own.map((row) => [row.key, row.document_name]))
  const shown = findings.map(({ kind, where, revision, words }) => {
    const pack = packOfStream(where)
    return { kind, words, revision, document_key: pack, document_name: pack === null ? null : (names.get(pack) ?? null) }
  })
  return { report: { began, ended, events, streams, anchors, files, findings: shown, checking }, anchors: await evidence.anchorsNow() }
}
