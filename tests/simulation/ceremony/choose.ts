import { type CommandOf, type Field, type FieldLayout, type FieldTypeName, fieldTypes, type PackCommand } from '#domain/pack'
import { clientOf, type Network } from '../client.ts'
import type { Random } from '../random.ts'
import type { Tab } from '../tab.ts'
import { account, type Ceremony } from './ceremony.ts'
import { type Choosing, fieldsToChoose } from './choosing.ts'
import { savedAsShown, workOnPages } from './on-pages.ts'

const OPTIONS = ['30 days', '60 days', '90 days'] as const
const GROUP = 'answer'
const COMB = { as: 'comb', cells: 36 } as const
/** How often the page on which the sender tries it out crashes. */
const CRASHES = 0.1

export function placeToChoose({ choosing, documents }: Ceremony): readonly PackCommand[] {
  if (!choosing) return []
  const { boxes, whose, choice, date, comb } = choosing
  const place = <T extends FieldTypeName>(type: T, field: string, x: number, more: Partial<CommandOf<'PlaceField'>>): PackCommand => ({
    ...{ do: 'PlaceField', field, type, document: documents[0]!, page: 0, x, y: 730_000, assignee: whose },
    ...{ ...fieldTypes[type].defaultSize, required: false, ...more },
  })
  return [
    // One of them says it for all.
    ...boxes.map((field, at) => place('check', field, 20_000 + at * 40_000, { required: at === 0, group: GROUP, exclusive: at === 1 })),
    place('choice', choice, 150_000, { required: true, options: [...OPTIONS] }),
    place('date', date, 320_000, { autoDate: true }),
    place('text', comb, 440_000, { width: 150_000, layout: COMB, autoFill: 'name' }),
  ]
}

/** The sender tries out what such fields can be, takes it back and does it again, and leaves them as they were to be. */
export async function tryOut(ceremony: Ceremony, network: Network): Promise<void> {
  const { pack, choosing, wrong } = ceremony
  if (!choosing) return
  const chance = network.chance.of(`${pack} tries out`)
  // Drawn apart, so that everything else stays what it was.
  const names = network.chance.of(`${pack} names`)
  const sender = clientOf(network, () => account(ceremony))
  const times = 8 + chance.below(12)
  const begin = (page: Tab) => (left: number) => {
    const commands =
      left === 1 && chance.happens(0.5)
        ? thereAndBack(choosing, page, chance)
        : Array.from({ length: chance.happens(0.3) ? 3 : 1 }, () => draw(choosing, page, chance))
    const what = commands.map((command) => command.do).join(', ')
    const before = shot(page)
    page.step(commands)
    const after = shot(page)
    if (after === before || !chance.happens(0.5)) return
    page.undo()
    if (shot(page) !== before) wrong.push(`${what} was undone, and ${difference(before, shot(page))}`)
    if (chance.happens(0.5)) return
    page.redo()
    if (shot(page) !== after) wrong.push(`${what} was undone and done again, and ${difference(after, shot(page))}`)
  }
  await workOnPages({ pack, who: account(ceremony), chance, times, pause: 2_000, crashes: CRASHES, begin, end }, network)
  const left = await sender.ask(pack, asItWasToBe(choosing))
  if (!left.ok) wrong.push(`fields could not be left as they were to be: ${left.code}`)

  async function end(page: Tab): Promise<void> {
    if (names.happens(0.5)) page.step(inTurn(choosing!))
    const shown = shot(page)
    const say = (was: string, is: string) => void wrong.push(`nobody did anything any more, and ${difference(was, is)}`)
    if (await savedAsShown(page, { shot: () => shot(page), say })) {
      const seen = await sender.look(pack)
      const there = seen.ok && shot({ field: (key) => seen.state.fields[key] })
      if (there && there !== shown) wrong.push(`something was shown as saved, and ${difference(shown, there)}`)
    }
    page.close()
  }

  function shot({ field }: Pick<Tab, 'field'>): string {
    return JSON.stringify(fieldsToChoose(ceremony).map((key) => looksOf(field(key))))
  }
}

function looksOf(field: Field | undefined): readonly (readonly [string, unknown])[] {
  if (!field) return []
  // What stands in a field that is removed nobody sees.
  if (field.removed) return [['removed', true]]
  const { updated: _, updatedBy: __, ...looks } = field
  return Object.entries(looks).sort(([a], [b]) => (a < b ? -1 : 1))
}

