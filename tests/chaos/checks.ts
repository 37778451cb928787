import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { z } from 'zod'
import type { ListRow } from '#contract/document-list'
import type { GuardAnswer } from '#contract/evidence'
import type { verifyAnswer } from '#contract/verification'
import type { PackState } from '#domain/pack'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, SENDER } from '../support/prepared.ts'
import type { TestMailServer } from '../support/smtp.ts'
import type { Story } from './ceremony.ts'
import { type Subscription, undelivered } from './deliveries.ts'
import { linkIn, mailsTo, viewOf } from './people.ts'

export interface Findings {
  readonly violations: readonly string[]
  /** How much was looked at. */
  readonly looked: Readonly<Record<string, number>>
}

export interface ChecksOptions {
  readonly account: Client
  anybody(): Client
  readonly mails: TestMailServer
  readonly stories: readonly Story[]
  readonly subscription: Subscription
  readonly folder: string
  readonly withinMs: number
}

/** What must be true once all faults are mended, seen from outside alone. */
export async function check({ account, anybody, mails, stories, subscription, folder, withinMs }: ChecksOptions): Promise<Findings> {
  const violations: string[] = []
  const looked = {
    documents: 0,
    claims: 0,
    completed: 0,
    'sealed files': 0,
    mails: 0,
    'rows of the list': 0,
    'events walked over': 0,
    deliveries: 0,
  }
  const wrong = (of: Story, words: string) => violations.push(about(of, words))
  const files: { of: Story; path: string }[] = []
  const deadline = performance.now() + withinMs
  const settled = async (of: Story): Promise<PackState> => {
    const ask = async () => (await viewOf(account, of.pack)).view
    return eventually(ask, (view) => isSettled(of, view), Math.max(1_000, deadline - performance.now())).catch(ask)
  }
  await mkdir(folder, { recursive: true })
  for (const of of stories.filter(({ pack }) => pack !== '')) {
    const view = await settled(of)
    looked.documents++
    for (const { words, holds } of of.claims) {
      looked.claims++
      if (!holds(view)) wrong(of, `was acknowledged and is not so: ${words}`)
    }
    if (!of.ended || of.course === 'declined') continue
    looked.completed++
    const trail = await account.get<{ audit_records: readonly { code: string }[] }>(`/app/audit_trail/${of.pack}`)
    for (const code of ['PackCompleted', 'DocumentSealed']) {
      const times = trail.audit_records.filter((record) => record.code === code).length
      if (times !== 1) wrong(of, `${code} stands ${times} times in its history`)
    }
    const [document] = view.documents
    if (document?.sealing.state !== 'sealed') {
      wrong(of, `is complete and ${document?.sealing.state}`)
      continue
    }
    const path = join(folder, `${of.pack}.pdf`)
    const bytes = await account.bytes(`/app/serve/${document.sealing.file}`)
    await writeFile(path, bytes)
    files.push({ of, path })
    // Whichever program sealed it, whichever is asked.
    const { report } = await anybody().post<z.infer<typeof verifyAnswer>>('/app/verify', { file: Buffer.from(bytes).toString('base64') })
    if (!report.trusted) wrong(of, 'its seal is not known as one of this installation')
    // Everybody has the final file by mail, as one and the same mail.
    const owners = mailsTo(mails, SENDER.email_address).filter((mail) => isCopyOf(mail.content, of.name))
    for (const [who, copies] of [
      ['the sender', owners] as const,
      ...of.signers.map(({ email }) => [email, mailsTo(mails, email).filter((mail) => isCopyOf(mail.content, of.name))] as const),
    ]) {
      looked.mails += copies.length
      if (copies.length !== 1) wrong(of, `${who} has ${copies.length} final copies`)
    }
    for (const { email } of of.signers) {
      const requests = mailsTo(mails, email).filter((mail) => linkIn(mail) !== null)
      looked.mails += requests.length
      const most = of.course === 'reverted' ? 2 : 1
      if (requests.length < 1 || requests.length > most) wrong(of, `${email} was asked by ${requests.length} mails`)
    }
  }
  await verifyFiles(files, (of, words) => wrong(of, words))
  looked['sealed files'] = files.length
  await listAgrees(account, stories, violations, looked, deadline)
  await everythingIsIntact(account, violations, looked)
  const sent = await undelivered(account, subscription, Math.max(1_000, deadline - performance.now()))
  looked.deliveries = sent.delivered
  violations.push(...sent.violations)
  // Whatever the feed says: an end that people saw was sent.
  for (const of of stories.filter(({ ended, pack }) => ended && pack !== '')) {
    const end = of.course === 'declined' ? 'document.rejected' : 'document.completed'
    if (!subscription.taken.some(({ document, type }) => document === of.pack && type === end))
      wrong(of, `${end} never came to the endpoint`)
  }
  return { violations, looked }
}

