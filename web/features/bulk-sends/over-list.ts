import { fetchAllBulkSends, saveBulkSend } from './calls.ts'
import { isRunning, toGo } from './states.ts'

/** Bulk sends that still need a recipient list. */
export async function sendsOver(list: string) {
  const all = (await fetchAllBulkSends()).filter(({ recipient_data_key: key }) => key === list)
  const running = all.filter(isRunning)
  const nameOf = ({ description }: (typeof all)[number]) => description
  return {
    running: running.map(nameOf),
    waiting: all.filter((one) => one.status === 'setup' || (one.status === 'paused' && !one.undone && toGo(one) > 0)).map(nameOf),
    async pause(): Promise<void> {
      for (const { key } of running) await saveBulkSend(key, { status: 'paused' })
    },
  }
}
