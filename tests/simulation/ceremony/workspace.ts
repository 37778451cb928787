import { digestOfJson, type Json } from '#domain/kernel'
import { workspace as aggregate, type WorkspaceCommand } from '#domain/workspace'
import { commandsOf } from '#platform/command-handler'
import { attempt, type Network } from '../client.ts'
import type { Ceremony } from './ceremony.ts'

/** What an administrator asks of their workspace, until somebody answers: whether it was done. */
export async function tellWorkspace({ workspace, creator }: Ceremony, network: Network, command: WorkspaceCommand): Promise<boolean> {
  const id = network.newId()
  for (;;) {
    const done = await attempt(network, ({ handler }) =>
      commandsOf(aggregate, handler).perform({
        key: workspace,
        who: { as: 'user', user: creator },
        commands: [command],
        origin: { actor: { principal: `user:${creator}`, capacity: 'team' }, correlation: id, causation: id },
        idempotency: { id, digest: digestOfJson(command as unknown as Json) },
      }),
    )
    if (done && 'ok' in done) return true
    if (done && done.refused !== 'too-many-rivals') return false
    await network.sleep(network.chance.below(5_000))
  }
}

/** The workspace itself, as far as it is needed: only where something of it decides. */
export const found = (ceremony: Ceremony, network: Network): Promise<boolean> => {
  const { workspace, creator, member } = ceremony
  return tellWorkspace(ceremony, network, { do: 'CreateWorkspace', workspace, name: 'Castell', personal: false, creator, member })
}
