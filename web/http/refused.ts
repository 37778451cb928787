/** The server said no, and why: `code` for programs, `message` for people, `at` the fields or signatories to blame. */
export class HttpRefused extends Error {
  readonly code: string
  readonly status: number
  readonly at: readonly string[]
  readonly redirectUrl: string | null
  constructor(code: string, message: string, status: number, at: readonly string[] = [], redirectUrl: string | null = null) {
    super(message)
    this.name = 'HttpRefused'
    this.code = code
    this.status = status
    this.at = at
    this.redirectUrl = redirectUrl
  }
}

/** Statuses after which the same call may succeed: a time-out, a limit, and above 500 a server in trouble. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])
export const mayPass = ({ status }: { readonly status: number }): boolean => status >= 500 || PASSING.has(status)

/** No answer came: whether the server did it is not known. Sending the same idempotency key again is safe. */
export class HttpOffline extends Error {
  constructor() {
    super('offline')
    this.name = 'HttpOffline'
  }
}

/** Failures of which the server says no more than that there was one. */
const UNEXPLAINED = new Set(['internal-error', 'server-error', 'unreadable-answer'])

/** The sentence to show for whatever a call threw: the server's, where it says why, else what failed here. */
export function messageOf(thrown: unknown, fallback: string): string {
  if (!(thrown instanceof HttpRefused) || !thrown.message) return fallback
  return fallback && UNEXPLAINED.has(thrown.code) ? fallback : thrown.message
}
