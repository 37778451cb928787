/** Things to close, the last one opened first. One that fails to close doesn't keep the others open. */
export function closers() {
  const open: (() => Promise<void> | void)[] = []
  let closing: Promise<void> | null = null
  const closeAll = async () => {
    const failures: unknown[] = []
    for (let close = open.pop(); close; close = open.pop()) {
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some parts could not be closed')
  }
  return {
    add: (close: () => Promise<void> | void) => void open.push(close),
    /** Also when it is asked for twice, as by an impatient Ctrl-C. */
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}
