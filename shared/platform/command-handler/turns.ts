/** Lets the commands on one stream go one after the other: rivals in one process queue instead of losing races. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return function inTurn<T>(stream: string, task: () => Promise<T>): Promise<T> {
    const mine = (last.get(stream) ?? Promise.resolve()).then(task)
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(stream) === settled) last.delete(stream)
      })
    last.set(stream, settled)
    return mine
  }
}
