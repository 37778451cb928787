import { derivedUuid } from '#domain/kernel'
import { fieldTypes, type PackCommand, type PackState } from '#domain/pack'
import { storage } from '../browser.ts'
import { type Answer, clientOf, type Network } from '../client.ts'
import { openTab } from '../tab.ts'
import { arrange } from './arrange.ts'
import {
  account,
  brokenPaperOf,
  type Ceremony,
  calledIn,
  documentOf,
  FILENAME,
  nameAt,
  paperOf,
  stepsOf,
  wrongPaperOf,
} from './ceremony.ts'
import { placeToChoose, tryOut } from './choose.ts'
import { nameCopyRecipients } from './copies.ts'
import { ruleFor } from './depending.ts'
import { noteToTheFirst } from './notes.ts'
import { putDown } from './on-pages.ts'
import { LATER, placeToSetUp } from './set-up.ts'
import { settle } from './settle.ts'
import { addSupporting } from './supporting.ts'
import { thinkBetter } from './think-better.ts'
import { upload } from './upload.ts'

/** Until somebody sees what they picked: some conversions are done by then. */
const NOTICED_MS = 20_000
/** Longer than any outage. */
const NOTIFIED_WITHIN_MS = 3_600_000

export async function prepare(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, workspace, creator, documents, mistaken } = ceremony
  const { chance, sleep } = network
  const sender = clientOf(network, () => account(ceremony))
  // Drawn apart, so that nobody else does otherwise.
  const notices = chance.of(`${plan.name} notices`)
  const created = Promise.withResolvers<void>()
  const picked = async (text: string) => ({ ...(await upload(text, ceremony, network)), filename: FILENAME })
  await Promise.all([...documents.map(add), mistaken && addByMistake(mistaken)])

  async function add(document: string, at: number): Promise<void> {
    const file = await picked(paperOf(plan, at))
    const added: PackCommand = { do: 'AddDocument', document, name: nameAt(at) }
    if (at === 0) {
      const create: PackCommand = { do: 'CreatePack', workspace, creator, kind: 'document', name: `Lease ${plan.name}`, from: null }
      await sender.create(pack, [create, added])
      created.resolve()
    } else {
      await created.promise
      await sender.ask(pack, [added])
    }
    if (at === 0 && plan.mistakes === 'file') {
      await sender.ask(pack, [{ do: 'ReceiveFile', document, ...(await picked(wrongPaperOf(plan))) }])
      await sleep(notices.below(NOTICED_MS))
    }
    if (at === 0 && plan.broken !== null) await pickBroken(document, plan.broken)
    await sender.ask(pack, [{ do: 'ReceiveFile', document, ...file }])
  }

  /** A person who picks an unreadable file gets an error, each time that they have it tried again. */
  async function pickBroken(document: string, again: number): Promise<void> {
    const broken = await picked(brokenPaperOf(plan))
    let asked = await sender.ask(pack, [{ do: 'ReceiveFile', document, ...broken }])
    for (let left = again; await isNotified(document, asked); left--) {
      if (left === 0) return
      asked = await sender.ask(pack, [{ do: 'RetryConversion', document }])
    }
  }

  /** False where they wait no longer. */
  async function isNotified(document: string, asked: Answer): Promise<boolean> {
    for (let pause = 2_000; asked.ok && pause < NOTIFIED_WITHIN_MS; pause *= 1.5) {
      const seen = await sender.look(pack)
      if (!seen.ok) return false
      const state = seen.state.documents.find(({ key }) => key === document)?.conversion.state
      if (seen.revision > asked.revision && state === 'failed') return true
      await sleep(pause)
    }
    ceremony.stuck ??= 'a file that cannot be read to be called so'
    return false
  }

  async function addByMistake(document: string): Promise<void> {
    const file = await picked(wrongPaperOf(plan))
    await created.promise
    await sender.ask(pack, [
      { do: 'AddDocument', document, name: 'Another' },
      { do: 'ReceiveFile', document, ...file },
    ])
    await sleep(notices.below(NOTICED_MS))
    await sender.ask(pack, [{ do: 'RemoveDocument', document }])
  }
}

