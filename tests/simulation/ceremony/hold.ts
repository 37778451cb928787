import type { PackState } from '#domain/pack'
import { clientOf, type Network } from '../client.ts'
import { administer } from './administer.ts'
import { beErased } from './be-erased.ts'
import { belong } from './belong.ts'
import { askByMailInstead } from './by-message.ts'
import { account, type Ceremony } from './ceremony.ts'
import { changeRules } from './change-rules.ts'
import { takeCourse } from './course.ts'
import { exclude } from './exclude.ts'
import { letExpire } from './expire.ts'
import { beginFromTemplate, clearTemplateAway } from './from-template.ts'
import { handOver, handToTheQuiet } from './hand-over.ts'
import { keepTrash } from './keep.ts'
import { makeCopies } from './make-copies.ts'
import { move } from './move.ts'
import { noteForOneself } from './notes.ts'
import { editTogether, prepare, request } from './prepare.ts'
import { sealAgain } from './seal-again.ts'
import { sendInBulk } from './send-in-bulk.ts'
import { signAs } from './sign.ts'
import { tryAgain } from './try-again.ts'
import { found } from './workspace.ts'

const DEADLINE_MS = 6 * 24 * 3_600_000

/** Everybody of one ceremony, from the upload until nothing is left to do. */
export async function hold(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan } = ceremony
  const { house, sleep } = network
  await sleep(plan.beginsAt)
  const begun = house.scheduler.now()
  ceremony.began = begun
  const late = () => house.scheduler.now() - begun > DEADLINE_MS
  const sender = clientOf(network, () => account(ceremony))

  /** Looks again and again until it is so; names the awaited state where it never is. */
  async function until(what: string, holds: (state: PackState) => boolean, pack = ceremony.pack): Promise<boolean> {
    for (let pause = 2_000; !late(); pause = Math.min(pause * 2, 900_000)) {
      const seen = await sender.look(pack)
      if (!seen.ok) return false
      if (holds(seen.state)) return true
      tryAgain(sender, pack, seen.state, network.newId)
      await sleep(pause * (0.5 + network.chance.fraction()))
    }
    ceremony.stuck ??= what
    return false
  }

  const isAsked = plan.course === 'trashes' || plan.course === 'deletes' || plan.fromTemplate === 'cleared away'
  if (isAsked || plan.belongs || (plan.erases > 0 && plan.holds)) await found(ceremony, network)
  if (plan.moves !== null)
    for (const workspace of [ceremony.workspace, ceremony.elsewhere]) await found({ ...ceremony, workspace }, network)
  const administering = administer(ceremony, network)
  const sending = sendInBulk(ceremony, network, until)
  if (plan.fromTemplate === null) await prepare(ceremony, network)
  else if (!(await beginFromTemplate(ceremony, network, until))) return finish()
  const clearing = clearTemplateAway(ceremony, network)
  const converted = ({ documents }: PackState) =>
    ceremony.documents.every((key) => documents.some((one) => one.key === key && one.conversion.state === 'converted'))
  if (!(await until('the documents to be converted', converted))) return finish()
  const belonging = belong(ceremony, network)
  const copying = makeCopies(ceremony, network)
  await editTogether(ceremony, network)
  await request(ceremony, network)
  const handing = Promise.all([
    handOver(ceremony, network),
    handToTheQuiet(ceremony, network),
    askByMailInstead(ceremony, network),
    letExpire(ceremony, network),
    changeRules(ceremony, network),
    exclude(ceremony, network),
    move(ceremony, network),
  ])
  const signing = Promise.all(ceremony.signatories.map((_, at) => signAs(at, ceremony, network)))
  if (network.chance.happens(0.1)) await beErased(ceremony, network)
  await sleep(plan.courseAfter * 1_000)
  await noteForOneself(ceremony, network)
  await takeCourse(ceremony, network, until)
  if (!ceremony.answers.deleted && !ceremony.answers.trashed) await until('the end', (state) => isOver(state, ceremony))
  if (!ceremony.answers.trashed) await sealAgain(ceremony, network, until)
  if (ceremony.answers.trashed || ceremony.answers.rejected || network.chance.happens(0.2)) await beErased(ceremony, network)
  finish()
  await Promise.all([signing, handing, copying, administering, clearing, belonging, sending])
  if (ceremony.answers.trashed) await keepTrash(ceremony, network)

  function finish(): void {
    ceremony.over = true
    ceremony.ended = house.scheduler.now()
  }
}

/** Nothing is left to do for anybody, machine or person. */
function isOver(state: PackState, { answers }: Ceremony): boolean {
  if (state.trashed) return answers.trashed
  if (state.status === 'rejected') return true
  if (state.status !== 'complete') return false
  const copies = Object.values(state.finalCopies)
  return (
    state.documents.every(({ sealing, rejected }) => rejected !== undefined || sealing.state === 'sealed') &&
    copies.length > 0 &&
    copies.every((copy) => copy.state !== 'queued')
  )
}
