import { type Decision, digestOf } from '#domain/kernel'
import { fieldTypes, incompleteFields, type PackCommand, type PackState, viewDigest, viewFor } from '#domain/pack'
import { permissionsOf, type WorkspaceFact, workspace as workspaceAggregate } from '#domain/workspace'
import type { Account, Signer } from '../../command-api/edge/caller.ts'
import type { Chance } from './chance.ts'
import { clientOf, type Network, signerOf } from './client.ts'

export const COURSES = ['straight', 'reverts', 'corrects', 'resends', 'rejects', 'marks', 'trashes', 'deletes', 'adds', 'edits'] as const
export type Course = (typeof COURSES)[number]
export const ORDERS = ['at once', 'in sequence', 'in steps'] as const

/** What people mean to do, drawn before anything happens: a plan can be left out when a failure is made smaller. */
export interface Plan {
  readonly name: string
  readonly signers: readonly {
    readonly texts: number
    readonly drafts: number
    readonly postpones: boolean
    /** Seconds for which their mails lie about. */
    readonly dawdles: number
  }[]
  readonly order: (typeof ORDERS)[number]
  readonly editors: number
  /** Those who may finish at the same time do, within a tenth of a second. */
  readonly together: boolean
  /** What comes in the way of signing. */
  readonly course: Course
  /** Seconds after the request until it does. */
  readonly courseAfter: number
  readonly beginsAt: number
  /** Seconds after which a rule reminds whoever has not signed; null: no rule. */
  readonly reminds: number | null
}

/** What a person typed, and what became of it: nobody else may read it before they have finished. */
export interface Typed {
  readonly pack: string
  readonly field: string
  readonly signatory: string
  readonly text: string
  readonly acknowledgedAt: number | null
}

export interface Ceremony {
  readonly plan: Plan
  readonly pack: string
  readonly workspace: string
  readonly creator: string
  readonly document: string
  readonly signatories: readonly {
    readonly uuid: string
    readonly email: string
    readonly texts: readonly string[]
    readonly signature: string
  }[]
  readonly typed: Typed[]
  /** Texts that were the last in their field when their signer finished: from then on others may read them. */
  readonly published: Set<string>
  /** What people were told and now rely on. */
  readonly told: { deleted: boolean; trashed: boolean; rejected: boolean; marked: boolean; requested: boolean }
  over: boolean
  /** Signers who are about to finish and wait for each other. */
  readonly ready: Set<string>
  /** What somebody waited for in vain. */
  stuck: string | null
}

export function drawPlan(chance: Chance, name: string): Plan {
  const reminds = chance.happens(0.4) ? chance.pick([300, 28_800] as const) : null
  const signers = chance.happens(0.6) ? 3 + chance.below(2) : 1 + chance.below(2)
  return {
    name,
    signers: Array.from({ length: signers }, () => ({
      texts: chance.below(3),
      drafts: 1 + chance.below(3),
      postpones: chance.happens(0.1),
      dawdles: reminds !== null && chance.happens(0.4) ? reminds + chance.below(3 * reminds) : 0,
    })),
    order: chance.pick(ORDERS),
    editors: 1 + chance.below(2),
    together: chance.happens(0.4),
    course: chance.happens(0.3) ? 'straight' : chance.pick(COURSES),
    courseAfter: chance.below(240),
    beginsAt: chance.below(120_000),
    reminds,
  }
}

const DEADLINE_MS = 6 * 24 * 3_600_000

export function openCeremony(plan: Plan, network: Network): Ceremony {
  const { newId } = network
  return {
    plan,
    pack: newId(),
    workspace: newId(),
    creator: newId(),
    document: newId(),
    signatories: plan.signers.map(({ texts }, at) => ({
      uuid: newId(),
      email: `${plan.name}-signer-${at}@example.org`,
      texts: Array.from({ length: texts }, newId),
      signature: newId(),
    })),
    typed: [],
    published: new Set(),
    told: { deleted: false, trashed: false, rejected: false, marked: false, requested: false },
    over: false,
    ready: new Set(),
    stuck: null,
  }
}

