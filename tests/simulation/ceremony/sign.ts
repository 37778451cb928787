import { incompleteFields, type PackCommand, type PackState, viewDigest, viewFor } from '#domain/pack'
import { digestOf } from '#platform/event-codec'
import type { Signer } from '../../../command-api/edge/caller.ts'
import { type Answer, type Client, clientOf, type Network, signerOf } from '../client.ts'
import { EPOCH } from '../host.ts'
import { type Ceremony, reasonOf } from './ceremony.ts'
import { fillingIn } from './fill-in.ts'
import type { Course, Plan } from './plan.ts'
import { saying, sayWhoSignsLast } from './set-up.ts'
import { shownTo } from './shown.ts'

const LEAVES: ReadonlySet<Course> = new Set(['straight', 'edits'])
/** How often somebody tries a mail that lies further down. */
const OLD_LINKS = 0.2
/** How often somebody tries what they may not. */
const TRIES = 0.1
const FORGED = { method: 'typed', text: 'Forged' } as const

/** A signer waits for a mail, opens the newest one's link, fills in, and signs; again and again until nobody waits for them. */
export async function signAs(at: number, ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories, fillsFor, answers } = ceremony
  const { house, chance, sleep } = network
  const { uuid, email, signature, optional } = signatories[at]!
  const { postpones, dawdles } = plan.signers[at]!
  const comes = optional ? plan.optional!.comes : 'signs'
  if (comes === 'stays away') return
  const rejects = plan.course === 'rejects' && at === signatories.length - 1
  const used = new Set<string>()
  const ended = new Set<string>()
  // Drawn apart, so that nobody else does otherwise.
  const tries = chance.of(`${uuid} tries`)
  const fillIn = fillingIn(at, ceremony, network, tries)
  let postponed = false
  let lain = false
  for (let pause = 5_000; !ceremony.over; pause = Math.min(pause * 1.5, 600_000)) {
    await sleep(pause * (0.5 + chance.fraction()))
    if (waitsForTheEnd()) continue
    if (chance.happens(OLD_LINKS)) await tryOldLink()
    // A mail from before the document went back may come after the one that counts: a signer who finds it void tries the next, and after the last
    // the first again, since a document may be out of the trash by then.
    const mail = house.post.delivered.findLast(
      (one) =>
        one.mail.owner === pack &&
        one.mail.kind === 'request' &&
        one.mail.to === email &&
        !used.has(one.messageId) &&
        !ended.has(one.messageId),
    )
    const own = ceremony.handed.findLast(({ signatory, url }) => signatory === uuid && !used.has(url) && !ended.has(url))
    const [key, link] = own && tries.happens(0.5) ? [own.url, own.url] : [mail?.messageId, mail?.mail.link]
    if (!key || !link) {
      ended.clear()
      continue
    }
    if (!lain) {
      lain = true
      await sleep(dawdles * 1_000)
      continue
    }
    const signer = await signerOf(house, link)
    if (!signer) continue
    const answer = await visit(signer, key)
    if (answer === 'ended') ended.add(key)
    // Who is refused time after time, as under a server's wrong date, comes back later and later.
    else if (answer !== 'put off') pause = 5_000
    if (answer === 'finished') used.add(key)
  }

  /** Of a request that expires the last signer comes only after its day: some before the sender has extended it. */
  function waitsForTheEnd(): boolean {
    const isLast = at === signatories.length - 1 && plan.expires !== null && answers.sentBack === null
    return isLast && (ceremony.runsOut === null || house.scheduler.now() < ceremony.runsOut)
  }

  /** What had not been noted as sent when the document went into the trash counts as queued: its link lives again after it. */
  function isRevived(key: string): boolean {
    const noted = house.stored.find(({ event }) => event.type === 'SignatureRequestSent' && `request:${event.data.request}` === key)
    return answers.inTrash && (!noted || (house.storedAt.get(noted.event.id) ?? 0) >= answers.sentBack!)
  }

  /** Somebody opens a mail from before the document went back or into the trash, one to somebody else's address, or a revoked one. */
  async function tryOldLink(): Promise<void> {
    const { sentBack, corrected } = answers
    const old = house.post.mailsOf(pack).findLast(({ key, kind, to }) => {
      if (kind !== 'request') return false
      if (at === 0 && corrected && to !== email && to.endsWith(email)) return true
      return (
        to === email &&
        sentBack !== null &&
        house.post.delivered.some((one) => one.mail.key === key && one.at < sentBack) &&
        !isRevived(key)
      )
    })
    const handed = ceremony.handed.findLast(({ signatory, over }) => signatory === uuid && over)
    const link = handed?.url ?? old?.link
    const signer = link ? await signerOf(house, link) : null
    const seen = signer && (await clientOf(network, () => signer).look(pack))
    // A signer who has signed may look, as long as the document goes on.
    if (!seen?.ok || ((answers.inTrash || handed) && seen.state.signatories.find((one) => one.uuid === uuid)?.status === 'complete')) return
    ceremony.wrong.push(`signer ${uuid.slice(-4)} came in by a link that had ended`)
  }

  async function visit(signer: Signer, key: string): Promise<'finished' | 'ended' | 'again' | 'put off'> {
    const client = clientOf(network, () => signer)
    const seen = await client.look(pack)
    if (!seen.ok) {
      if (seen.code.startsWith('already')) return 'finished'
      return seen.code === 'link-voided' || seen.code.startsWith('document') ? 'ended' : 'again'
    }
    // The page of somebody who has signed says so; they close it.
    if (seen.state.signatories.find((one) => one.uuid === uuid)?.status === 'complete') return 'finished'
    const view = digestSeen(seen.state)
    const visited = await client.ask(pack, [{ do: 'RecordVisit', signatory: uuid, visit: network.newId(), link: signer.link, view }])
    if (!visited.ok) return 'again'
    await client.ask(pack, [{ do: 'GiveConsent', signatory: uuid, version: '2026-01' }])
    if (postpones && !postponed) {
      postponed = true
      await client.ask(pack, [{ do: 'PostponeSigning', signatory: uuid }])
      await sleep(chance.below(600_000))
    }
    // The values filled in before they came back may be all that there is to do.
    if (tries.happens(TRIES) && (await tryWhatIsNotTheirs(client, signer.link))) return used.add(key) && 'finished'
    if (at === 1 && plan.declines !== null && !(await reject(client, plan.declines))) return 'again'
    if (!(await fillIn(signer))) return 'again'
    if (uuid === ceremony.setsUp?.by) {
      // What they said before they came back may be all that there was to say.
      if (tries.happens(0.3) && (await tryToFinish(client, signer.link))) return used.add(key) && 'finished'
      await sayWhoSignsLast(ceremony, client)
    }
    if (comes === 'types') return used.add(key) && 'finished'
    if (rejects) {
      const answer = await client.ask(pack, [{ do: 'RejectSigning', signatory: uuid, reason: reasonOf(plan, at) }])
      if (answer.ok) answers.rejected = true
      return 'finished'
    }
    if (plan.together) await othersAreReady()
    for (let attempts = 0; attempts < 8; attempts++) {
      const now = await client.look(pack)
      if (!now.ok || incompleteFields(now.state, uuid).length > 0) return 'again'
      const lent = ceremony.handed.find((one) => one.signatory === uuid && one.inPerson && one.link !== signer.link)
      if (lent && (await client.ask(pack, [signing(now.state, lent.link)])).ok)
        ceremony.wrong.push('somebody signed as if on a device that they do not hold')
      const answer = await finish(client, now.state, signer.link)
      if (answer.ok) {
        // Nobody asks them again: they may leave the firm before the final copy comes.
        if (LEAVES.has(plan.course) && chance.happens(0.05)) house.post.refuses(email)
        if (tries.happens(TRIES)) await client.ask(pack, [{ do: 'FillField', field: signature, by: uuid, value: FORGED }])
        return used.add(key) && 'finished'
      }
      if (answer.code !== 'view-changed' && answer.code !== 'date-invalid' && answer.code !== 'no-answer') return 'again'
      await sleep(chance.below(5_000))
    }
    return 'put off'
  }

  /** One document of several, or each: then the pack is rejected with the last. False where nothing is left to sign. */
  async function reject(client: Client, what: NonNullable<Plan['declines']>): Promise<boolean> {
    const documents = what === 'all' ? ceremony.documents : ceremony.documents.slice(-1)
    for (const document of documents) {
      const answer = await client.ask(pack, [{ do: 'RejectDocument', signatory: uuid, document, reason: reasonOf(plan, at) }])
      if (answer.ok && what === 'all' && document === documents.at(-1)) answers.rejected = true
    }
    return !answers.rejected
  }

  /** On what they are looking at. */
  async function finish(client: Client, state: PackState, link: string): Promise<Answer> {
    const inPerson = ceremony.handed.some((one) => one.link === link && one.inPerson)
    ceremony.looked.push({ signatory: uuid, at: house.scheduler.now(), shown: shownTo(state, uuid), inPerson })
    return client.mention(pack, [signing(state, link)])
  }

  function signing(state: PackState, link: string): PackCommand {
    const date = new Date(EPOCH + house.scheduler.now()).toISOString().slice(0, 10)
    const requests = Object.fromEntries(signatories.map((other) => [other.uuid, network.newId()]))
    return { do: 'CompleteSigning', signatory: uuid, consent: '2026-01', view: digestSeen(state), date, requests, link }
  }

  /** As a program could that knows their link: in another's field, and before their own are filled in. */
  async function tryWhatIsNotTheirs(client: Client, link: string): Promise<boolean> {
    const other = signatories.find((one) => one.uuid !== uuid)
    // A signer who fills in for others may.
    if (other && uuid !== fillsFor?.by)
      await client.ask(pack, [
        { do: 'FillField', field: other.texts[0] ?? other.signature, by: uuid, value: other.texts[0] ? 'Forged' : FORGED },
      ])
    if (ceremony.setsUp && ceremony.setsUp.by !== uuid) await client.ask(pack, [saying(ceremony, uuid, `forged-${email}`, true)])
    return tryToFinish(client, link)
  }

  async function tryToFinish(client: Client, link: string): Promise<boolean> {
    const now = await client.look(pack)
    if (!now.ok) return false
    // Nobody leaves it at a slip of the pen.
    const { setsUp } = ceremony
    const mayBeSlip = plan.setsUp === 'with a slip' && uuid === setsUp?.by && now.state.fields[setsUp.field]?.value
    return !mayBeSlip && (await finish(client, now.state, link)).ok
  }

  /** Until another signer is as far, for a few minutes at most: then both finish at once. */
  async function othersAreReady(): Promise<void> {
    const { ready } = ceremony
    for (const goOn of ready.values()) goOn()
    await new Promise<void>((resolve) => {
      ready.set(uuid, resolve)
      if (ready.size > 1) resolve()
      else house.scheduler.after(300_000, resolve)
    })
    await sleep(chance.below(100))
    // An awaited person is represented by the same full set, and the next pair begins again.
    house.scheduler.after(2_000, () => ready.delete(uuid))
  }

  /** What the signer's own page computes: over their view, not over the whole. */
  function digestSeen(state: PackState): string {
    return viewDigest(viewFor(state, { of: 'signatory', signatory: uuid }), uuid, digestOf)
  }
}
