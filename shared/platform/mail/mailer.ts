import type pg from 'pg'
import type { World } from '#platform/ports'
import { boxes } from '#platform/secrets'
import { type MailState, type OutboxPage, type OutboxRow, outbox } from './outbox.ts'
import { type Address, type Attachment, Refused, type Transport, Undelivered } from './transport.ts'

export interface Mail {
  /** Idempotency key: the same key is the same mail, with the same Message-ID, and goes out once. */
  readonly key: string
  /** Whose data it is about, for example a pack's key: it goes when that goes. */
  readonly owner: string
  /** The workspace it was written in, whose administrators may read it. Null where it is about a person alone. */
  readonly workspace: string | null
  /** What sort of mail, for the list of mails: `request`, `copy`, `password`. */
  readonly kind: string
  readonly to: string
  /** Who gets the answers, where that is not the installation. */
  readonly replyTo?: Address
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The secret link that `text` and `html` hold. It is kept encrypted while it waits, and masked for readers. */
  readonly link?: string
  readonly attachments?: readonly Attachment[]
}

export interface MailOutcome {
  readonly state: Exclude<MailState, 'waiting'>
  /** The mail server's answer, for those who may see it: it can quote the address. */
  readonly detail: string | null
}

export interface Mailer {
  readonly deliversBy: 'smtp' | 'outbox'
  /**
   * Stores the mail, then sends it. Without a mail server it stays in the outbox, link and all, for an
   * administrator to read. On the last try an unsent mail has failed; before, it throws so that the job retries.
   * @throws Undelivered
   */
  send(mail: Mail, options?: { last?: boolean }): Promise<MailOutcome>
  /** A mail came back. Answers whose it was; the caller records what follows. */
  recordBounce(messageId: string, detail: string): Promise<{ key: string; owner: string } | null>
  /** Addresses, in lower case, from which mails of this workspace came back. */
  bouncedOf(workspace: string): Promise<ReadonlySet<string>>
  /** The secret link while it still exists. The caller asks for permission (see `find`), and records an event, first. */
  reveal(id: string): Promise<string | null>
  find(id: string): Promise<OutboxRow | null>
  /** Newest first; `before` is the id of the last one seen. */
  list(page: OutboxPage): Promise<OutboxRow[]>
  /** They are another workspace's to read: the owner moved there. */
  assign(owner: string, workspace: string): Promise<void>
  /** Part of a permanent deletion. Nothing is written for this owner from now on: what comes late has failed. */
  removeOf(owner: string): Promise<void>
  /** The same for single mails, by their keys. */
  removeKeys(keys: readonly string[]): Promise<void>
  /** The same for all mails to an address, but of owners that are spared: every mail is opened for it. */
  removeTo(address: string, isSpared: (owner: string) => boolean): Promise<void>
  close(): void
}

export interface MailOptions {
  readonly pool: pg.Pool
  readonly world: World
  readonly key: Uint8Array
  readonly from: string
  readonly subjectPrefix?: string
  /** Null: everything stays in the outbox. */
  readonly transport: Transport | null
}

export function openMailer(options: MailOptions): Mailer {
  const { world, transport, from } = options
  const box = boxes(options.key, world.random)
  const table = outbox(options.pool, box)
  const time = () => new Date(world.clock.now())
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  const subjectOf = (mail: Mail) => `${options.subjectPrefix ?? ''}${mail.subject}`
  // Derived, not drawn: the second try after a crash carries the same, and mail programs show one mail.
  const messageIdOf = (mail: Mail) => `<${box.name(`message ${mail.key}`)}@${domain}>`

  const settle = async (mail: Mail, state: MailOutcome['state'], detail: string | null): Promise<MailOutcome> => {
    await table.close(mail.key, state, { detail, keepLink: state === 'kept', time: time() })
    return { state, detail }
  }

  const handOver = async (mail: Mail, letterbox: Transport, last: boolean): Promise<MailOutcome> => {
    try {
      await letterbox.send({
        messageId: messageIdOf(mail),
        from,
        to: mail.to,
        ...(mail.replyTo && { replyTo: mail.replyTo }),
        subject: subjectOf(mail),
        text: mail.text,
        html: mail.html,
        date: time(),
        attachments: mail.attachments ?? [],
      })
    } catch (error) {
      if (error instanceof Refused) return settle(mail, error.address ? 'bounced' : 'failed', error.message)
      if (error instanceof Undelivered && last) return settle(mail, 'failed', error.code)
      throw error
    }
    return settle(mail, 'sent', null)
  }

  return {
    deliversBy: transport ? 'smtp' : 'outbox',
    async send(mail, { last = false } = {}) {
      const { state, detail } = await table.enter({
        key: mail.key,
        id: world.ids.next(),
        owner: mail.owner,
        workspace: mail.workspace,
        kind: mail.kind,
        messageId: messageIdOf(mail),
        to: mail.to,
        subject: subjectOf(mail),
        text: mail.text,
        link: mail.link ?? null,
        time: time(),
      })
      if (state !== 'waiting') return { state, detail }
      return transport ? handOver(mail, transport, last) : settle(mail, 'kept', null)
    },
    async recordBounce(messageId, detail) {
      const found = await table.keyOf(messageId)
      if (found) await table.close(found.key, 'bounced', { detail, keepLink: false, time: time() })
      return found
    },
    bouncedOf: (workspace) => table.bouncedOf(workspace),
    reveal: (id) => table.linkOf(id),
    find: (id) => table.find(id),
    list: (page) => table.list(page),
    assign: (owner, workspace) => table.assign(owner, workspace),
    removeOf: (owner) => table.removeOf(owner),
    removeKeys: (keys) => table.removeKeys(keys),
    removeTo: (address, isSpared) => table.removeTo(address, isSpared),
    close: () => transport?.close(),
  }
}
