import type { PackCommand, PackState } from '#domain/pack'
import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony, FILENAME, nameAt, paperOf } from './ceremony.ts'
import { upload } from './upload.ts'
import { tellWorkspace } from './workspace.ts'

/** How long after that somebody clears templates away: while the document is prepared or signed, or after that. */
const WITHIN_MS = 240_000

/** A document begins as a copy of a template. @returns whether it did */
export async function beginFromTemplate(
  ceremony: Ceremony,
  network: Network,
  until: (what: string, holds: (state: PackState) => boolean, pack: string) => Promise<boolean>,
): Promise<boolean> {
  const { plan, workspace, creator } = ceremony
  const { newId } = network
  const sender = clientOf(network, () => account(ceremony))
  const template = newId()
  ceremony.template = template
  const documents = ceremony.documents.map(() => newId())
  const create: PackCommand = { do: 'CreatePack', workspace, creator, kind: 'template', name: `Template ${plan.name}`, from: null }
  await sender.create(template, [create, ...documents.map((document, at) => ({ do: 'AddDocument', document, name: nameAt(at) }) as const)])
  for (const [at, document] of documents.entries()) {
    const file = await upload(paperOf(plan, at), { pack: template }, network)
    await sender.ask(template, [{ do: 'ReceiveFile', document, ...file, filename: FILENAME }])
  }
  if (!(await until('a template to be converted', isConverted, template))) return false
  const made = await sender.copy(template, 'document')
  const seen = made.ok ? await sender.look(made.pack) : made
  if (!made.ok || !seen.ok) {
    ceremony.wrong.push('no document could be made of a template')
    return false
  }
  ceremony.pack = made.pack
  ceremony.documents = seen.state.documents.map(({ key }) => key)
  return true
}

const isConverted = ({ documents }: PackState) => documents.every(({ conversion }) => conversion.state === 'converted')

/** The template goes for good, whatever its document is at meanwhile. */
export async function clearTemplateAway(ceremony: Ceremony, network: Network): Promise<void> {
  const { plan, template, answers } = ceremony
  if (template === null || plan.fromTemplate !== 'cleared away') return
  const chance = network.chance.of(`${plan.name} clears away`)
  await network.sleep(chance.below(WITHIN_MS))
  await clientOf(network, () => account(ceremony)).ask(template, [{ do: 'TrashPack' }])
  answers.clearedAway = await tellWorkspace(ceremony, network, { do: 'RecordPackDeleted', pack: template })
}