/** Everybody of one ceremony, from the upload until nothing is left to do. */
export async function hold(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack } = ceremony
  const { house, sleep } = network
  await sleep(plan.beginsAt)
  const begun = house.scheduler.now()
  const late = () => house.scheduler.now() - begun > DEADLINE_MS
  const sender = clientOf(network, () => account(ceremony))

  /** Looks again and again until it is so; says what was waited for where it never is. */
  async function until(what: string, holds: (state: PackState) => boolean): Promise<boolean> {
    for (let pause = 2_000; !late(); pause = Math.min(pause * 2, 900_000)) {
      const seen = await sender.look(pack)
      if (!seen.ok) return false
      if (holds(seen.state)) return true
      await sleep(pause * (0.5 + network.chance.fraction()))
    }
    ceremony.stuck ??= what
    return false
  }

  await prepare(ceremony, network)
  const converted = (state: PackState) => state.documents[0]?.conversion.state === 'converted'
  if (!(await until('the document to be converted', (state) => converted(state) || tryAgain(state)))) return finish()
  await editTogether(ceremony, network)
  await request(ceremony, network)
  const signing = Promise.all(ceremony.signatories.map((_, at) => signAs(at, ceremony, network)))
  await sleep(plan.courseAfter * 1_000)
  await takeCourse(ceremony, network, until)
  if (!ceremony.told.deleted && !ceremony.told.trashed) await until('the end', (state) => isOver(state, ceremony) || tryAgain(state))
  finish()
  await signing

  /** What was given up is shown with a button, and somebody presses it. */
  function tryAgain(state: PackState): false {
    for (const { key, sealing, conversion } of state.documents) {
      if (conversion.state === 'failed') void sender.ask(pack, [{ do: 'RetryConversion', document: key }])
      if (sealing.state === 'failed' && sealing.final) void sender.ask(pack, [{ do: 'RetrySealing', document: key }])
    }
    return false
  }
  function finish(): void {
    ceremony.over = true
  }
}

/** Nothing is left to do for anybody, machine or person. */
function isOver(state: PackState, { told }: Ceremony): boolean {
  if (state.trashed) return told.trashed
  if (state.status === 'rejected') return true
  if (state.status !== 'complete') return false
  const copies = Object.values(state.finalCopies)
  return (
    state.documents.every(({ sealing }) => sealing.state === 'sealed') &&
    copies.length > 0 &&
    copies.every((copy) => copy.state !== 'queued')
  )
}

export function account({ creator, workspace }: Ceremony): Account {
  const membership = { workspace, name: 'Castell & Sons', isAdmin: true, isPersonal: false, permissions: permissionsOf(true) }
  return { as: 'account', user: creator, session: 'session', memberships: [membership] }
}

async function prepare(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, workspace, creator, document } = ceremony
  const { house } = network
  const sender = clientOf(network, () => account(ceremony))
  const file = network.newId()
  await house.files.reserve({ key: file, pack, mediaType: 'application/pdf' })
  const bytes = new TextEncoder().encode(`lease of ${plan.name}`)
  while (!(await stored())) await network.sleep(30_000)
  const create: PackCommand = { do: 'CreatePack', workspace, creator, kind: 'document', name: `Lease ${plan.name}`, from: null }
  await sender.create(pack, [create, { do: 'AddDocument', document, name: 'Lease' }])
  await sender.ask(pack, [{ do: 'ReceiveFile', document, file, digest: digestOf(bytes), size: bytes.length, filename: 'lease.pdf' }])

  /** A person whose upload is refused because the disk is full tries again later. */
  function stored(): Promise<boolean> {
    const content = async function* () {
      yield bytes
    }
    return house.files.store(file, content()).then(
      () => true,
      () => false,
    )
  }
}

