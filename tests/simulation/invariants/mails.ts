import type { PackFact } from '#domain/pack'
import type { Mail } from '#platform/mail'
import { type Ceremony, proofsFor, type Reader, supportingFor, supportingOf } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { words } from '../pdf-model.ts'
import { CREATOR } from '../server.ts'
import { rejectedIn } from './end.ts'
import type { Folded, Say } from './folded.ts'

/** The event that is in the log before anybody holds a mail of this kind, and where it names the mail. */
const RESTS_ON: Partial<Readonly<Record<Mail['kind'], readonly [PackFact['type'], string]>>> = {
  request: ['SigningLinkIssued', 'request'],
  notice: ['NotificationDue', 'notice'],
  copy: ['FinalCopyQueued', 'mail'],
}

/** It tells the sender that a request has expired, and is named by that event. */
const isOfExpiry = ({ key }: Pick<Mail, 'key'>) => key.startsWith('expired:')

/** Each mail once; each with what it rests on in the log before it went out; each request answered for. */
export function checkMails(ceremony: Ceremony, { state, events }: Folded, house: Environment, say: Say): void {
  const mails = house.post.delivered.filter(({ mail }) => mail.owner === ceremony.pack)
  const written = house.post.mailsOf(ceremony.pack)
  const perKey = new Map<string, number>()
  for (const { mail } of mails) perKey.set(mail.key, (perKey.get(mail.key) ?? 0) + 1)
  for (const [key, times] of perKey) if (times > 1) say(`the mail ${key.slice(0, 8)} went out ${times} times`)
  for (const { mail, at } of mails) {
    const [type, member] = isOfExpiry(mail) ? (['RequestsExpired', null] as const) : (RESTS_ON[mail.kind] ?? [])
    if (!type || member === undefined) continue
    const id = mail.key.slice(mail.key.indexOf(':') + 1)
    const ground = events.find(
      ({ id: event, fact }) =>
        fact.type === type && (member === null ? event : (fact.data as Readonly<Record<string, unknown>>)[member]) === id,
    )
    if (!ground) say(`a ${mail.kind} went out for which ${type} never came into the log`)
    else if (house.storedAt.get(ground.id)! > at) say(`a ${mail.kind} went out before ${type} was in the log`)
  }
  for (const { fact } of events) {
    if (fact.type === 'SignatureRequestSent' && !mails.some(({ mail }) => mail.key === `request:${fact.data.request}`))
      say(`a request is noted as sent that never went out`)
    if (fact.type === 'FinalCopySent' && !mails.some(({ mail }) => mail.key === `copy:${fact.data.mail}`))
      say('a copy is noted as sent that never went out')
    const failed = failedIn(fact)
    if (failed && mails.some(({ mail }) => mail.key === failed)) say('a mail went out that is noted as failed')
  }
  for (const { fact } of events) {
    if (fact.type !== 'SignatureRequestQueued' || fact.data.channel !== 'sms') continue
    if (mails.some(({ mail }) => mail.key === `request:${fact.data.request}`)) say('somebody was to be asked by a message, and was by mail')
  }
  const failures = events.filter(({ fact }) => fact.type === 'NotificationDue' && fact.data.occasion !== null).length
  if (mails.filter(({ mail }) => mail.kind === 'notice' && !isOfExpiry(mail)).length > failures)
    say('the owner was told of one failure by several mails')
  /** By signer: what they were asked by last. */
  const asked = new Map<string, string>()
  for (const { fact } of events) {
    if (fact.type === 'SignatureRequestQueued') asked.set(fact.data.signatory, fact.data.request)
    const news = fact.type === 'SigningLinkIssued' || fact.type === 'SignatureRequestSent' ? fact.data : null
    if (news?.request && asked.get(news.signatory) !== news.request) say(`${fact.type} of a request that another had taken the place of`)
  }
  const notified = new Set<string | null>()
  for (const { fact, id } of events) {
    if (fact.type !== 'NotificationDue') continue
    const { notice, occasion } = fact.data
    notified.add(occasion)
    if (occasion === null || state.trashed !== null || mails.some(({ mail }) => mail.key === `notice:${notice}`)) continue
    if (!house.post.wasAwayForANight(house.storedAt.get(id)!)) say('the owner was to be told of a failure, and never was')
  }
  const rule = events.find(({ fact }) => fact.type === 'NotificationRuleSet' && fact.data.event === 'email-failed')
  const isNotified = rule !== undefined && state.trashed === null
  for (const copy of isNotified ? Object.values(state.finalCopies) : [])
    if ((copy.state === 'failed' || copy.state === 'bounced') && !notified.has(copy.mail))
      say('a copy failed, and its owner was never to be told')
  for (const { uuid, request, status } of state.signatories) {
    // Nobody is asked to sign what lies in the trash.
    if (state.trashed === null && state.status === 'awaiting_signatures' && status === 'awaiting_signatures' && request?.state === 'queued')
      say(`the request to signer ${uuid.slice(-4)} never went out`)
  }
  const quiet = ceremony.signatories[ceremony.plan.quiet ?? -1]
  if (quiet && written.some(({ to, kind }) => kind === 'request' && to.endsWith(quiet.email)))
    say('somebody was asked by mail who was not to be')
  for (const { to, kind } of written)
    if (kind === 'request' && /(slip|forged)-/.test(to)) say(`${to} is nobody’s address, and was asked to sign`)
  for (const { email, copy } of ceremony.copyRecipients)
    if (copy === 'is struck out' && written.some(({ to }) => to.endsWith(email))) say(`${email} was struck out, and was written to`)
  // What lies in the trash is sent to nobody.
  if (state.status !== 'complete' || state.trashed !== null) return
  // In whatever seal it bore when the mail went out.
  const rejected = rejectedIn(events)
  const finals = state.documents.filter(({ key }) => !rejected.has(key)).map(({ key }) => sealedFiles(events, key, house))
  const areFinal = (files: readonly string[]) => files.length === finals.length && files.every((file, at) => finals[at]!.has(file))
  const recipients = new Map<string, string>(
    events.flatMap(({ fact }) => (fact.type === 'FinalCopyQueued' ? [[`copy:${fact.data.mail}`, fact.data.recipient] as const] : [])),
  )
  for (const { mail, files } of mails) {
    if (mail.kind !== 'copy') continue
    const reader = readerOf(recipients.get(mail.key), ceremony)
    const supporting = supportingFor(ceremony, reader)
    const proofs = proofsFor(ceremony, state, reader, recipients.get(mail.key))
    const enclosed = ceremony.plan.encloses ? [...supporting, ...proofs].map(({ text }) => text) : []
    for (const { filename } of ceremony.proofs)
      if (mail.text.includes(filename)) say(`a mail to somebody of the ${reader} tells of a signer’s file`)
    if (!areFinal(files.slice(0, finals.length)) || files.slice(finals.length).join('\n') !== enclosed.join('\n'))
      say(`somebody of the ${reader} got other files than those for them`)
    // Copy recipients have no other way to them.
    const linked = new Set((reader === 'cc_recipients' && !ceremony.plan.encloses ? supporting : []).map(({ key }) => key))
    for (const { key, filename } of supportingOf(ceremony))
      if (mail.text.includes(filename) !== linked.has(key))
        say(`a mail to somebody of the ${reader} tells of what is not for them, or not of what is`)
  }
  const named = ceremony.copyRecipients.filter(({ copy }) => copy === 'gets one')
  // Marked as complete before it was said who that is.
  const isNobody = ({ uuid, email }: Ceremony['signatories'][number]) =>
    uuid === ceremony.setsUp?.whom && !state.signatories.some((one) => one.uuid === uuid && one.email === email)
  // Excluding somebody says again whether they get it, until the sender takes the document back.
  const { excludes, untold: last } = ceremony.plan
  const round = events.slice(events.findLastIndex(({ fact }) => fact.type === 'RevertedToSetup') + 1)
  const excluded = new Set(round.flatMap(({ fact }) => (fact.type === 'SignatoryExcluded' ? [fact.data.signatory] : [])))
  const untold = ceremony.signatories.filter(({ uuid }, at) => (excluded.has(uuid) ? !excludes?.viewing : at === last))
  const without: readonly { readonly email: string }[] = [...untold, ...(ceremony.plan.leavesOut ? [CREATOR] : [])]
  for (const { email } of without)
    if (written.some(({ kind, to }) => kind === 'copy' && to.toLowerCase().endsWith(email))) say(`${email} was to get no copy, and got one`)
  const signers = ceremony.signatories.filter((one) => !isNobody(one))
  for (const { email } of [...signers, ...named, CREATOR].filter((one) => !without.includes(one))) {
    const goesTo = ({ kind, to }: Pick<Mail, 'kind' | 'to'>) => kind === 'copy' && to.toLowerCase().endsWith(email)
    const copies = mails.filter(({ mail }) => goesTo(mail)).length
    const tried = written.flatMap((mail) => (goesTo(mail) ? [mail.key] : []))
    const listed = events.some(({ fact }) => fact.type === 'FinalCopyFailed' && tried.includes(failedIn(fact)!))
    if (copies !== 1 && !listed) say(`${email} got ${copies} final copies`)
  }
}

function readerOf(recipient: unknown, { signatories, copyRecipients }: Ceremony): Reader {
  if (signatories.some(({ uuid }) => uuid === recipient)) return 'signatories'
  return copyRecipients.some(({ uuid }) => uuid === recipient) ? 'cc_recipients' : 'team'
}

/** The key of the mail that is said not to have arrived. */
function failedIn(fact: PackFact): string | null {
  if (fact.type === 'SignatureRequestFailed') return `request:${fact.data.request}`
  return fact.type === 'FinalCopyFailed' ? `copy:${fact.data.mail}` : null
}

/** Every sealed file that a document ever had, in words. */
function sealedFiles(events: Folded['events'], document: string, { files }: Environment): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ fact }) => {
      const bytes = fact.type === 'DocumentSealed' && fact.data.document === document ? files.keys.get(fact.data.file)?.bytes : null
      return bytes ? [words(bytes)] : []
    }),
  )
}
