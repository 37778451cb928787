import type { ServerOptions } from 'socket.io'
import type { AnchorProofAnswer, AnchorsNow, GuardReport } from '#contract/evidence'
import type { StoredEvent } from '#domain/kernel'
import type { InstallationAnchor } from '#pdf/verification'
import type { CommandHandler } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import type { Files } from '#platform/files'
import type { Jobs } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import type { Mailer } from '#platform/mail'
import type { World } from '#platform/ports'
import type { Sessions } from '#platform/sessions'
import type { SharedLeaves } from '#platform/shared-leaves'
import type { Spool } from '#platform/spool'
import type { SubjectKeys } from '#platform/subject-keys'
import type { Queries } from '#projections'
import type { Accounts, Members } from './accounts/index.ts'
import type { Applications } from './applications/index.ts'

/**
 * What the program gives to the API. What one topic alone needs is opened by that topic (`topic.ts`).
 */
export interface Services {
  readonly world: World
  readonly handler: CommandHandler
  readonly eventLog: EventLog
  readonly subjectKeys: SubjectKeys
  readonly keyIndex: KeyIndex
  /** Salts what copies have alike. */
  readonly sharedLeaves: Pick<SharedLeaves, 'salted'>
  readonly files: Files
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly members: Members
  readonly applications: Applications
  readonly mailer: Mailer
  readonly jobs: Pick<Jobs, 'send'>
  readonly queries: Queries
  readonly spool: Spool
  readonly passwords: UploadPasswords
  readonly progress: ProgressNews
  /** How live connections of several processes hear of each other; null: this process is alone. */
  readonly liveAdapter: ServerOptions['adapter'] | null
  /** One line in words a dependency. */
  readonly health: () => Promise<readonly Dependency[]>
  /** Its reader is an operator of this machine and sees each of these lines. */
  readonly healthToken: string
  readonly evidence: Evidence
  /** The seals that this installation calls its own, for visitors who check a file here. */
  sealAnchors(): Promise<readonly SealAnchor[]>
  /** Encrypts the secrets that sign webhooks. */
  readonly webhookKey: Uint8Array
  readonly config: ApiConfig
}

export interface ApiConfig {
  /** Without a slash at the end. */
  readonly publicUrl: string
  readonly defaultCountry: string
  readonly maxUploadBytes: number
  /** Nothing is deleted for good. */
  readonly keepDeleted: boolean
  /** Where the terms stand that account holders accept; null: none. */
  readonly termsUrl: string | null
  /** The form and the page with prices, of other services, that the page shows; null: none. */
  readonly formUrl: string | null
  readonly pricingUrl: string | null
  /** Addresses within the page that lead to others. */
  readonly hashRedirects: Readonly<Record<string, string>>
  /** Least characters of a password that is chosen. */
  readonly passwordMin: number
  /** What a workspace that several people share is called. */
  readonly workspaceDescriptor: string
  /** Private addresses and networks to which webhooks may be sent. */
  readonly webhookNetworks: readonly string[]
  readonly version: string
}

/** A certificate that is trusted, for seals or for timestamps. */
export type SealAnchor = InstallationAnchor

/** Passwords of uploaded PDFs: handed to the conversion that comes next, kept in memory alone, forgotten once used. */
export interface UploadPasswords {
  /** Resolves once it is on its way; only then is the file announced. */
  hold(file: string, password: string): Promise<void>
}

/** The progress of something long. Never an event: a watcher sees it move, nobody else needs it. */
export interface Progress {
  readonly pack: string
  readonly kind: 'conversion' | 'sealing'
  readonly child: string
  readonly done: number
  readonly total: number
}
export type ProgressNews = (listener: (progress: Progress) => void) => () => void

/** What makes a changed past known. */
export interface Evidence {
  /** Null while no anchor holds the stream yet. */
  proofOf(stream: string): Promise<EvidenceProof | null>
  report(): Promise<EvidenceReport>
  anchorsNow(): Promise<AnchorsNow>
  /** Asks for a full round now, of whichever process runs the guard, and waits a moment for it. */
  checkNow(): Promise<EvidenceReport>
}
export type EvidenceProof = Omit<AnchorProofAnswer, 'path' | 'anchor' | 'tail'> & {
  readonly path: readonly string[]
  readonly anchor: StoredEvent
}
export interface EvidenceReport extends Omit<GuardReport, 'findings'> {
  readonly findings: readonly {
    readonly kind: GuardReport['findings'][number]['kind']
    readonly where: string
    readonly revision: number | null
    readonly words: string
  }[]
}

export interface Dependency {
  readonly name: string
  readonly ok: boolean
  readonly words: string
}
