import { text } from 'node:stream/consumers'
import { openMailer } from '#platform/mail'
import { recordBounce } from '#processes'
import { ForPeople } from './explain.ts'
import { withInstallation } from './installation.ts'

/** More of a returned mail is not read: the report and the headers come first, attachments last. */
const MOST = 256 * 1024

/**
 * `paraph bounce`: reads one returned mail from standard input (RFC 3464), as a mail server's alias pipes it, and shows
 * it at the signer whom it did not reach. Works next to a running Paraph.
 */
export async function bounce(argv: readonly string[]): Promise<number> {
  if (argv.length > 0) throw new ForPeople('Pipe the returned mail in: paraph bounce < mail')
  const report = readReport((await text(process.stdin)).slice(0, MOST))
  if (report.failed === false) {
    console.log('This mail does not say that another one came back: nothing to record.')
    return 0
  }
  return withInstallation(async ({ pool, world, secrets, configuration, handler }) => {
    const mailer = openMailer({ pool, world, key: secrets.mailKey, from: configuration.mail.from, transport: null })
    const deps = { handler, defaultCountry: configuration.defaultCountry, mailer }
    for (const id of report.messageIds) {
      const pack = await recordBounce(deps, id, report.detail)
      if (pack === null) continue
      console.log(`Recorded at document ${pack}.`)
      return 0
    }
    throw new ForPeople('This mail was not sent by this installation.')
  })
}

export interface BounceReport {
  /** False where it speaks of a delay or a delivery, or is somebody's answer. */
  readonly failed: boolean
  /** Why, in the words of the server that refused it. */
  readonly detail: string
  readonly messageIds: readonly string[]
}

/** What a delivery status notification says (RFC 3464 sections 2.3.3 and 2.3.6), and which mails it may speak of. */
export function readReport(mail: string): BounceReport {
  const unfolded = mail.replace(/\r\n/g, '\n').replace(/\n[ \t]+/g, ' ')
  const first = (name: string) => new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(unfolded)?.[1]?.trim()
  // Servers that send no report still send from nobody; an absent person's auto-reply comes from an address.
  const action = first('Action')?.toLowerCase() ?? (/^(Return-Path:\s*<>|From:.*mailer-daemon)/im.test(unfolded) ? 'failed' : 'answered')
  const detail = (first('Diagnostic-Code') ?? first('Status') ?? 'The mail came back.').replace(/^smtp;\s*/i, '').slice(0, 500)
  const ids = [...unfolded.matchAll(/^(?:Original-)?Message-ID:[ \t]*(.+)$/gim)]
  const messageIds = [...new Set(ids.flatMap(([, value]) => value!.match(/<[^<>\s]+>/g) ?? []))]
  return { failed: action === 'failed', detail, messageIds }
}
