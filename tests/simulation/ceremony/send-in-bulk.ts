import {
  bulkSend as aggregate,
  type BulkSend,
  type BulkSendCommand,
  EMPTY_MAPPING,
  ownPins,
  templateDigest,
  withText,
} from '#domain/bulk-send'
import { derivedUuid, digestOfJson, type Json } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { effectivePermissions, NO_DIFFERENCES } from '#domain/workspace'
import { commandsOf } from '#platform/command-handler'
import { attempt, clientOf, type Network } from '../client.ts'
import { EPOCH } from '../host.ts'
import { COLUMNS } from '../recipients.ts'
import { account, type Ceremony, FILENAME, paperOf } from './ceremony.ts'
import { upload } from './upload.ts'

const WITHIN_MS = 240_000
/** A document a minute where it is paused: the pause comes after the first of them. */
const PER_HOUR = 60
const PAUSED_MS = 600_000

/** A template, a list and what maps one to the other; activated once, twice at once, or again after a pause. */
export async function sendInBulk(
  ceremony: Ceremony,
  network: Network,
  until: (what: string, holds: (state: PackState) => boolean, pack: string) => Promise<boolean>,
): Promise<void> {
  const { plan, workspace, creator, bulk } = ceremony
  if (plan.bulk === null || bulk === null) return
  const { house, sleep } = network
  const { key, rows } = bulk
  const chance = network.chance.of(`${plan.name} sends in bulk`)
  const idOf = (part: string) => derivedUuid(`${key} ${part}`)
  await sleep(chance.below(WITHIN_MS))
  const template = idOf('template')
  const [document, signatory] = [idOf('document'), idOf('signatory')]
  const sender = clientOf(network, () => account(ceremony))
  await sender.create(template, [
    { do: 'CreatePack', workspace, creator, kind: 'template', name: `Template in bulk ${plan.name}`, from: null },
    { do: 'AddDocument', document, name: 'Plan' },
  ])
  const file = await upload(paperOf(plan, 0), { pack: template }, network)
  await sender.ask(template, [{ do: 'ReceiveFile', document, ...file, filename: FILENAME }])
  const isThere = ({ documents }: PackState) => documents.every(({ conversion }) => conversion.state === 'converted')
  if (!(await until('the template of a bulk send to be converted', isThere, template))) return
  const place = { page: 0, x: 50_000, y: 50_000, width: 180_000, height: 48_000 }
  await sender.ask(template, [
    { do: 'AddSignatory', signatory, role: 'Tenant' },
    { do: 'PlaceField', field: idOf('field'), document, type: 'signature', assignee: signatory, required: true, ...place },
  ])
  const seen = await sender.look(template)
  if (!seen.ok) return void ceremony.wrong.push('the template of a bulk send is not there')

  house.recipients.set(
    key,
    rows.map((row) => [`Person ${row}`, `${plan.name}-row-${row}@example.org`]),
  )
  const detail = (part: 'name' | 'email') => ({ of: 'signer', key: signatory, part }) as const
  const mapping = withText(withText(EMPTY_MAPPING, detail('name'), `{{${COLUMNS[0]}}}`), detail('email'), `{{${COLUMNS[1]}}}`)
  const pauses = plan.bulk.course === 'is paused'
  const set = await tell('set up', [
    { do: 'CreateBulkSend', workspace, creator, description: `Bulk ${plan.name}` },
    { do: 'ChooseBulkSendList', list: key },
    { do: 'ChooseBulkSendTemplate', template },
    { do: 'ChangeBulkSendMapping', template, mapping },
    ...(pauses ? [{ do: 'LimitBulkSend', perHour: PER_HOUR } as const] : []),
  ])
  if (set === null) return
  const day = new Date(EPOCH + house.scheduler.now()).toISOString().slice(0, 10)
  const pins = { list: 'list', template: templateDigest(template, seen.state), day, ...ownPins(set) }
  const report = idOf('report')
  const check = { key: report, state: 'done', pins, rows: rows.length, withProblems: 0 } as const
  const activate = { do: 'ActivateBulkSend', user: creator, report, check, pins, hasSameRows: true } as const
  const clicks = plan.bulk.course === 'is activated twice' ? ['activated', 'activated at once'] : ['activated']
  const answers = await Promise.all(clicks.map((click) => tell(click, [activate])))
  bulk.activated = answers.every((answer) => answer !== null)
  if (pauses && bulk.activated) {
    await sleep(10_000 + chance.below(40_000))
    if (await tell('paused', [{ do: 'PauseBulkSend', created: 0 }])) {
      const pause = { from: house.scheduler.now(), to: Number.POSITIVE_INFINITY }
      bulk.paused.push(pause)
      await sleep(PAUSED_MS)
      pause.to = house.scheduler.now()
      await tell('activated again', [activate])
    }
  }

  /** As a call does, under one key until somebody answers. */
  async function tell(what: string, commands: readonly BulkSendCommand[]): Promise<BulkSend | null> {
    const id = idOf(what)
    for (;;) {
      const done = await attempt(network, ({ handler }) =>
        commandsOf(aggregate, handler).perform({
          key,
          who: { as: 'team', workspace, permissions: effectivePermissions('administrator', NO_DIFFERENCES) },
          commands,
          origin: { actor: { principal: `user:${creator}`, capacity: 'team' }, correlation: id, causation: id },
          idempotency: { id, digest: digestOfJson(commands as unknown as Json) },
        }),
      )
      if (done && 'ok' in done) return done.state
      if (done && done.refused !== 'too-many-rivals') {
        ceremony.wrong.push(`a bulk send could not be ${what}: ${done.refused}`)
        return null
      }
      await sleep(chance.below(5_000))
    }
  }
}
