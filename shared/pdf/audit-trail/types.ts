import type { AuditRow } from '#pdf/evidence-pages'
import type { WorkFailure } from '#pdf/worker-pool'

/** A history in words that are ready to be set. */
export interface AuditFileRequest {
  readonly title: string
  readonly lead: string
  readonly columns: AuditRow
  readonly rows: readonly AuditRow[]
  readonly foot: string
}

export type MadeAuditFile =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly failure: WorkFailure; readonly words: string }

export interface AuditFiles {
  make(request: AuditFileRequest): Promise<MadeAuditFile>
}
