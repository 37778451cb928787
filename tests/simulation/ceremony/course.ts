import type { Decision } from '#domain/kernel'
import type { PackCommand, PackState } from '#domain/pack'
import { type WorkspaceFact, workspace as workspaceAggregate } from '#domain/workspace'
import { clientOf, type Network } from '../client.ts'
import { account, type Ceremony } from './ceremony.ts'
import { request } from './prepare.ts'

type Until = (what: string, holds: (state: PackState) => boolean) => Promise<boolean>

/** What comes in the way: each of these is a change of course by the sender, taken on what the sender sees. */
export async function takeCourse(ceremony: Ceremony, network: Network, until: Until): Promise<void> {
  const { plan, pack, signatories, told, document } = ceremony
  const { newId, sleep, chance } = network
  const sender = clientOf(network, () => account(ceremony))
  const [first] = signatories
  const act = async (...commands: PackCommand[]): Promise<boolean> => {
    for (let tries = 0; tries < 10; tries++) {
      const seen = await sender.look(pack)
      if (!seen.ok) return false
      const answer = await sender.ask(pack, commands, seen.revision)
      if (answer.ok) return true
      if (answer.code !== 'revision-changed') return false
    }
    return false
  }
  const sendBack = async () => {
    const done = await act({ do: 'RevertToSetup' })
    if (done) told.sentBack = network.house.scheduler.now()
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
    case 'corrects':
      if (
        !(await until(
          'the bounce to show',
          (state) => state.status !== 'awaiting_signatures' || state.signatories[0]?.request?.state === 'bounced',
        ))
      )
        return
      await act({ do: 'CorrectAddress', signatory: first!.uuid, email: first!.email, request: newId() })
      return
    case 'resends':
      await act({ do: 'ResendRequest', signatory: first!.uuid, request: newId() })
      return
    case 'marks':
      if (await act({ do: 'MarkAsComplete' })) told.marked = true
      return
    case 'trashes':
      if (!(await act({ do: 'TrashPack' }))) return
      if (chance.happens(0.5)) {
        told.trashed = true
        return
      }
      await sleep(chance.below(60_000))
      // What was signed so far stays; whoever had not signed gets a new link.
      if (await act({ do: 'RestorePack' }))
        for (const { uuid } of signatories) await act({ do: 'ResendRequest', signatory: uuid, request: newId() })
      return
    case 'deletes':
      if ((await act({ do: 'TrashPack' })) && (await deleteForGood())) told.deleted = true
      return
    case 'adds': {
      if (!(await sendBack())) return
      const field = newId()
      await act({
        do: 'PlaceField',
        field,
        document,
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

  async function deleteForGood(): Promise<boolean> {
    for (let tries = 0; tries < 50; tries++) {
      const server = network.server()
      const done = server
        ? await Promise.race([
            server.handler
              .handle({
                stream: `workspace-${ceremony.workspace}`,
                aggregate: workspaceAggregate,
                decide: (state): Decision<WorkspaceFact, never> =>
                  state.deletedPacks.has(pack) ? [] : [{ type: 'PackPermanentlyDeleted', data: { pack } }],
                origin: { actor: { principal: `user:${ceremony.creator}`, capacity: 'team' }, correlation: 'x', causation: 'x' },
              })
              .then(
                (outcome) => 'ok' in outcome,
                () => false,
              ),
            sleep(15_000).then(() => false),
          ])
        : false
      if (done) return true
      await sleep(2_000)
    }
    return false
  }
}