/** One or two people prepare the documents at the same time, each in a browser of their own. */
export async function editTogether(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories } = ceremony
  const editor = () => clientOf(network, () => account(ceremony))
  const first = editor()
  const wrong = (at: number) => plan.course === 'corrects' && at === 0
  const notified = (at: number): PackCommand[] =>
    (['signing', 'viewing'] as const).flatMap((about) =>
      at === (about === 'signing' ? plan.quiet : plan.untold)
        ? [{ do: 'SwitchNotifications', signatory: signatories[at]!.uuid, about, on: false }]
        : [],
    )
  const byMessage = (at: number): PackCommand[] =>
    at === plan.byMessage
      ? [
          { do: 'SetSignatoryMobile', signatory: signatories[at]!.uuid, mobile: '+27821234567' },
          { do: 'SetSignatoryChannel', signatory: signatories[at]!.uuid, channel: 'sms' },
        ]
      : []
  for (const [at, { uuid, email, optional }] of signatories.entries()) {
    if (uuid === ceremony.setsUp?.whom) {
      await first.ask(pack, [{ do: 'AddSignatory', signatory: uuid, role: LATER }, ...notified(at)])
      continue
    }
    if (wrong(at)) network.house.post.refuses(`gone-${email}`)
    await first.ask(pack, [
      { do: 'AddSignatory', signatory: uuid },
      { do: 'NameSignatory', signatory: uuid, name: calledIn(plan, at) },
      { do: 'SetSignatoryEmail', signatory: uuid, email: wrong(at) ? `gone-${email}` : email },
      ...notified(at),
      ...byMessage(at),
      ...(optional ? [{ do: 'SetSignatoryOptional', signatory: uuid, optional } as const] : []),
    ])
  }
  if (plan.leavesOut) await first.ask(pack, [{ do: 'SetCreatorFinalMail', excluded: true }])
  const ofSigners = signatories.flatMap(({ uuid, texts, signature }, at): PackCommand[] => [
    place(signature, 'signature', uuid, 40_000, 40_000 + at * 70_000),
    ...texts.map((field, row) => place(field, 'text', uuid, 300_000, 40_000 + at * 70_000 + row * 24_000)),
  ])
  const places: PackCommand[] = [...ofSigners, ...placeToSetUp(ceremony), ...placeToChoose(ceremony)]
  const { fillsFor, proof, replicated, depending } = ceremony
  if (depending) {
    const { on, by, shown, whose } = depending
    places.push(place(on, 'text', by, 40_000, 790_000, false), place(shown, 'text', whose, 240_000, 790_000, whose === by))
  }
  if (plan.declines) await first.ask(pack, [{ do: 'SetIndividualRejection', on: true }])
  if (replicated) {
    const { from, into, whose } = replicated
    places.push(
      ...[from, into].map((field, at) => ({
        ...place(field, 'text', whose, 40_000 + at * 200_000, 700_000, false),
        customId: 'said twice',
      })),
    )
    await first.ask(pack, [{ do: 'SetValueReplication', on: true }])
  }
  if (proof) {
    places.push(place(proof.field, 'file', proof.by, 320_000, 560_000))
    if (plan.proves?.forAll) await first.ask(pack, [{ do: 'SetAttachmentsForAllSigners', on: true }])
  }
  if (fillsFor) {
    places.push(place(fillsFor.field, 'text', fillsFor.whose, 440_000, 640_000, false))
    await first.ask(pack, [{ do: 'SetFirstSignerMultiEdit', on: true }])
  }
  const work = (commands: readonly PackCommand[]) => workOn(ceremony, network, commands)
  const halves = plan.editors === 2 ? [places.filter((_, at) => at % 2 === 0), places.filter((_, at) => at % 2 === 1)] : [places]
  await Promise.all([
    ...halves.map(work),
    work([
      { do: 'SetSequentialSigning', on: plan.order !== 'at once' && !plan.groups },
      { do: 'SetMessage', message: 'Please sign.' },
    ]),
  ])
  if (depending) await first.ask(pack, [ruleFor(depending)])
  // Somebody who can't make up their mind, and reaches now this server and now that one.
  if (plan.editors === 1) {
    for (const message of ['Sign, please.', 'Please sign.', 'Sign, please.', 'Please sign.'])
      await first.ask(pack, [{ do: 'SetMessage', message }])
  }
  if (plan.reminds !== null) {
    ceremony.reminding = network.newId()
    await first.ask(pack, [
      { do: 'SetNotificationRule', rule: ceremony.reminding, event: 'not-signed', action: 'remind', countdown: plan.reminds },
      { do: 'SetNotificationRule', rule: network.newId(), event: 'email-failed', action: 'notify' },
    ])
  }
  await noteToTheFirst(ceremony, network)
  await nameCopyRecipients(ceremony, network)
  await addSupporting(ceremony, network)
  await arrange(ceremony, network)
  await thinkBetter(ceremony, network)
  await tryOut(ceremony, network)
  await settle(ceremony, network)
  if (plan.order !== 'at once') await first.ask(pack, inOrder(ceremony))

  function place(field: string, type: 'text' | 'signature' | 'file', assignee: string, x: number, y: number, required = true): PackCommand {
    const size = type === 'text' ? { width: 120_000, height: 20_000 } : fieldTypes[type].defaultSize
    const document = documentOf(ceremony, field)
    return { do: 'PlaceField', field, document, type, assignee, required, page: 0, x, y, ...size }
  }
}