function difference(was: string, is: string): string {
  type Looks = readonly (readonly (readonly [string, unknown])[])[]
  const [from, to] = [JSON.parse(was) as Looks, JSON.parse(is) as Looks]
  const differs = from.flatMap((looks, at) => {
    const [before, after] = [new Map(looks), new Map(to[at])]
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
      const [value, other] = [JSON.stringify(before.get(name)), JSON.stringify(after.get(name))]
      return value === other ? [] : [`${name} is ${other}, not ${value}`]
    })
  })
  return differs.join(', ')
}

function draw({ boxes, choice, date, comb, whose }: Choosing, page: Tab, chance: Random): PackCommand {
  const field = chance.pick(boxes)
  const any = chance.pick([...boxes, choice, date, comb])
  const withBoxes: readonly (() => PackCommand)[] = [
    () => ({ do: 'FillField', field, by: 'self', value: 'checked' }),
    () => ({ do: 'FillField', field, by: 'self', value: 'checked' }),
    () => ({ do: 'FillField', field, by: 'self', value: 'unchecked' }),
    () => ({ do: 'ClearField', field, by: 'self' }),
    () => ({ do: 'GroupField', field, group: chance.pick([GROUP, GROUP, 'else', null]), exclusive: chance.happens(0.5) }),
    () => ({ do: page.field(field)?.removed ? 'RestoreField' : 'RemoveField', field }),
    () => ({ do: 'AssignField', field, assignee: chance.pick([whose, whose, 'self', null]) }),
  ]
  const draws: readonly (() => PackCommand)[] = [
    () => ({ do: 'SetFieldRequired', field: any, required: chance.happens(0.5) }),
    () => ({ do: 'SetFieldOptions', field: choice, options: chance.pick([[...OPTIONS], ['30 days'], ['60 days', 'later']]) }),
    () => ({ do: 'FillField', field: choice, by: 'self', value: chance.pick(OPTIONS) }),
    () => ({ do: 'FillField', field: comb, by: 'self', value: chance.pick(['short', 'Castell & Sons, of the old harbour']) }),
    () => ({ do: 'LayOutField', field: comb, layout: chance.pick<FieldLayout | null>([null, COMB, { as: 'comb', cells: 8 }]) }),
    () => ({ do: 'SetFieldAutoFill', field: comb, from: chance.pick(['name', 'email', null]) }),
    () => ({ do: 'SetFieldAutoDate', field: date, on: chance.happens(0.5) }),
    () => ({ do: 'FillField', field: date, by: 'self', value: '2026-11-26' }),
    () => ({ do: 'RetypeField', field: chance.pick([choice, date, comb]), type: chance.pick(['text', 'choice', 'date', 'check']) }),
    () => ({ do: 'SetFieldBackground', field: any, colour: chance.pick(['#fef3c7', null]) }),
    () => ({ do: 'SetFieldHierarchy', field: any, path: chance.pick([['Tenant'], []]) }),
    () => ({ do: 'SetFieldTemporary', field: any, on: chance.happens(0.5) }),
    () => ({ do: 'ShowFieldInFinal', field: any, on: chance.happens(0.5) }),
    () => ({ do: 'SetFieldCustomId', field: any, customId: chance.pick(['term', '']) }),
    () => ({ do: 'SetContinueQuestion', field: any, question: chance.pick(['Sure?', '']) }),
  ]
  return chance.pick(chance.happens(0.5) ? withBoxes : draws)()
}

