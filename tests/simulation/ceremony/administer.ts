import { digestOf } from '#domain/kernel'
import { workspace as aggregate, streamOfWorkspace } from '#domain/workspace'
import { attempt, type Network } from '../client.ts'
import { foldOf } from '../fold-of.ts'
import type { Ceremony } from './ceremony.ts'

// The first is not the one it was made with: that it bears a name already is recorded nowhere, and a call that was asked again may come late.
const NAMES = ['Castell & Sons', 'Castell'] as const
const TIMES = 6

/** An administrator renames the workspace to and fro, asks now this server and now that one, and looks at what is there once it is acknowledged. */
export async function administer(ceremony: Ceremony, network: Network): Promise<void> {
  const { workspace, creator } = ceremony
  const { house, chance, sleep, newId } = network
  const stream = streamOfWorkspace(workspace)
  for (let at = 0; at < TIMES; at++) {
    const name = NAMES[at % 2]!
    const id = newId()
    while (!(await rename(name, id))) await sleep(chance.below(5_000))
    const { revision, state } = await foldOf(stream, aggregate, house)
    if (state.name !== name) ceremony.wrong.push(`the workspace was renamed as of revision ${revision}, and bears another name`)
    await sleep(chance.below(20_000))
  }

  async function rename(name: string, id: string): Promise<boolean> {
    const done = await attempt(network, ({ handler }) =>
      handler.handle({
        stream,
        aggregate,
        decide: (state) => (state.name === name ? [] : [{ type: 'WorkspaceRenamed' as const, data: { name } }]),
        origin: { actor: { principal: `user:${creator}`, capacity: 'team' }, correlation: id, causation: id },
        idempotency: { id, digest: digestOf(name) },
      }),
    )
    return done !== null && 'ok' in done
  }
}