/** One or two people prepare the document at the same time, each in a browser of their own. */
async function editTogether(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, document, signatories } = ceremony
  const { chance, sleep } = network
  const editor = () => clientOf(network, () => account(ceremony))
  const first = editor()
  const wrong = (at: number) => plan.course === 'corrects' && at === 0
  for (const [at, { uuid, email }] of signatories.entries()) {
    if (wrong(at)) network.house.post.refuses(`gone-${email}`)
    await first.ask(pack, [
      { do: 'AddSignatory', signatory: uuid },
      { do: 'NameSignatory', signatory: uuid, name: `Signer ${at} of ${plan.name}` },
      { do: 'SetSignatoryEmail', signatory: uuid, email: wrong(at) ? `gone-${email}` : email },
    ])
  }
  const places: PackCommand[] = signatories.flatMap(({ uuid, texts, signature }, at): PackCommand[] => [
    place(signature, 'signature', uuid, 40_000, 40_000 + at * 70_000),
    ...texts.map((field, row) => place(field, 'text', uuid, 300_000, 40_000 + at * 70_000 + row * 24_000)),
  ])
  const work = async (commands: readonly PackCommand[]) => {
    const mine = editor()
    for (const command of commands) {
      await mine.ask(pack, [command])
      await sleep(chance.below(3_000))
    }
  }
  const halves = plan.editors === 2 ? [places.filter((_, at) => at % 2 === 0), places.filter((_, at) => at % 2 === 1)] : [places]
  await Promise.all([
    ...halves.map(work),
    work([
      { do: 'SetSequentialSigning', on: plan.order !== 'at once' },
      { do: 'SetMessage', message: 'Please sign.' },
    ]),
  ])
  const uuids = signatories.map(({ uuid }) => uuid)
  const steps = plan.order === 'in steps' ? [uuids.slice(0, 2), ...uuids.slice(2).map((uuid) => [uuid])] : uuids.map((uuid) => [uuid])
  if (plan.reminds !== null) {
    await first.ask(pack, [
      { do: 'SetNotificationRule', rule: network.newId(), event: 'not-signed', action: 'remind', countdown: plan.reminds },
      { do: 'SetNotificationRule', rule: network.newId(), event: 'email-failed', action: 'notify' },
    ])
  }
  if (plan.order !== 'at once') await first.ask(pack, [{ do: 'SetSigningOrder', steps: steps.filter((step) => step.length > 0) }])

  function place(field: string, type: 'text' | 'signature', assignee: string, x: number, y: number): PackCommand {
    const size = type === 'text' ? { width: 120_000, height: 20_000 } : fieldTypes.signature.defaultSize
    return { do: 'PlaceField', field, document, type, assignee, required: true, page: 0, x, y, ...size }
  }
}

/** Asks for the signatures, after a look at what somebody else changed meanwhile. */
async function request(ceremony: Ceremony, network: Network): Promise<void> {
  const { pack, signatories, told } = ceremony
  const sender = clientOf(network, () => account(ceremony))
  for (let tries = 0; tries < 20; tries++) {
    const seen = await sender.look(pack)
    if (!seen.ok || seen.state.status !== 'setup') return
    const requests = Object.fromEntries(signatories.map(({ uuid }) => [uuid, network.newId()]))
    const answer = await sender.ask(pack, [{ do: 'RequestSignatures', requests }], seen.revision)
    if (answer.ok) {
      told.requested = true
      return
    }
    await network.sleep(2_000)
  }
}

