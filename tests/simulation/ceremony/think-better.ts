import { derivedUuid } from '#domain/kernel'
import { fieldTypes, type PackCommand } from '#domain/pack'
import { clientOf, type Network } from '../client.ts'
import type { Tab } from '../tab.ts'
import { account, type Ceremony, colleague } from './ceremony.ts'
import { workOnPages } from './on-pages.ts'

/** Who was named and does not sign, and how they would have been reached. */
export const namedAndRemoved = ({ plan, pack }: Pick<Ceremony, 'plan' | 'pack'>) => ({
  signatory: derivedUuid(`${pack} named in vain`),
  email: `${plan.name}-in-vain@example.org`,
  fields: ['a', 'b'].map((of) => derivedUuid(`${pack} in vain ${of}`)),
})

/** How often the page on which it is done crashes. */
const CRASHES = 0.15
const TIMES = 6

/** The sender names somebody more, with fields of their own, takes them out and brings them back; a colleague may give them fields meanwhile. In the end they are out. */
export async function thinkBetter(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, documents, wrong } = ceremony
  if (!plan.thinksBetter) return
  const { sleep } = network
  const { signatory, email, fields } = namedAndRemoved(ceremony)
  const chance = network.chance.of(`${pack} thinks better`)
  const size = fieldTypes.text.defaultSize
  const place = (field: string, x: number): PackCommand => {
    const where = { document: documents[0]!, page: 0, x, y: 790_000, ...size, overlapping: true }
    return { do: 'PlaceField', field, type: 'text', assignee: signatory, required: true, ...where }
  }
  const takeOut: PackCommand = { do: 'RemoveSignatory', signatory, withFields: true }
  const bringBack: readonly PackCommand[] = [
    { do: 'RestoreSignatory', signatory },
    ...fields.map((field) => ({ do: 'RestoreField', field }) as const),
  ]
  const sender = clientOf(network, () => account(ceremony))
  await sender.ask(pack, [
    { do: 'AddSignatory', signatory },
    { do: 'NameSignatory', signatory, name: `Nobody of ${plan.name}` },
    { do: 'SetSignatoryEmail', signatory, email },
    ...fields.map((field, at) => place(field, 20_000 + at * 200_000)),
  ])
  await Promise.all([waver(), plan.thinksBetter === 'with a colleague' && giveFields()])
  await sender.ask(pack, [takeOut])

  /** With undo and redo, until the page says that all is saved; and looks whether it is. */
  function waver(): Promise<void> {
    const begin = (page: Tab) => (left: number) => {
      if (left === 1 && page.names(signatory) && chance.happens(0.5)) takeBack(page)
      else if (chance.happens(0.4)) page.undo()
      else if (chance.happens(0.3)) page.redo()
      else if (!page.names(signatory)) page.step(bringBack)
      else if (chance.happens(0.25)) takeBack(page)
      else page.step([takeOut])
    }
    async function end(page: Tab): Promise<void> {
      const shown = looks(page)
      if (await page.saved()) await compare(shown)
      page.close()
    }
    return workOnPages({ pack, who: account(ceremony), chance, times: TIMES, pause: 4_000, crashes: CRASHES, begin, end }, network)
  }

  /** A slip of the hand: undone in the same moment, it has done nothing. */
  function takeBack(page: Tab): void {
    const before = looks(page)
    page.step([takeOut])
    page.undo()
    if (looks(page) !== before) wrong.push('somebody was taken out and that undone, and it is not as it was before')
  }

  async function compare(shown: string): Promise<void> {
    const seen = await sender.look(pack)
    if (!seen.ok) return
    const { signatories, fields: there } = seen.state
    const names = (whom: string) => signatories.some(({ uuid, removed }) => uuid === whom && !removed)
    if (looks({ names, field: (key) => there[key] }) === shown) return
    wrong.push('somebody was taken out or brought back, and it is not as it was shown as saved')
  }

  function looks({ names, field }: Pick<Tab, 'names' | 'field'>): string {
    return JSON.stringify([names(signatory), ...fields.map((key) => field(key)?.removed)])
  }

  async function giveFields(): Promise<void> {
    const ofColleague = chance.of('colleague')
    const client = clientOf(network, () => colleague(ceremony))
    for (let at = 0; at < 4; at++) {
      await sleep(ofColleague.below(6_000))
      // Where they are out just now, it is refused.
      await client.ask(pack, [place(derivedUuid(`${pack} in vain given ${at}`), 20_000 + at * 130_000)])
    }
  }
}
