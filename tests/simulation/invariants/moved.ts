import type { StoredEvent } from '#domain/kernel'
import { streamOfPack } from '#domain/pack'
import { streamOfWorkspace } from '#domain/workspace'
import type { PackRow } from '#projections/list'
import type { Ceremony } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { LIST } from '../read-models.ts'
import type { Say } from './folded.ts'

/** A pack is in one workspace: by the events of both and by its own, and by its row in the list. */
export async function checkMoved({ pack, plan, workspace, elsewhere, answers }: Ceremony, house: Environment, say: Say): Promise<void> {
  if (plan.moves === null) return
  const read = (stream: string) => house.log.read(stream, 0n, 100_000)
  const times = async (stream: string, type: string) =>
    (await read(stream)).filter((event: StoredEvent) => event.type === type && (type === 'PackMoved' || event.data.pack === pack)).length
  const moved = answers.moved ? 1 : 0
  const counted = {
    out: await times(streamOfWorkspace(workspace), 'PackMovedOut'),
    in: await times(streamOfWorkspace(elsewhere), 'PackMovedIn'),
    itself: await times(streamOfPack(pack), 'PackMoved'),
  }
  for (const [where, count] of Object.entries(counted))
    if (count !== moved) say(`it was moved ${moved} times, and ${count} times by ${where}`)
  const row = house.database.table<PackRow>(LIST).get(pack)
  if (row && row.workspace !== (moved ? elsewhere : workspace)) say('the list has it in a workspace where it is not')
}
