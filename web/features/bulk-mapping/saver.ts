import type { Mapping } from '#domain/bulk-send'

/** Of the specification (file 2, section 9): after the last change, and at once where nothing more is to come. */
export const SAVE_MS = 250
export const SAVE_NOW_MS = 1

interface Ends {
  save(mapping: Mapping): Promise<unknown>
  /** How many versions are not on the server yet. */
  waiting(count: number): void
  failed(thrown: unknown): void
}

/** Saves the last version of a mapping, one after the other. */
export function mappingSaver({ save, waiting, failed }: Ends) {
  let next: Mapping | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let before: Promise<void> = Promise.resolve()
  let open = 0
  const count = (by: number) => {
    open += by
    waiting(open)
  }
  const send = async (mapping: Mapping) => {
    try {
      await save(mapping)
    } catch (thrown) {
      failed(thrown)
    } finally {
      count(-1)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    const mapping = next
    next = null
    if (mapping !== null) before = before.then(() => send(mapping))
    return before
  }
  return {
    flush,
    later(mapping: Mapping, ms: number = SAVE_MS) {
      if (next === null) count(1)
      next = mapping
      clearTimeout(timer)
      timer = setTimeout(flush, ms)
    },
  }
}