/** A document whose own end is not reached yet is only checked for its acknowledged steps. */
function isSettled(of: Story, view: PackState): boolean {
  if (!of.claims.every(({ holds }) => holds(view))) return false
  if (!of.ended || of.course === 'declined') return true
  const copies = Object.values(view.finalCopies)
  return (
    view.documents[0]?.sealing.state === 'sealed' &&
    copies.length === of.signers.length + 1 &&
    copies.every(({ state }) => state === 'sent')
  )
}

const isCopyOf = (content: string, name: string) => /application\/pdf/.test(content) && content.replace(/=\n/g, '').includes(name)

/** By the command that anybody runs, on the files as they were handed out. */
async function verifyFiles(files: readonly { of: Story; path: string }[], wrong: (of: Story, words: string) => void): Promise<void> {
  if (files.length === 0) return
  const run = promisify(execFile)
  const args = ['cli/paraph.ts', 'verify', '--json', ...files.map(({ path }) => path)]
  const { stdout } = await run('node_modules/.bin/node', args, { maxBuffer: 256 * 1024 * 1024 }).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? '',
  }))
  const reports = new Map(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { file: string; intact: boolean })
      .map(({ file, intact }) => [file, intact]),
  )
  for (const { of, path } of files) if (reports.get(path) !== true) wrong(of, 'its sealed file does not verify')
}

/** Each document stands once in the list, as it is, and nothing else does. */
async function listAgrees(
  account: Client,
  stories: readonly Story[],
  violations: string[],
  looked: { 'rows of the list': number },
  deadline: number,
): Promise<void> {
  const disagreements = async () => {
    const rows = await everyRow(account)
    looked['rows of the list'] = rows.length
    const found: string[] = []
    for (const of of stories.filter(({ pack, ended }) => pack !== '' && ended)) {
      const own = rows.filter(({ key }) => key === of.pack)
      const { view } = await viewOf(account, of.pack)
      if (own.length !== 1) found.push(about(of, `stands ${own.length} times in the list`))
      else if (own[0]!.status !== view.status || own[0]!.document_name !== of.name) {
        found.push(about(of, `is ${view.status} and stands in the list as ${own[0]!.status}, “${own[0]!.document_name}”`))
      }
    }
    const known = new Set(stories.map(({ pack }) => pack))
    for (const row of rows.filter(({ key }) => !known.has(key)))
      found.push(`“${row.document_name}” is in the list, and nobody was told that it was made`)
    return found
  }
  const left = Math.max(1_000, deadline - performance.now())
  violations.push(...(await eventually(disagreements, (all) => all.length === 0, left).catch(disagreements)))
}

const about = ({ name, course }: Story, words: string): string => `${name} (${course}): ${words}`

/** Every chain, every sealed value and every stored file, as the guard finds them for an administrator. */
async function everythingIsIntact(account: Client, violations: string[], looked: { 'events walked over': number }): Promise<void> {
  const session = await account.get<{ user_accounts: readonly { account_key: string }[] }>('/app/session')
  const path = `/app/accounts/${session.user_accounts[0]!.account_key}/guard`
  await account.post(path, {})
  const { report } = await eventually(
    () => account.get<GuardAnswer>(path),
    (answer) => !answer.report.checking,
  )
  looked['events walked over'] = report.events
  for (const { words } of report.findings) violations.push(`the guard found: ${words}`)
}

async function everyRow(account: Client): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: '200', ...(cursor ? { cursor } : {}) })
    const page: { documents: readonly ListRow[]; cursor: string | null } = await account.get(`/app/documents?${query}`)
    rows.push(...page.documents)
    cursor = page.cursor
  }
  return rows
}