/** What is changed and changed back before it can be saved, and took something with it or not. */
function thereAndBack({ boxes, whose, choice, comb }: Choosing, page: Tab, chance: Random): readonly PackCommand[] {
  const [box, other] = chance.happens(0.5) ? [boxes[0]!, boxes[1]!] : [boxes[1]!, boxes[0]!]
  const type = page.field(comb)?.type ?? 'text'
  const { group = null, exclusive = false } = page.field(box) ?? {}
  // Whatever became of them, they are of one group where one may be ticked.
  const together = [box, other].flatMap((field): PackCommand[] => [
    { do: 'AssignField', field, assignee: whose },
    { do: 'GroupField', field, group: GROUP, exclusive: true },
  ])
  return chance.pick<readonly PackCommand[]>([
    [
      { do: 'RetypeField', field: comb, type: type === 'choice' ? 'date' : 'choice' },
      { do: 'RetypeField', field: comb, type },
    ],
    [
      { do: 'SetFieldOptions', field: choice, options: ['later'] },
      { do: 'SetFieldOptions', field: choice, options: [...OPTIONS] },
    ],
    [
      { do: 'GroupField', field: box, group, exclusive: !exclusive },
      { do: 'GroupField', field: box, group, exclusive },
    ],
    [
      ...together,
      { do: 'FillField', field: other, by: 'self', value: 'checked' },
      { do: 'FillField', field: box, by: 'self', value: 'checked' },
      chance.pick<PackCommand>([
        { do: 'FillField', field: box, by: 'self', value: 'unchecked' },
        { do: 'ClearField', field: box, by: 'self' },
      ]),
    ],
    [
      ...together,
      { do: 'FillField', field: other, by: 'self', value: 'checked' },
      { do: 'RemoveField', field: other },
      { do: 'FillField', field: box, by: 'self', value: 'checked' },
      { do: 'RestoreField', field: other },
      { do: 'FillField', field: box, by: 'self', value: 'unchecked' },
    ],
  ])
}

/**
 * Two that become of one kind, the one first whose record is begun last: each gets a name of its own by itself, and what stood in it goes.
 */
function inTurn({ date, comb }: Choosing): readonly PackCommand[] {
  return [
    { do: 'DescribeField', field: date, description: 'As agreed.' },
    { do: 'FillField', field: comb, by: 'self', value: 'short' },
    { do: 'RetypeField', field: comb, type: 'question' },
    { do: 'RetypeField', field: date, type: 'question' },
  ]
}

function asItWasToBe({ boxes, whose, choice, date, comb }: Choosing): readonly PackCommand[] {
  return [
    ...boxes.flatMap((field, at): PackCommand[] => [
      { do: 'RestoreField', field },
      { do: 'AssignField', field, assignee: whose },
      { do: 'GroupField', field, group: GROUP, exclusive: at === 1 },
      { do: 'SetFieldRequired', field, required: at === 0 },
      { do: 'ShowFieldInFinal', field, on: true },
    ]),
    { do: 'RetypeField', field: choice, type: 'choice' },
    { do: 'SetFieldOptions', field: choice, options: [...OPTIONS] },
    { do: 'SetFieldRequired', field: choice, required: true },
    { do: 'RetypeField', field: date, type: 'date' },
    { do: 'SetFieldAutoDate', field: date, on: false },
    { do: 'ClearField', field: date, by: 'self' },
    { do: 'SetFieldAutoDate', field: date, on: true },
    { do: 'RetypeField', field: comb, type: 'text' },
    { do: 'ClearField', field: comb, by: 'self' },
    { do: 'LayOutField', field: comb, layout: COMB },
    { do: 'SetFieldAutoFill', field: comb, from: 'name' },
    { do: 'SetFieldRequired', field: comb, required: false },
  ]
}

/** The signer makes up their mind, faster than anything can be saved. False where the page is over. */
export async function choose({ choosing, wrong }: Ceremony, page: Tab, by: string, chance: Random, network: Network): Promise<boolean> {
  if (choosing?.whose !== by) return true
  const { boxes, choice } = choosing
  const ticked = () => boxes.filter((box) => page.field(box)?.value === 'checked')
  for (let left = 1 + chance.below(4); left > 0; left--) {
    const box = chance.pick(boxes)
    const act = page.do({ do: 'FillField', field: box, by, value: 'checked' })
    if (!act) return false
    if (`${ticked()}` !== box) wrong.push(`a box was ticked, and ${ticked().length} are, or another`)
    if (chance.happens(0.5)) await network.sleep(chance.below(4_000))
    // Unless the page said that it is not kept, or everything is undone meanwhile.
    const still = ticked()
    const isKept = act.lostAt === null && !page.hasEnded()
    if (isKept && still.length > 0 && `${still}` !== box) wrong.push('the box that was ticked last is not ticked any more, and another is')
  }
  return page.do({ do: 'FillField', field: choice, by, value: chance.pick(OPTIONS) }) !== null
}
