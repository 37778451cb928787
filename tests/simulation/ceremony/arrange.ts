import { derivedUuid } from '#domain/kernel'
import { type Field, fieldTypes, type PackCommand } from '#domain/pack'
import type { Account } from '../../../command-api/edge/caller.ts'
import { clientOf, type Network } from '../client.ts'
import type { Random } from '../random.ts'
import type { Tab } from '../tab.ts'
import { account, type Ceremony, colleague } from './ceremony.ts'
import { putDown, workOnPages } from './on-pages.ts'

/** What of a field is arranged: each by itself, so that nobody's work goes with somebody else's. */
const ASPECTS = ['place', 'size', 'description', 'type', 'assignee', 'removed'] as const
export type Aspect = (typeof ASPECTS)[number]
type Arrangement = Readonly<Record<Aspect, string>>

export function arrangementOf({ x, y, width, height, description, type, assignee, removed }: Field): Arrangement {
  const [place, size] = [`${x} ${y}`, `${width} ${height}`]
  return { place, size, description: JSON.stringify(description), type, assignee: `${assignee}`, removed: `${removed}` }
}

export function arrangedBy(command: PackCommand): Partial<Arrangement> {
  switch (command.do) {
    case 'MoveField':
      return { place: `${command.x} ${command.y}` }
    case 'ResizeField':
      return {
        ...(command.x === undefined ? {} : { place: `${command.x} ${command.y}` }),
        size: `${command.width} ${command.height}`,
      }
    case 'DescribeField':
      return { description: JSON.stringify(command.description) }
    case 'RetypeField':
      return { type: command.type }
    case 'AssignField':
      return { assignee: `${command.assignee}` }
    case 'RemoveField':
    case 'RestoreField':
      return { removed: `${command.do === 'RemoveField'}` }
    default:
      return {}
  }
}

/** What may be made of it: each of them anybody's. */
const TYPES = ['text', 'question', 'date'] as const
/** How often a page crashes, and how often it is left open. */
const CRASHES = 0.1
const STAYS = 0.3
/** How often they lock the fields, or unlock them, before they do something. */
const LOCKS = 0.25

/** One or two members of the team put the same fields in order at the same time, and take back now and then what they did. */
export async function arrange(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, documents, signatories } = ceremony
  if (plan.arranges === 0) return
  const spare = derivedUuid(`${pack} spare`)
  const size = fieldTypes.text.defaultSize
  const place = { document: documents[0]!, page: 0, x: 40_000, y: 640_000, ...size }
  await clientOf(network, () => account(ceremony)).ask(pack, [
    { do: 'PlaceField', field: spare, type: 'text', assignee: 'self', required: false, ...place },
  ])
  const fields = [spare, ...signatories.map(({ signature }) => signature)].slice(0, 3)
  const people = [account(ceremony), colleague(ceremony)].slice(0, plan.arranges)
  const assignees = ['self', ...signatories.map(({ uuid }) => uuid)]
  await Promise.all(people.map((who) => tidyUp(who, { fields, spare, assignees, alone: plan.arranges === 1 }, ceremony, network)))
  if (plan.locks) await unlock(ceremony, network)
  // Nobody has to fill it in, whatever it was made into.
  await clientOf(network, () => account(ceremony)).ask(pack, [{ do: 'SetFieldRequired', field: spare, required: false }])
}

interface Desk {
  readonly fields: readonly string[]
  /** The only one that nobody would miss. */
  readonly spare: string
  /** Whose it may be made. */
  readonly assignees: readonly string[]
  readonly alone: boolean
}

async function tidyUp(who: Account, desk: Desk, { plan, pack, creator, wrong }: Ceremony, network: Network): Promise<void> {
  const locks = network.chance.of(`${pack} ${who.user} locks`)
  const chance = network.chance.of(`${pack} ${who.user} arranges`)
  const times = 3 + chance.below(6)
  const words = who.user === creator ? 'the sender' : 'a colleague'
  const begin = (page: Tab) => {
    const arranger = arrangerOf(page, desk, chance, (what) => void wrong.push(what))
    return (left: number) => {
      if (plan.locks && locks.happens(LOCKS)) page.do({ do: isLocked(page) ? 'UnlockFields' : 'LockFields' })
      arranger.doSomething(`${words}, ${left}`)
    }
  }
  const end = (page: Tab) => {
    const shot = () => JSON.stringify(desk.fields.map((key) => page.field(key)).map((field) => field && arrangementOf(field)))
    const say = (was: string, is: string) => void wrong.push(`nobody arranged anything any more, and ${was} became ${is}`)
    return putDown(page, chance, STAYS, desk.alone ? { shot, say } : null)
  }
  await workOnPages({ pack, who, chance, times, pause: 3_000, crashes: CRASHES, begin, end }, network)
}

/** The next person finds them unlocked. */
async function unlock(ceremony: Ceremony, network: Network): Promise<void> {
  const { pack } = ceremony
  const chance = network.chance.of(`${pack} unlocks`)
  const begin = (page: Tab) => () => void page.do({ do: 'UnlockFields' })
  const work = {
    pack,
    who: account(ceremony),
    chance,
    times: 1,
    pause: 1_000,
    crashes: 0,
    begin,
    end: (page: Tab) => putDown(page, chance, 0),
  }
  for (;;) {
    const now = await clientOf(network, () => account(ceremony)).look(pack)
    if (!now.ok || !now.state.settings.fieldsLocked) return
    await workOnPages(work, network)
  }
}

