import type { PackCommand, PackState } from '#domain/pack'
import { inverseOf } from './inverse.ts'
import { UNDO_DEPTH } from './limits.ts'

type Step = readonly PackCommand[]
/** Carries out a command; false: it was refused. */
export type Perform = (command: PackCommand) => boolean

/**
 * Undo and redo as commands like any other: undoing sends what brings the old values back, so that it is decided,
 * saved and seen by others in the same way, and goes on working after somebody else's changes.
 */
export function createHistory(view: () => PackState, perform: Perform, depth: number = UNDO_DEPTH, changed: () => void = () => {}) {
  let past: readonly Step[] = []
  let future: readonly Step[] = []

  /** Performs the commands as one step and answers with the step that takes them back. */
  function run(commands: Step): Step {
    const inverses: Step[] = []
    for (const command of commands) {
      const before = view()
      const back = inverseOf(before, command)
      if (perform(command) && view() !== before) inverses.unshift(back)
    }
    return inverses.flat()
  }
  const push = (steps: readonly Step[], step: Step) => [...steps, step].slice(-depth)

  return {
    get canUndo() {
      return past.length > 0
    },
    get canRedo() {
      return future.length > 0
    },
    /** Performs commands as one step that can be undone. A new change clears redo. */
    step(commands: Step): void {
      const inverse = run(commands)
      if (inverse.length === 0) return
      past = push(past, inverse)
      future = []
      changed()
    },
    undo(): void {
      const step = past.at(-1)
      if (!step) return
      past = past.slice(0, -1)
      const inverse = run(step)
      if (inverse.length > 0) future = push(future, inverse)
      changed()
    },
    redo(): void {
      const step = future.at(-1)
      if (!step) return
      future = future.slice(0, -1)
      const inverse = run(step)
      if (inverse.length > 0) past = push(past, inverse)
      changed()
    },
    clear(): void {
      past = []
      future = []
      changed()
    },
  }
}
export type History = ReturnType<typeof createHistory>
