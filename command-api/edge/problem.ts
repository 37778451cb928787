import { inWords, type RefusalKind, type Refusals, type Refused } from '#domain/kernel'
import { COMMAND_REFUSALS, type CommandRefusal } from '#platform/command-handler'

/** What a call answers instead of its result. One shape for refusals of the domain and of the edge. */
export interface Problem {
  readonly problem: true
  readonly status: number
  readonly code: string
  readonly message: string
  readonly at?: readonly string[]
  readonly redirect_url?: string
  /** Of a feed: the first that is kept, or the last that there is. */
  readonly position?: number
}

/** The one place where the domain's kinds of refusal become HTTP. */
const STATUS: { readonly [kind in RefusalKind]: number } = { invalid: 400, forbidden: 403, conflict: 409, gone: 410, busy: 503 }

/** What the edge itself refuses, before or around any decision. */
const EDGE = {
  'not-logged-in': [401, 'Please log in.'],
  'session-ended': [401, 'You have been logged out. Please log in again.'],
  'application-unknown': [
    401,
    'The key or the secret of this application is not right, or its access token has ended. Check them, or ask for another token.',
  ],
  'application-without-owner': [
    403,
    'The member who held the secret of this application has left the workspace, or may not open it any more. An administrator can refresh the secret to take it over.',
  ],
  'too-many-secrets': [429, 'There were too many wrong secrets. Check the secret, and try again in a quarter of an hour.'],
  'not-for-applications': [403, 'Only a person may do this. Log in with an account instead.'],
  'cross-site': [403, 'This request did not come from the application itself. Reload the page and try again.'],
  'not-in-support': [403, 'This cannot be done in a support session. Only the person themselves may do it.'],
  'not-installation-administrator': [403, 'Only an administrator of the installation may do this.'],
  'not-a-member': [403, 'You are not a member of this workspace.'],
  'not-an-administrator': [403, 'Only an administrator may do this.'],
  'not-administrator-of-all': [403, 'Only somebody who administers every team of this person may read this link.'],
  'not-allowed': [403, 'You do not have authorization to perform this action.'],
  'not-found': [404, 'This could not be found.'],
  'no-such-call': [404, 'There is no such call.'],
  'not-the-creator': [403, 'Only the creator of a document may delete it permanently.'],
  'not-in-trash': [409, 'Only documents in the trash can be deleted permanently.'],
  'deleted-documents-are-kept': [409, 'Deleted documents are kept here. They stay in the trash.'],
  'merge-too-few': [400, 'Cannot merge less than two documents into new document.'],
  'merge-impossible': [409, 'These documents cannot be merged into one file.'],
  'merge-across-workspaces': [409, 'Only documents of one workspace can be merged.'],
  'profile-needed': [409, 'This profile is still needed.'],
  'terms-changed': [409, 'These terms have changed. Please read them as they are now.'],
  'not-sealed-yet': [409, 'This document has not been sealed yet.'],
  'view-over': [409, 'This has changed meanwhile. Please fetch it again from its beginning.'],
  'not-uploaded': [409, 'The file has not been uploaded yet.'],
  'took-too-long': [408, 'The request took too long to arrive. Send it on a faster connection, or send less.'],
  'broke-off': [400, 'The connection broke before the whole request had arrived. Please send it again.'],
  'too-large': [413, 'This is larger than what is accepted.'],
  'unsupported-media-type': [415, 'This kind of content is not understood here.'],
  'invalid-request': [400, 'The request is not valid.'],
  'range-not-satisfiable': [416, 'The file is shorter than that.'],
  'webhook-missing': [409, 'This application has no webhook. Enter the address of its endpoint first.'],
  'webhook-address-forbidden': [
    400,
    'Webhooks go to public addresses by https only. Enter another address, or have an operator allow this one (PARAPH_WEBHOOK_NETWORKS).',
  ],
  'webhook-position-ahead': [400, 'The feed does not reach this position yet. Choose an earlier one.'],
  'too-many-connections': [
    429,
    'Paraph is open in too many tabs or windows here. Close some of them; until then this one looks for changes every half minute.',
  ],
  'feed-position-expired': [410, 'These entries are no longer kept.'],
  'feed-position-ahead': [409, 'The feed ends before this position.'],
  'feed-not-the-same': [
    409,
    'The feed is not the one that you read up to this position. Perhaps a backup was restored: compare your documents with those here, and begin again from the first position.',
  ],
  'too-many-waiting': [429, 'Too many of your requests wait for entries already. Wait with one of them, or ask without waiting.'],
  'too-many-requests': [429, 'Too many requests. Please wait a moment.'],
  'internal-error': [500, 'An error occurred, please try again'],
  overloaded: [503, 'The server is receiving too much at once. Please try again in a moment.'],
  'unknown-outcome': [503, 'The answer of the database was lost. Please try again.'],
  'too-late': [503, 'This took so long that it was not done any more. Please try again.'],
  unavailable: [503, 'The database cannot be reached at this moment. Everything saved is safe. Please try again.'],
  'newer-version': [
    503,
    'A newer version of Paraph wrote to this document, and this server is about to be replaced by it. Everything saved is safe. Please try again in a minute.',
  ],
  'no-space': [507, 'The disk is full: nothing was stored. Free some space and try again.'],
} as const satisfies Record<string, readonly [number, string]>
export type EdgeCode = keyof typeof EDGE

export function problem(code: EdgeCode, more: Partial<Pick<Problem, 'message' | 'at' | 'redirect_url' | 'position'>> = {}): Problem {
  const [status, message] = EDGE[code]
  return { problem: true, status, code, message, ...more }
}

/** A refusal of an aggregate in words: `{slot}` marks where a slot's value stands. */
export function refusalAsProblem<C extends string>(refused: Refused<C>, table: Refusals<C>): Problem {
  const { kind, says } = table[refused.refused]
  return {
    problem: true,
    status: STATUS[kind],
    code: refused.refused,
    message: inWords(says, refused.slots),
    ...(refused.at ? { at: refused.at } : {}),
  }
}

/** A refusal of a command to an aggregate of this kind. */
export function refusalOf<R extends string>(
  { refusals }: { readonly refusals: Refusals<R> },
  refused: Refused<R | CommandRefusal>,
): Problem {
  const table: Refusals<R | CommandRefusal> = { ...refusals, ...COMMAND_REFUSALS }
  return refusalAsProblem(refused, table)
}

export function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'problem' in answer && answer.problem === true
}

export function problemBody({ code, message, at, redirect_url, position }: Problem): object {
  const more = { ...(at ? { at } : {}), ...(redirect_url ? { redirect_url } : {}), ...(position === undefined ? {} : { position }) }
  return { success: false, code, message, ...more }
}

/** An answer of success. Spelt as a function so that `success` keeps its literal type. */
export function ok(): { success: true }
export function ok<T extends object>(answer: T): { success: true } & T
export function ok(answer: object = {}) {
  return { success: true, ...answer }
}
