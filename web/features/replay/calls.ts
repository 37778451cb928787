import { type AuditRecord, auditAnswer } from '#contract/documents'
import { anchorAnswer } from '#contract/evidence'
import { type ReplayOverview, replayAnswer, stepsAnswer } from '#contract/replay'
import type { ReplayStep } from '#domain/pack'
import { http } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { replay } from './messages.ts'

/** Whom nothing is known of any more is called so wherever they stand. */
export async function fetchOverview(document: string): Promise<ReplayOverview> {
  const overview = await http.get(`/app/replay/${document}`, replayAnswer)
  const name = wordsOf(replay)('erased_person')
  return { ...overview, signatories: overview.signatories.map((one) => (one.erased === null ? one : { ...one, name })) }
}

export async function fetchRecords(document: string): Promise<readonly AuditRecord[]> {
  return (await http.get(`/app/audit_trail/${document}`, auditAnswer)).audit_records
}

/** All steps, as they come: two thousand at a time. */
export async function* fetchSteps(document: string, as: string): AsyncGenerator<readonly ReplayStep[]> {
  for (let from: number | null = 0; from !== null; ) {
    const answer: { steps: unknown[]; next: number | null } = await http.get(`/app/replay/${document}/steps`, stepsAnswer, {
      query: { as, from: String(from) },
    })
    yield answer.steps as readonly ReplayStep[]
    from = answer.next
  }
}

export const fetchProof = async (document: string) => (await http.get(`/app/evidence/${document}/anchor`, anchorAnswer)).proof

export const exportUrl = (document: string, format: 'jsonl' | 'csv', from: number, to: number) =>
  `/app/replay/${document}/export?${new URLSearchParams({ format, from: String(from), to: String(to) })}`
