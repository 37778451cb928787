import { fieldTypes, type PackCommand } from '#domain/pack'
import type { Client } from '../client.ts'
import { type Ceremony, calledIn } from './ceremony.ts'

/** What the last signer is called before anybody says who that is. */
export const LATER = 'witness'

/** The first signer is asked who signs last. */
export function placeToSetUp({ setsUp, documents }: Ceremony): readonly PackCommand[] {
  if (!setsUp) return []
  const place = { document: documents[0]!, page: 0, x: 320_000, y: 690_000, ...fieldTypes.signer_setup.defaultSize }
  const setUp = { role: LATER, identification: true }
  return [{ do: 'PlaceField', field: setsUp.field, type: 'signer_setup', assignee: setsUp.by, required: true, setUp, ...place }]
}

/** They say it, at first with a slip of the pen and before they have looked at anybody's passport. */
export async function sayWhoSignsLast(ceremony: Ceremony, client: Client): Promise<void> {
  const { plan, setsUp, signatories, wrong } = ceremony
  if (!setsUp) return
  const { email } = signatories.find(({ uuid }) => uuid === setsUp.whom)!
  if (plan.setsUp === 'with a slip') {
    if (await say(`slip-${email}`, false)) wrong.push('somebody was set up whom nobody had identified')
    await say(`slip-${email}`, true)
  }
  await say(email, true)

  async function say(to: string, identified: boolean): Promise<boolean> {
    return (await client.ask(ceremony.pack, [saying(ceremony, setsUp!.by, to, identified)])).ok
  }
}

export const saying = ({ plan, setsUp }: Ceremony, by: string, email: string, identified: boolean): PackCommand => {
  const name = calledIn(plan, plan.signers.length - 1)
  return { do: 'SetUpSignatory', field: setsUp!.field, by, name, email, mobile: '', identified }
}