/** As it was meant to be: by groups, each of them a step, or without. */
function inOrder(ceremony: Ceremony): readonly PackCommand[] {
  const steps = stepsOf(ceremony)
  if (!ceremony.plan.groups) return [{ do: 'SetSigningOrder', steps }]
  const groups = steps.map((_, at) => derivedUuid(`${ceremony.pack} group ${at}`))
  return [
    ...groups.map((group, at): PackCommand => ({ do: 'AddSignerGroup', group, name: `Party ${at + 1}` })),
    { do: 'SetSigningOrder', steps: steps.map((step, at) => [groups[at]!, ...step]) },
  ]
}

/** Somebody with the editor open, who looks at the end whether all of their work is there, and does again what is not. */
async function workOn(ceremony: Ceremony, network: Network, commands: readonly PackCommand[]): Promise<void> {
  const { pack } = ceremony
  const { chance, sleep } = network
  const editor = account(ceremony)
  const browser = storage(chance.of(network.newId()))
  // Drawn apart, so that nobody else does otherwise.
  const stays = chance.of(`${pack} stays`)
  for (let tries = 0; tries < 20; tries++) {
    const now = await clientOf(network, () => editor).look(pack)
    if (!now.ok) return
    const left = commands.filter((command) => isMissing(command, now.state))
    if (left.length === 0) return
    const page = await openTab(network, browser, { caller: editor, seen: now.seen })
    for (const command of left) {
      page.do(command)
      await sleep(chance.below(3_000))
    }
    if (chance.happens(CRASHES)) page.crash()
    else await putDown(page, stays, STAYS)
    await sleep(chance.below(3_000))
  }
}

/** How often it is left open. */
const STAYS = 0.2
/** How often the editor crashes before all is known to be saved. */
const CRASHES = 0.15

function isMissing(command: PackCommand, { fields, settings }: PackState): boolean {
  if (command.do === 'PlaceField') return fields[command.field] === undefined
  if (command.do === 'SetSequentialSigning') return settings.sequential !== command.on
  return command.do === 'SetMessage' && settings.message !== command.message
}

/** Asks for the signatures, after a look at what somebody else changed meanwhile. */
export async function request(ceremony: Ceremony, network: Network): Promise<void> {
  const { pack, signatories, answers } = ceremony
  const sender = clientOf(network, () => account(ceremony))
  for (let tries = 0; tries < 20; tries++) {
    const seen = await sender.look(pack)
    if (!seen.ok || seen.state.status !== 'setup') return
    const requests = Object.fromEntries(signatories.map(({ uuid }) => [uuid, network.newId()]))
    const answer = await sender.ask(pack, [{ do: 'RequestSignatures', requests }], seen.revision)
    if (answer.ok) {
      answers.requested = true
      return
    }
    await network.sleep(2_000)
  }
}
