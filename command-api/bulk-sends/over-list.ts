import { bulkSend as aggregate, BULK_SEND, isRunning } from '#domain/bulk-send'
import { disclosed } from '#domain/kernel'
import { commandsOf } from '#platform/command-handler'
import type { Services } from '../services.ts'

/** Descriptions of the bulk sends that make documents of this list now. */
export async function runningOver(
  { handler, keyIndex, queries }: Pick<Services, 'handler' | 'keyIndex' | 'queries'>,
  workspace: string,
  list: string,
): Promise<readonly string[]> {
  const commands = commandsOf(aggregate, handler)
  const running: string[] = []
  for (const key of await keyIndex.keysOf(workspace, BULK_SEND)) {
    const state = await commands.load(key)
    if (state.list !== list || state.status !== 'active') continue
    const created = Object.values(await queries.countOfBulkSend(key)).reduce((sum, count) => sum + count, 0)
    if (isRunning(state, created)) running.push(disclosed(state.description, ''))
  }
  return running
}
