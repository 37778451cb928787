/** What the guard found wrong. The same wrong found again is the same finding. */
export interface Finding {
  /**
   * `event`: changed bytes, `chain`: missing, added or out of order, `values`: sealed values that no longer open, `anchor`: another past
   * than was anchored, `lost`: anchored events that are gone, `anchors`: the anchors themselves, `file`: a stored file.
   */
  readonly kind: 'event' | 'chain' | 'values' | 'anchor' | 'lost' | 'anchors' | 'file'
  /** Stream, or digest of a file. */
  readonly where: string
  readonly revision: number | null
  readonly words: string
}

export const keyOf = ({ kind, where, revision }: Finding): string => `${kind} ${where} ${revision ?? ''}`

export interface GuardReport {
  /** When the last full round began, ISO 8601: what came later it may not have seen. null before the first. */
  readonly began: string | null
  readonly ended: string | null
  readonly rounds: number
  readonly events: number
  readonly streams: number
  readonly anchors: number
  readonly files: number
  readonly findings: readonly Finding[]
}

export const NO_REPORT_YET: GuardReport = { began: null, ended: null, rounds: 0, events: 0, streams: 0, anchors: 0, files: 0, findings: [] }

/** A disk that was exchanged for another one must not fill the memory with its wrongs: the first ones say enough. */
export const MOST_FINDINGS = 200
