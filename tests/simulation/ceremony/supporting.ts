import { derivedUuid } from '#domain/kernel'
import type { PackCommand } from '#domain/pack'
import { ANY_KIND } from '../../../command-api/pack/attachable.ts'
import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony, colleague } from './ceremony.ts'
import type { Plan } from './plan.ts'
import { upload } from './upload.ts'

export interface Supporting {
  readonly key: string
  readonly filename: string
  /** What it holds in the end. */
  readonly text: string
  readonly plan: Plan['supporting'][number]
}
/** Who gets the supporting documents. */
export type Reader = 'signatories' | 'cc_recipients' | 'team'

export const supportingOf = ({ plan, pack }: Pick<Ceremony, 'plan' | 'pack'>): readonly Supporting[] =>
  plan.supporting.map((one, at) => ({
    key: derivedUuid(`${pack} supporting ${at}`),
    filename: `evidence ${at} of ${plan.name}.pdf`,
    text: `evidence, number ${at} of ${plan.name}`,
    plan: one,
  }))

/** Those that are there in the end, and that this reader may have. */
export const supportingFor = (ceremony: Ceremony, reader: Reader): readonly Supporting[] =>
  supportingOf(ceremony).filter(
    ({ plan: { audience, course } }) => course !== 'removed' && (reader === 'team' || audience === 'all' || audience === reader),
  )

/** A file picked by mistake. */
export const wrongSupporting = ({ text }: Supporting) => `not the ${text}`

/** During preparation the sender adds supporting documents, each for some of the readers, and thinks better of some. */
export async function addSupporting(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, pack, signatories, proof, wrong } = ceremony
  const sender = clientOf(network, () => account(ceremony))
  const all = supportingOf(ceremony)
  if (plan.encloses && (all.length > 0 || proof)) await sender.ask(pack, [{ do: 'SetAttachmentsIncluded', on: true }])
  if (all.length === 0) return
  for (const one of all) await put(one)
  for (const {
    key: appendix,
    plan: { course },
  } of all) {
    if (course === 'removed' || course === 'comes back') await sender.ask(pack, [{ do: 'RemoveAppendix', appendix }])
    if (course === 'comes back') await sender.ask(pack, [{ do: 'RestoreAppendix', appendix }])
  }

  if (network.chance.of(`${pack} beside`).happens(0.3)) await sendUnseen(all[0]!.key)

  /** On what stood there before a colleague said something else of it. */
  async function sendUnseen(appendix: string): Promise<void> {
    const seen = await sender.look(pack)
    const said: PackCommand = { do: 'DescribeAppendix', appendix, description: 'To be read first.' }
    const isSaid = (await clientOf(network, () => colleague(ceremony)).ask(pack, [said])).ok
    if (seen.ok && isSaid && (await request(seen.revision)))
      wrong.push('it was sent by somebody who had not seen what a colleague had put beside the pages')
  }

  async function request(seen: number): Promise<boolean> {
    const requests = Object.fromEntries(signatories.map(({ uuid }) => [uuid, network.newId()]))
    return (await sender.ask(pack, [{ do: 'RequestSignatures', requests }], seen)).ok
  }

  async function put(one: Supporting): Promise<void> {
    const { key: appendix, filename, text } = one
    const { audience, course } = one.plan
    const atFirst = course === 'for others at first' ? OTHERS[audience] : audience
    await sender.ask(pack, [{ do: 'AddAppendix', appendix, audience: [atFirst] }])
    if (one === all[0]) {
      const seen = await sender.look(pack)
      if (seen.ok && (await request(seen.revision))) wrong.push('signatures were asked for while a file beside the pages was not there')
    }
    if (course === 'replaced') await attach(wrongSupporting(one))
    await attach(text)
    if (atFirst !== audience) await sender.ask(pack, [{ do: 'SetAppendixAudience', appendix, audience: [audience] }])

    async function attach(content: string): Promise<void> {
      await sender.ask(pack, [{ do: 'AttachAppendixFile', appendix, filename, ...(await upload(content, ceremony, network, ANY_KIND)) }])
    }
  }
}

const OTHERS = { all: 'team', signatories: 'cc_recipients', cc_recipients: 'all', team: 'all' } as const