/** A signer waits for the newest mail, opens its link, fills in, and signs; again and again until nobody waits for them. */
async function signAs(at: number, ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories, told } = ceremony
  const { house, chance, sleep } = network
  const { uuid, email, texts, signature } = signatories[at]!
  const { drafts, postpones, dawdles } = plan.signers[at]!
  const rejects = plan.course === 'rejects' && at === signatories.length - 1
  const used = new Set<string>()
  let postponed = false
  let lain = false
  for (let pause = 5_000; !ceremony.over; pause = Math.min(pause * 1.5, 600_000)) {
    await sleep(pause * (0.5 + chance.fraction()))
    const mail = house.post.delivered.findLast((one) => one.mail.owner === pack && one.mail.kind === 'request' && one.mail.to === email)
    if (!mail?.mail.link || used.has(mail.messageId)) continue
    if (!lain) {
      lain = true
      await sleep(dawdles * 1_000)
      continue
    }
    const signer = await signerOf(house, mail.mail.link)
    if (!signer) continue
    pause = 5_000
    const answer = await visit(signer, mail.messageId)
    if (answer === 'finished') used.add(mail.messageId)
  }

  async function visit(signer: Signer, messageId: string): Promise<'finished' | 'again'> {
    const client = clientOf(network, () => signer)
    const seen = await client.look(pack)
    if (!seen.ok)
      return seen.code === 'link-voided' || seen.code.startsWith('already') || seen.code.startsWith('document') ? 'finished' : 'again'
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
    for (let draft = 1; draft <= drafts; draft++) {
      for (const field of texts) {
        // Now and then what stood there before the last change is typed again.
        const text =
          draft === 3
            ? `${plan.name} ${at} draft 1 of ${texts.indexOf(field)}`
            : `${plan.name} ${at} draft ${draft} of ${texts.indexOf(field)}`
        await type(client, field, text)
      }
      await sleep(chance.below(4_000))
    }
    const signed = await client.ask(pack, [
      { do: 'FillField', field: signature, by: uuid, value: { method: 'typed', text: `Signed ${plan.name} ${at}` } },
    ])
    if (!signed.ok) return 'again'
    if (rejects) {
      const answer = await client.ask(pack, [{ do: 'RejectSigning', signatory: uuid, reason: 'No.' }])
      if (answer.ok) told.rejected = true
      return 'finished'
    }
    if (plan.together) await othersAreReady()
    for (let tries = 0; tries < 8; tries++) {
      const now = await client.look(pack)
      if (!now.ok) return 'again'
      if (incompleteFields(now.state, uuid).length > 0) return 'again'
      const date = new Date(Date.parse('2026-03-02T09:00:00.000Z') + house.scheduler.now()).toISOString().slice(0, 10)
      const requests = Object.fromEntries(signatories.map((other) => [other.uuid, network.newId()]))
      const complete: PackCommand = {
        do: 'CompleteSigning',
        signatory: uuid,
        consent: '2026-01',
        view: digestSeen(now.state),
        date,
        requests,
      }
      const answer = await client.mention(pack, [complete])
      if (answer.ok) return used.add(messageId) && 'finished'
      if (answer.code !== 'view-changed' && answer.code !== 'date-invalid' && answer.code !== 'no-answer') return 'again'
      await sleep(chance.below(5_000))
    }
    return 'again'
  }

  /** Until another signer is as far, for a few minutes at most: then both finish at once. */
  async function othersAreReady(): Promise<void> {
    const { ready } = ceremony
    ready.add(uuid)
    for (let waited = 0; waited < 300_000 && ready.size < 2 && !ceremony.over; waited += 1_000) await sleep(1_000)
    await sleep(chance.below(100))
    // Whoever was waited for is told by the same full set, and the next pair begins anew.
    house.scheduler.after(2_000, () => ready.delete(uuid))
  }

  /** What the signer's own page computes: over their view, not over the whole. */
  function digestSeen(state: PackState): string {
    return viewDigest(viewFor(state, { of: 'signatory', signatory: uuid }), uuid)
  }

  async function type(client: ReturnType<typeof clientOf>, field: string, text: string): Promise<void> {
    const before = ceremony.typed.length
    ceremony.typed.push({ pack, field, signatory: uuid, text, acknowledgedAt: null })
    const answer = await client.ask(pack, [{ do: 'FillField', field, by: uuid, value: text }])
    if (answer.ok) ceremony.typed[before] = { ...ceremony.typed[before]!, acknowledgedAt: house.scheduler.now() }
  }
}