const isLocked = (page: Tab) => page.view().settings.fieldsLocked

interface Step {
  readonly field: string
  readonly aspects: readonly Aspect[]
  readonly was: Arrangement
  left: Arrangement
}

function arrangerOf(page: Tab, { fields, spare, assignees, alone }: Desk, chance: Random, say: (what: string) => void) {
  const steps: Step[] = []
  const shown = (key: string): Arrangement => arrangementOf(page.field(key)!)

  function takeStep(words: string): void {
    // Of it there is more to arrange.
    const key = chance.pick([spare, ...fields])
    const field = page.field(key)
    if (!field) return
    const was = arrangementOf(field)
    const command = draw(key, field, words)
    const left = goOn(key, () => page.step([command]))
    // Undoing what a field was made into gives it back to whom it was given, too.
    const aspects = ASPECTS.filter((aspect) => aspect in arrangedBy(command) || (command.do === 'RetypeField' && aspect === 'assignee'))
    if (aspects.some((aspect) => was[aspect] !== left[aspect])) steps.push({ field: key, aspects, was, left })
  }

  function draw(field: string, { removed }: Field, words: string): PackCommand {
    const [left, top] = [10_000 + chance.below(290_000), 10_000 + chance.below(590_000)]
    const kind = chance.below(field === spare ? 6 : 3)
    if (kind === 0) return { do: 'MoveField', field, page: 0, x: left, y: top }
    const size = { width: 60_000 + chance.below(90_000), height: 16_000 + chance.below(30_000) }
    // From the left and the top, or from the right and below.
    if (kind === 1) return { do: 'ResizeField', field, ...(chance.happens(0.5) ? { x: left, y: top } : {}), ...size }
    if (kind === 2) return { do: 'DescribeField', field, description: `Described by ${words}.` }
    if (kind === 3) return { do: 'RetypeField', field, type: chance.pick(TYPES) }
    if (kind === 4) return { do: 'AssignField', field, assignee: chance.pick(assignees) }
    return { do: removed ? 'RestoreField' : 'RemoveField', field }
  }

  /** What they did earlier they may take back still, though they changed it again themselves. */
  function goOn(field: string, act: () => void): Arrangement {
    const from = shown(field)
    act()
    const to = shown(field)
    for (const step of steps) if (step.field === field && step.aspects.every((aspect) => from[aspect] === step.left[aspect])) step.left = to
    return to
  }

  /** Goes back to what it was, where it is still as they left it, and never over what somebody else made of it. */
  function takeBack(step: Step): void {
    const before = shown(step.field)
    const isMine = step.aspects.every((aspect) => before[aspect] === step.left[aspect])
    const isThere = before.removed === 'false' || step.aspects.includes('removed')
    goOn(step.field, () => page.undo())
    // It can be undone once it is unlocked.
    const waits = isMine && isThere && isLocked(page) && step.aspects.some((aspect) => aspect === 'place' || aspect === 'size')
    if (waits) steps.push(step)
    const undone = isMine && isThere && !waits ? step.was : before
    // Where somebody else was at it, changes refused because of them are left be as well.
    const isLeft = !alone && shows(step, before)
    if (!isLeft && !shows(step, undone))
      say(`undoing what led to ${wordsOf(step, step.left)} led from ${wordsOf(step, before)} to ${now(step)}`)
    if (isLeft || undone === before) return
    rely(step)
    if (chance.happens(0.7)) return
    goOn(step.field, () => page.redo())
    if (!shows(step, step.left)) say(`what was undone and done again is ${now(step)} and was ${wordsOf(step, step.left)}`)
    rely(step)
    steps.push(step)
  }

  const shows = ({ field, aspects }: Step, as: Arrangement) => aspects.every((aspect) => shown(field)[aspect] === as[aspect])
  const wordsOf = ({ aspects }: Step, of: Arrangement) => aspects.map((aspect) => `${aspect} ${of[aspect]}`).join(', ')
  const now = (step: Step) => wordsOf(step, shown(step.field))

  /** As they read it off the screen. */
  function rely({ field: key, aspects }: Step): void {
    const { page: at, x, y, width, height, description, type, assignee, removed } = page.field(key)!
    if (aspects.includes('size'))
      page.relyOn({ do: 'ResizeField', field: key, ...(aspects.includes('place') ? { x, y } : {}), width, height })
    else if (aspects.includes('place')) page.relyOn({ do: 'MoveField', field: key, page: at, x, y })
    if (aspects.includes('description')) page.relyOn({ do: 'DescribeField', field: key, description: String(description) })
    if (aspects.includes('type')) page.relyOn({ do: 'RetypeField', field: key, type })
    if (aspects.includes('assignee')) page.relyOn({ do: 'AssignField', field: key, assignee })
    if (aspects.includes('removed')) page.relyOn({ do: removed ? 'RemoveField' : 'RestoreField', field: key })
  }

  return {
    doSomething(words: string): void {
      const last = chance.happens(0.3) ? steps.pop() : undefined
      if (last) takeBack(last)
      else takeStep(words)
    },
  }
}
