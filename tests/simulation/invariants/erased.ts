import { streamOfPack } from '#domain/pack'
import type { PackRow } from '#projections/list'
import { type Ceremony, calledIn, reasonOf } from '../ceremony/index.ts'
import { signerOf } from '../client.ts'
import type { Environment } from '../environment.ts'
import type { Held } from '../final-audit.ts'
import { LIST } from '../read-models.ts'
import type { Folded, Say } from './folded.ts'
import { trailOf } from './rows.ts'

/** Nothing is left anywhere of a person who was assured that their data is deleted, and everybody else keeps all of theirs. */
export async function checkErased(
  ceremony: Ceremony,
  { state, events, steps }: Folded,
  house: Environment,
  held: readonly Held[],
  say: Say,
): Promise<void> {
  const { plan, pack, signatories, answers, typed, proof, proofs } = ceremony
  const stream = streamOfPack(pack)
  const gone = new Map(
    events.flatMap(({ id, fact }) =>
      fact.type === 'PersonErased' ? fact.data.people.map((person) => [person, house.storedAt.get(id)!] as const) : [],
    ),
  )
  for (const person of answers.erased) if (!gone.has(person)) say('the deletion of somebody’s data was acknowledged and is lost')
  keptUnderHold(ceremony, house, say)
  if (gone.size === 0 && answers.holds === 0) return
  for (const { event, before } of steps) {
    if (event.fact.type !== 'PersonErased') continue
    if (before.status === 'complete') say('what was signed lost who signed it')
    if (before.status === 'awaiting_signatures' && before.trashed === null) say('somebody’s data was deleted who was asked to sign')
  }
  const rows = JSON.stringify([house.database.table<PackRow>(LIST).get(pack), trailOf(ceremony, house.database)])
  const memory = JSON.stringify(held)
  const mails = house.post.mailsOf(pack)
  const handed = ceremony.handed.map(({ signatory, url }) => ({ to: signatories.find(({ uuid }) => uuid === signatory)!.email, link: url }))
  const requests = house.post.delivered.flatMap(({ mail }) => (mail.owner === pack && mail.link ? [{ to: mail.to, link: mail.link }] : []))
  for (const [at, { uuid, email }] of signatories.entries()) {
    const who = `signer ${uuid.slice(-4)}`
    const wentAt = gone.get(uuid)
    if (wentAt === undefined) {
      const sealed = house.stored.some(({ event }) => event.stream === stream && event.sealed.some(({ subject }) => subject === uuid))
      if (sealed && !(await house.keys.existing(stream, uuid))) say(`the data of ${who} went, though it was another's that was to go`)
      continue
    }
    if (await house.keys.existing(stream, uuid)) say(`a key of ${who} is still there, whose data was deleted`)
    const own = [
      email,
      calledIn(plan, at),
      reasonOf(plan, at),
      ...typed.flatMap(({ signatory, text }) => (signatory === uuid ? [text] : [])),
    ]
    for (const text of own) {
      if (JSON.stringify(state).includes(text)) say(`“${text}” can still be read in its history`)
      if (rows.includes(text)) say(`“${text}” is still in the read models`)
      if (memory.includes(text)) say(`“${text}” is still in the memory of a server`)
      if (mails.some((mail) => mail.to.includes(text) || mail.text.includes(text))) say(`“${text}” still stands in a mail that is kept`)
    }
    // What they would upload afterwards is refused where it is announced, before the ports that are lent here.
    if (uuid === proof?.by)
      for (const { file, from } of proofs)
        if (from < wentAt && house.files.keys.has(file)) say(`a file that ${who} uploaded is still there, whose data was deleted`)
    for (const { to, link } of [...requests, ...handed])
      if (to.endsWith(email) && (await signerOf(house, link))) say(`a link of ${who} leads somewhere, whose data was deleted`)
    for (const { fact } of events)
      if (fact.type === 'SigningLinkIssued' && fact.data.signatory === uuid && !house.door.ended.has(`link:${fact.data.link}`))
        say(`a session of ${who} was not ended, whose data was deleted`)
    if (!house.deletions.some((line) => 'erased' in line && line.erased.pack === pack && line.erased.people.includes(uuid)))
      say(`a restore would bring ${who} back`)
  }
}

/** A deletion recorded during a hold is carried out once that is lifted, and nothing of it before. */
function keptUnderHold({ pack, signatories }: Ceremony, house: Environment, say: Say): void {
  let held = false
  let waiting: string[] = []
  const until = (lifted: number) => {
    for (const person of waiting) {
      const at = house.keyDestroyedAt(streamOfPack(pack), person)
      const who = `signer ${signatories.find(({ uuid }) => uuid === person)?.uuid.slice(-4)}`
      if (at !== null && at < lifted) say(`the data of ${who} went while the document was under a hold`)
    }
    waiting = []
  }
  for (const { at, stream, event } of house.stored) {
    if (event.type === 'PersonErased' && stream === streamOfPack(pack) && held) waiting.push(...(event.data as { people: string[] }).people)
    if (event.data.pack !== pack) continue
    if (event.type === 'LegalHoldPlaced') held = true
    if (event.type !== 'LegalHoldLifted') continue
    held = false
    until(at)
  }
  until(Number.POSITIVE_INFINITY)
}
