import type { Owners } from './port.ts'

/** Whose turn it is to do what one process does for all. */
export interface Turn {
  isMine(): boolean
  /** Called each time it has become ours. */
  onTaken(listener: () => void): void
}

export const ALWAYS_MINE: Turn = { isMine: () => true, onTaken: () => undefined }

/** Takes the turn whenever it is free, and keeps it. */
export function keepTurn(owners: Owners, name: string): Turn & { close(): Promise<void> } {
  const stopping = Promise.withResolvers<void>()
  const listeners: (() => void)[] = []
  let stopped = false
  let mine = false

  async function run(): Promise<void> {
    while (!stopped) {
      const ownership = await owners.acquireLeadership(name, stopping.promise)
      if (ownership === null) return
      mine = true
      for (const listener of listeners) listener()
      await Promise.race([ownership.lost, stopping.promise])
      mine = false
      await ownership.release()
    }
  }
  const running = run()
  return {
    isMine: () => mine,
    onTaken: (listener) => void listeners.push(listener),
    close() {
      stopped = true
      stopping.resolve()
      return running
    },
  }
}
