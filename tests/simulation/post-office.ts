import { digestOf } from '#domain/kernel'
import { type Mail, type Mailer, type MailOutcome, Refused, Undelivered } from '#platform/mail'
import { bytesOf } from '#processes/engine'
import { words } from './pdf-model.ts'

export interface Delivered {
  readonly messageId: string
  readonly mail: Mail
  readonly at: number
  /** The attachment, as it came out. */
  readonly files: readonly string[]
}

/** Stored mails, and the mail server beyond them: it knows what it took, even if a process died before noting it. */
export interface PostOffice {
  readonly delivered: readonly Delivered[]
  /** Mails that stand in the table of mails, whatever became of them. */
  keysOf(owner: string): readonly string[]
  /** Whose mails to this address stand there. */
  ownersOf(address: string): readonly string[]
  /** The same, as they are written. */
  mailsOf(owner: string): readonly Mail[]
  /** Nothing gets through to the mail server. */
  away: boolean
  /** Whether nothing got through to it for a whole night after this moment: mails that waited then may have been given up. */
  wasAwayForANight(since: number): boolean
  /** An address that does not exist. */
  refuses(address: string): void
  mailer(): Pick<Mailer, 'send' | 'recordBounce' | 'removeOf' | 'removeKeys' | 'removeTo'>
}

/** Mails are tried for fifteen hours or so: for no less than this. */
const NIGHT_MS = 11 * 3_600_000

export function postOffice(now: () => number): PostOffice {
  const rows = new Map<string, { readonly mail: Mail; state: MailOutcome['state'] | 'waiting'; detail: string | null }>()
  const delivered: Delivered[] = []
  const unknown = new Set<string>()
  const removed = new Set<string>()
  let awaySince: number | null = null
  const absences: { readonly from: number; readonly to: number }[] = []
  const office: PostOffice = {
    delivered,
    keysOf: (owner) => [...rows].flatMap(([key, { mail }]) => (mail.owner === owner ? [key] : [])),
    ownersOf: (address) => [...rows.values()].flatMap(({ mail }) => (mail.to === address ? [mail.owner] : [])),
    mailsOf: (owner) => [...rows.values()].flatMap(({ mail }) => (mail.owner === owner ? [mail] : [])),
    get away() {
      return awaySince !== null
    },
    set away(is) {
      if (is) awaySince ??= now()
      else if (awaySince !== null) {
        absences.push({ from: awaySince, to: now() })
        awaySince = null
      }
    },
    wasAwayForANight: (since) => absences.some(({ from, to }) => to - Math.max(from, since) >= NIGHT_MS),
    refuses: (address) => void unknown.add(address),
    mailer: () => ({
      async send(mail, { last = false } = {}) {
        if (removed.has(mail.owner) || removed.has(mail.key)) return { state: 'failed', detail: null }
        const row = rows.get(mail.key) ?? { mail, state: 'waiting' as const, detail: null }
        rows.set(mail.key, row)
        if (row.state !== 'waiting') return { state: row.state, detail: row.detail }
        const files = await Promise.all((mail.attachments ?? []).map(async ({ open }) => words(await bytesOf(await open()))))
        // The mail server knows by its Message-ID what another run of the job has brought meanwhile.
        if (row.state !== 'waiting') return { state: row.state, detail: row.detail }
        const settle = (state: MailOutcome['state'], detail: string | null) => {
          row.state = state
          row.detail = detail
          return { state, detail }
        }
        try {
          if (office.away) throw new Undelivered('ECONNREFUSED')
          if (unknown.has(mail.to)) throw new Refused('550 no such user', true)
          delivered.push({ messageId: `<${digestOf(mail.key)}@example.com>`, mail, at: now(), files })
        } catch (error) {
          if (error instanceof Refused) return settle('bounced', error.message)
          if (last) return settle('failed', 'ECONNREFUSED')
          throw error
        }
        return settle('sent', null)
      },
      recordBounce: async () => null,
      async removeTo(address, isSpared) {
        for (const [key, { mail }] of rows) if (mail.to === address && !isSpared(mail.owner)) rows.delete(key)
      },
      async removeOf(owner) {
        removed.add(owner)
        for (const [key, { mail }] of rows) if (mail.owner === owner) rows.delete(key)
      },
      async removeKeys(keys) {
        for (const key of keys) {
          removed.add(key)
          rows.delete(key)
        }
      },
    }),
  }
  return office
}