type Until = (what: string, holds: (state: PackState) => boolean) => Promise<boolean>

/** What comes in the way: each of these is a change of course by the sender, taken on what the sender sees. */
async function takeCourse(ceremony: Ceremony, network: Network, until: Until): Promise<void> {
  const { plan, pack, signatories, told, document } = ceremony
  const { newId, sleep, chance } = network
  const sender = clientOf(network, () => account(ceremony))
  const [first] = signatories
  const act = async (...commands: PackCommand[]): Promise<boolean> => {
    for (let tries = 0; tries < 10; tries++) {
      const seen = await sender.look(pack)
      if (!seen.ok) return false
      const answer = await sender.ask(pack, commands, seen.revision)
      if (answer.ok) return true
      if (answer.code !== 'revision-changed') return false
    }
    return false
  }
  switch (plan.course) {
    case 'straight':
    case 'rejects':
      return
    case 'reverts':
      if (await act({ do: 'RevertToSetup' })) {
        await act({ do: 'SetMessage', message: 'Please sign again.' })
        await request(ceremony, network)
      }
      return
    case 'corrects':
      if (
        !(await until(
          'the bounce to show',
          (state) => state.status !== 'awaiting_signatures' || state.signatories[0]?.request?.state === 'bounced',
        ))
      )
        return
      await act({ do: 'CorrectAddress', signatory: first!.uuid, email: first!.email, request: newId() })
      return
    case 'resends':
      await act({ do: 'ResendRequest', signatory: first!.uuid, request: newId() })
      return
    case 'marks':
      if (await act({ do: 'MarkAsComplete' })) told.marked = true
      return
    case 'trashes':
      if (!(await act({ do: 'TrashPack' }))) return
      if (chance.happens(0.5)) {
        told.trashed = true
        return
      }
      await sleep(chance.below(60_000))
      // What was signed so far stays; whoever had not signed gets a new link.
      if (await act({ do: 'RestorePack' }))
        for (const { uuid } of signatories) await act({ do: 'ResendRequest', signatory: uuid, request: newId() })
      return
    case 'deletes':
      if ((await act({ do: 'TrashPack' })) && (await deleteForGood())) told.deleted = true
      return
    case 'adds': {
      if (!(await act({ do: 'RevertToSetup' }))) return
      const field = newId()
      await act({
        do: 'PlaceField',
        field,
        document,
        type: 'text',
        assignee: 'self',
        required: true,
        page: 0,
        x: 40_000,
        y: 700_000,
        width: 200_000,
        height: 20_000,
      })
      await act({ do: 'FillField', field, by: 'self', value: 'Sender' })
      await request(ceremony, network)
      return
    }
    case 'edits':
      await act({ do: 'SetMessage', message: 'A word more.' })
      return
    default:
      plan.course satisfies never
  }

  async function deleteForGood(): Promise<boolean> {
    for (let tries = 0; tries < 50; tries++) {
      const server = network.server()
      const done = server
        ? await Promise.race([
            server.handler
              .handle({
                stream: `workspace-${ceremony.workspace}`,
                aggregate: workspaceAggregate,
                decide: (state): Decision<WorkspaceFact, never> =>
                  state.deletedPacks.has(pack) ? [] : [{ type: 'PackPermanentlyDeleted', data: { pack } }],
                origin: { actor: { principal: `user:${ceremony.creator}`, capacity: 'team' }, correlation: 'x', causation: 'x' },
              })
              .then(
                (outcome) => 'ok' in outcome,
                () => false,
              ),
            sleep(15_000).then(() => false),
          ])
        : false
      if (done) return true
      await sleep(2_000)
    }
    return false
  }
}
