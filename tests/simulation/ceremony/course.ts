import type { PackCommand, PackState } from '#domain/pack'
import type { WorkspaceCommand } from '#domain/workspace'
import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'
import { endHanded } from './hand-over.ts'
import { request } from './prepare.ts'
import { tellWorkspace } from './workspace.ts'

const HOUR = 3_600_000

/** Looks again and again until it is so; names the awaited state where it never is. */
export type Until = (what: string, holds: (state: PackState) => boolean) => Promise<boolean>

/** What comes in the way: each of these is a change of course by the sender, taken on what the sender sees. */
export async function takeCourse(ceremony: Ceremony, network: Network, until: Until): Promise<void> {
  const { plan, pack, signatories, answers, documents } = ceremony
  const { newId, sleep, chance } = network
  const sender = clientOf(network, () => account(ceremony))
  const [first] = signatories
  const thinks = chance.of(`${plan.name} thinks`)
  const act = async (...commands: PackCommand[]): Promise<boolean> => {
    for (let tries = 0; tries < 10; tries++) {
      const seen = await sender.look(pack)
      if (!seen.ok) return false
      // Somebody may sign meanwhile.
      if (thinks.happens(0.5)) await sleep(thinks.below(120_000))
      const answer = await sender.ask(pack, commands, seen.revision)
      if (answer.ok) return true
      if (answer.code !== 'revision-changed') return false
    }
    return false
  }
  const tell = (command: WorkspaceCommand) => tellWorkspace(ceremony, network, command)
  /** A signer whose request is still queued is asked without anybody's doing. */
  const askAgain = async () => {
    const seen = await sender.look(pack)
    if (!seen.ok) return
    for (const { uuid, request: asked } of seen.state.signatories)
      if (asked?.state !== 'queued') await act({ do: 'ResendRequest', signatory: uuid, request: newId() })
  }
  const sendBack = async () => {
    const asked = network.house.scheduler.now()
    const done = await act({ do: 'RevertToSetup' })
    if (done) answers.sentBack = network.house.scheduler.now()
    if (done) endHanded(ceremony, asked)
    return done
  }
  switch (plan.course) {
    case 'straight':
    case 'rejects':
      return
    case 'reverts':
      if (await sendBack()) {
        await act({ do: 'SetMessage', message: 'Please sign again.' })
        await request(ceremony, network)
      }
      return
    case 'corrects': {
      if (
        !(await until(
          'the bounce to show',
          (state) => state.status !== 'awaiting_signatures' || state.signatories[0]?.request?.state === 'bounced',
        ))
      )
        return
      const asked = network.house.scheduler.now()
      answers.corrected = await act({ do: 'CorrectAddress', signatory: first!.uuid, email: first!.email, request: newId() })
      if (answers.corrected) endHanded(ceremony, asked, first!.uuid)
      return
    }
    case 'resends':
      // Who sees nothing happen presses it again, while the first is on its way.
      for (const request of [newId(), newId()].slice(thinks.below(2)))
        await sender.ask(pack, [{ do: 'ResendRequest', signatory: first!.uuid, request }])
      return
    case 'marks':
      if (await act({ do: 'MarkAsComplete' })) answers.marked = true
      return
    case 'trashes': {
      if (plan.keeps && (await tell({ do: 'SetRetention', years: null, trashDays: 1 }))) network.house.keeping.add(ceremony.workspace)
      if (!(await act({ do: 'TrashPack' }))) return
      if (plan.keeps || chance.happens(0.5)) {
        answers.trashed = true
        // From a page that does not know of it yet.
        const again: PackCommand = { do: 'ResendRequest', signatory: signatories.at(-1)!.uuid, request: newId() }
        if ((await sender.ask(pack, [again])).ok) ceremony.wrong.push('it lay in the trash, and a signature was asked for')
        return
      }
      answers.inTrash = true
      answers.sentBack = network.house.scheduler.now()
      // Signatures so far stay; a signer who had not signed gets a new link, if not from the sender then by the rule that reminds.
      const reminds = plan.reminds !== null && chance.happens(0.5) ? plan.reminds : null
      await sleep(chance.below(reminds === null ? 60_000 : 2_000 * reminds))
      if (!(await act({ do: 'RestorePack' }))) return
      // A rule that a wrong clock has waiting for a month is not waited for.
      if (reminds !== null) await sleep(1_000 * reminds + 8 * HOUR)
      await askAgain()
      // Into the trash and out of it, while a request is on its way: without another look at it.
      for (let left = chance.happens(0.5) ? 1 + thinks.below(3) : 0; left > 0; left--) {
        const seen = await sender.look(pack)
        const asked = seen.ok ? seen.state.signatories.findLast(({ request, status }) => request && status !== 'complete') : undefined
        const resend: PackCommand | undefined = asked && { do: 'ResendRequest', signatory: asked.uuid, request: newId() }
        const [gone] = await Promise.all([sender.ask(pack, [{ do: 'TrashPack' }]), resend && sender.ask(pack, [resend])])
        if (!gone.ok) return
        answers.sentBack = network.house.scheduler.now()
        await sleep(chance.below(5_000))
        if (!(await act({ do: 'RestorePack' }))) return
        await askAgain()
      }
      return
    }
    case 'deletes':
      if (!(await act({ do: 'TrashPack' }))) return
      if (plan.keeps === 'held' && (await tell({ do: 'PlaceLegalHold', pack, reason: 'Court order' }))) {
        if (await tell({ do: 'RecordPackDeleted', pack })) ceremony.wrong.push('it was under a hold, and could be deleted')
        await tell({ do: 'LiftLegalHold', pack })
      }
      if (!(await tell({ do: 'RecordPackDeleted', pack }))) return
      answers.deleted = true
      if ((await sender.look(pack)).ok) ceremony.wrong.push('it was deleted for good, and somebody comes to it')
      return
    case 'adds': {
      if (!(await sendBack())) return
      const field = newId()
      await act({
        do: 'PlaceField',
        field,
        document: documents.at(-1)!,
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
}
