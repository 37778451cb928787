/** Work that can be laid down between two of its steps; it tells how many it has done. */
export type Steps<T> = Generator<number, T, void>

/** So many events are looked at before anybody else gets a turn. */
const EVENTS_A_STEP = 100
export const isStep = (at: number): boolean => at % EVENTS_A_STEP === EVENTS_A_STEP - 1

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export async function stepByStep<T>(steps: Steps<T>, between: (done: number) => void | Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await between(value)
  }
}
