import type { ServerOptions } from 'socket.io'
import type { ListRow } from '#contract/document-list'
import type { AuditRecord } from '#contract/documents'
import type { AnchorProofAnswer, AnchorsNow, GuardReport } from '#contract/evidence'
import type { StoredEvent } from '#domain/kernel'
import type { InstallationAnchor } from '#pdf/verification'
import type { CommandHandler } from '#platform/command-handler'
import type { EventLog } from '#platform/event-log'
import type { Files } from '#platform/files'
import type { KeyIndex } from '#platform/key-index'
import type { Mailer } from '#platform/mail'
import type { World } from '#platform/ports'
import type { Sessions } from '#platform/sessions'
import type { SharedLeaves } from '#platform/shared-leaves'
import type { Spool } from '#platform/spool'
import type { SubjectKeys } from '#platform/subject-keys'
import type { AuditQuestion } from '#projections/audit-trail'
import type { Contact, ContactsPage, ContactsQuestion, SuggestionsQuestion } from '#projections/contacts'
import type { FeedBounds, FeedEntry } from '#projections/feed'
import type { InboxPage, InboxQuestion } from '#projections/inbox'
import type { ListPage, ListQuestion } from '#projections/list'
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
  /** Least characters of a password that is chosen. */
  readonly passwordMin: number
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
  /** Asks for a full round now, whichever process walks, and waits a moment for it. */
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

/** Answers of the read models. */
export interface Queries {
  list(question: ListQuestion): Promise<ListPage & { readonly counts: Record<string, number> }>
  rowsOf(packs: readonly string[]): Promise<readonly ListRow[]>
  /** Packs of a workspace, the trash with them, behind a key and in the order of keys. */
  packsOf(workspace: string, after: string, limit: number): Promise<readonly string[]>
  /** Keys of the files that belong to a pack and are there. */
  filesOf(pack: string): Promise<readonly string[]>
  /** Packs whose rows changed, once they are there. */
  onRows(listener: (packs: readonly string[]) => void): () => void
  /** Whom a workspace knows. */
  contacts(question: ContactsQuestion): Promise<ContactsPage>
  suggestedContacts(question: SuggestionsQuestion): Promise<readonly Contact[]>
  contact(workspace: string, key: string): Promise<Contact | null>
  contactAt(workspace: string, address: string): Promise<Contact | null>
  /** An account holder's notifications. These too wait, bounded, until all acknowledged events are in them. */
  notifications(question: InboxQuestion): Promise<InboxPage>
  unreadCount(user: string, workspaces: readonly string[]): Promise<number>
  /** null: it is not theirs. */
  isNotificationRead(user: string, key: string): Promise<boolean | null>
  unreadNotifications(
    user: string,
    which: { readonly related?: string; readonly until?: string; readonly limit: number },
  ): Promise<readonly string[]>
  /** The users notified of these documents; null while acknowledged events are missing. */
  usersTold(related: readonly string[]): Promise<readonly string[] | null>
  /** null for somebody who may not read it now. Waits, bounded, until all that was acknowledged is in it. */
  auditTrail(question: AuditQuestion): Promise<readonly AuditRecord[] | null>
  feedBounds(workspace: string): Promise<FeedBounds>
  feedEntries(workspace: string, after: number, limit: number): Promise<readonly FeedEntry[]>
}
