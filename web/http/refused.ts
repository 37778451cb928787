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

/** What came back is not what this server says: a proxy's page while it restarts, somebody's login, an answer of another version. */
const NOT_ITS_WORD: ReadonlySet<string> = new Set(['server-error', 'unreadable-answer'])
const TOO_LARGE = 413
/** A time-out, and limits. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

type Said = Pick<HttpRefused, 'status' | 'code'>

/** Whether something that stands between answered. That it is too much for that is a word to go by. */
export const isFromProxy = ({ status, code }: Said): boolean => NOT_ITS_WORD.has(code) && status !== TOO_LARGE
/** Nobody is in, or no longer. */
export const isLoggedOut = ({ status }: Pick<Said, 'status'>): boolean => status === 401
/** The server says that there is nothing any more. */
export const isGone = (said: Said): boolean => (said.status === 404 || said.status === 410) && !isFromProxy(said)
/** For what takes something away: where nothing is there any more, be it by an earlier try whose answer was lost, it is done. */
export function unlessGone(thrown: unknown): void {
  if (!(thrown instanceof HttpRefused && isGone(thrown))) throw thrown
}
/** Whether the same call may succeed in a moment; unsaved changes are kept until then. */
export const isTemporary = (said: Said): boolean => said.status >= 500 || PASSING.has(said.status) || isFromProxy(said)

/** No answer came: whether the server did it is not known. Sending the same idempotency key again is safe. */
export class HttpOffline extends Error {
  constructor() {
    super('offline')
    this.name = 'HttpOffline'
  }
}

/** Failures that the server does not explain. */
const UNEXPLAINED: ReadonlySet<string> = new Set([...NOT_ITS_WORD, 'internal-error'])

/** The sentence to show for an error of a call: the server's, where it says why, else the failure here. */
export function messageOf(thrown: unknown, fallback: string): string {
  if (!(thrown instanceof HttpRefused) || !thrown.message) return fallback
  return fallback && UNEXPLAINED.has(thrown.code) ? fallback : thrown.message
}
