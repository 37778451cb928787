/** What can be wrong with a sealed file. These stay: programs read them. */
export const PROBLEM_CODES = [
  'not-a-pdf',
  'not-sealed',
  'page',
  'history',
  'event',
  'event-order',
  'event-missing',
  'event-added',
  'disclosure',
  'attachment',
  'bytes',
  'signature',
  'certificate',
  'timestamp',
  'anchor',
  'update',
  'newer-version',
  'revoked',
  'unknown-key',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** Where a problem lies that is only of how the file's streams are packed. */
export const REPACKED = 'streams'

export interface Problem {
  readonly code: ProblemCode
  /** `page 3`, `event 7`, `history`, `anchor 12`, `attachment terms.txt`, `seal`, `bytes 1200 to 1350`, `file`. */
  readonly where: string
  /** In plain words. */
  readonly message: string
  /** A file given next to this one does not fit it, which says nothing of this one. */
  readonly beside?: true
}

export interface ReportedSigner {
  readonly signatory: string
  readonly name: string
  /** ISO 8601. */
  readonly completed: string
  /** How they had proved who they are: `signing-link`, `password`, … */
  readonly proof: string
  readonly capacity: string
  readonly consent: string
  /** The digest of the view they signed. */
  readonly view: string
  /** What of theirs stands on the pages of this file. */
  readonly fields: readonly { readonly type: string; readonly page: number }[]
}
/** A field that is not on the pages, since a condition kept it off them. */
export interface ReportedLeftOut {
  readonly type: string
  readonly page: number
  /** `the text field on page 1` */
  readonly field: string
  /** `shown only when the choice field on page 1 is “Yes” (there: “No”)` */
  readonly words: string
}
export interface ReportedEvent {
  /** From 1, in the order of the history. */
  readonly number: number
  readonly type: string
  readonly time: string
  readonly who: string
  readonly words: string
  readonly hash: string
}
export interface ReportedTimestamp {
  /** Of the seal itself, or of the whole file up to there. */
  readonly of: 'seal' | 'file'
  readonly time: string
  readonly authority: string
  /** SHA-256 of the authority's certificate. */
  readonly fingerprint: string
  readonly trusted: boolean
  /** Names of certificates above the authority's for which nobody at hand vouches. */
  readonly unvouched: readonly string[]
}
/** What the file itself says of whether one of its certificates was revoked. One that vouches for itself is not among them. */
export interface ReportedRevocation {
  readonly of: 'seal' | 'timestamp'
  readonly certificate: string
  /** SHA-256 of the certificate. */
  readonly fingerprint: string
  /** `unknown`: nothing in the file says so. */
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly by: 'ocsp' | 'crl' | null
  /** Whose answer it is. */
  readonly authority: string | null
  /** What is said was so at this time, and a newer answer was to follow by the other. */
  readonly time: string | null
  readonly until: string | null
  readonly revoked: string | null
  readonly reason: string | null
}
/** An anchor by which the history, or the way on from it, was held outside. */
export interface ReportedAnchor {
  readonly number: number
  /** When the installation made it, as it says itself. */
  readonly time: string
  /** From 1: the history is held up to here. */
  readonly event: number
  readonly right: boolean
  /** Whether it stands in the list of anchors that was given; null where none was. */
  readonly known: boolean | null
  readonly timestamp: { readonly time: string; readonly authority: string; readonly trusted: boolean } | null
}
export interface ReportedUpdate {
  readonly from: number
  readonly to: number
  readonly kind: 'timestamp' | 'signature' | 'validation-data' | 'change'
  readonly by: string
  readonly allowed: boolean
}
export interface ReportedSeal {
  /** Of the certificate. */
  readonly name: string
  /** SHA-256 of the certificate, in hexadecimal. */
  readonly fingerprint: string
  readonly level: string
  /** When sealing began, as the history has it. */
  readonly time: string | null
  /** Names of certificates above it for which nobody at hand vouches: they say nothing of the file. */
  readonly unvouched: readonly string[]
}

export interface Report {
  /** It is unchanged since it was sealed, and nothing given with it says otherwise. Says nothing of whose seal it is. */
  readonly intact: boolean
  readonly sealed: boolean
  /** The seal is by a key that the checker trusts. */
  readonly trusted: boolean
  /** One sentence, the first to be read. */
  readonly verdict: string
  readonly seal: ReportedSeal | null
  readonly signers: readonly ReportedSigner[]
  readonly leftOut: readonly ReportedLeftOut[]
  readonly events: readonly ReportedEvent[]
  readonly timestamps: readonly ReportedTimestamp[]
  /** Of the seal's certificates and of those of its timestamps. */
  readonly revocations: readonly ReportedRevocation[]
  readonly updates: readonly ReportedUpdate[]
  readonly problems: readonly Problem[]
  readonly document: {
    readonly name: string
    readonly pages: number
    /** How many of the pages, the last ones, Paraph added: to show the seal, and the history. The others are what people signed. */
    readonly added: { readonly seal: number; readonly audit: number }
  } | null
  /** The hash of the last event attached. */
  readonly head: string | null
  readonly bytes: {
    readonly total: number
    /** Covered by the seal, counted from the beginning: up to here the file is the version that was signed. */
    readonly sealed: number
    /** Covered by the seal or by a genuine signature after it. */
    readonly covered: number
  }
  /** Proofs of anchors given with the file. */
  readonly anchors: readonly ReportedAnchor[]
  readonly disclosures: { readonly given: number; readonly right: number }
}
