import { wordsOf } from '../../messages/index.ts'

/** A file that is held against a document (specification file 3, section 3). */
export interface VerificationItem {
  readonly document_key: string
  readonly filename: string
  readonly verification_status: 'uploading' | 'checking' | 'error' | 'checked'
  /** Its message; empty while it is on its way. */
  readonly message: string
  /** Names the check once it was made. */
  readonly temp_document_verification_key: string | null
  /** The part that has left, 0 to 1. */
  readonly upload_progress: number
  /** null: not known yet, or it could not be found out. */
  readonly verdict: 'final' | 'other' | 'changed' | null
}

export interface VerificationCalls {
  place(): Promise<{ readonly url: string; readonly file_key: string }>
  send(url: string, onProgress: (sent: number, total: number) => void): Promise<void>
  check(file: string): Promise<{
    readonly verification_key: string
    readonly is_final_file: boolean
    readonly report: { readonly intact: boolean; readonly verdict: string; readonly problems: readonly { readonly code: string }[] }
  }>
  /** A server's own words for why it did not check, or null. */
  reasonOf(thrown: unknown): string | null
}

/** Uploads a file and has it checked, updating the item at every step, until the user has left. */
export async function verify(
  document_key: string,
  filename: string,
  calls: VerificationCalls,
  tell: (item: VerificationItem) => void,
  left: AbortSignal,
) {
  const words = wordsOf('evidence')
  let item: VerificationItem = {
    document_key,
    filename,
    verification_status: 'uploading',
    message: '',
    temp_document_verification_key: null,
    upload_progress: 0,
    verdict: null,
  }
  const now = (change: Partial<VerificationItem>) => {
    if (left.aborted) return
    item = { ...item, ...change }
    tell(item)
  }
  now({})
  let file: string
  try {
    const { url, file_key } = await calls.place()
    await calls.send(url, (sent, total) => now({ upload_progress: total === 0 ? 1 : sent / total }))
    file = file_key
  } catch {
    return now({ verification_status: 'error', message: words('verification_upload_failed') })
  }
  now({ verification_status: 'checking', upload_progress: 1 })
  try {
    const { verification_key, is_final_file, report } = await calls.check(file)
    // Nothing was changed, and yet it cannot be said to be right.
    if (report.problems.some(({ code }) => code === 'newer-version')) return now({ verification_status: 'error', message: report.verdict })
    const verdict = !report.intact ? 'changed' : is_final_file ? 'final' : 'other'
    now({ verification_status: 'checked', temp_document_verification_key: verification_key, verdict, message: report.verdict })
  } catch (thrown) {
    now({ verification_status: 'error', message: calls.reasonOf(thrown) ?? words('verification_failed') })
  }
}
