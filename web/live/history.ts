import type { PackCommand, PackState } from '#domain/pack'
import { inverseOf } from './inverse.ts'
import type { HistoryMemory, Part, Step } from './kept-history.ts'
import { UNDO_DEPTH } from './limits.ts'
import { markOf } from './marks.ts'

export interface HistoryPorts {
  readonly pack: string
  view(): PackState
  /** Carries out a command; false: it was refused. */
  perform(command: PackCommand): boolean
  readonly depth?: number
  changed?(): void
  /** Part of a step was left as it is, because somebody else has changed it since. */
  kept?(): void
  readonly memory?: HistoryMemory
}

/**
 * Undo and redo as commands like any other: undoing sends what brings the old values back, so that it is decided,
 * saved and seen by others in the same way, and goes on working after somebody else's changes.
 */
export function createHistory({ pack, view, perform, depth = UNDO_DEPTH, changed, kept, memory }: HistoryPorts) {
  let { past, future } = memory?.load() ?? { past: [] as readonly Step[], future: [] as readonly Step[] }

  /** Performs the commands as one step and answers with the step that takes them back. */
  function run(commands: readonly PackCommand[]): Step {
    const backs: (readonly PackCommand[])[] = []
    for (const command of commands) {
      const before = view()
      if (!perform(command) || view() === before) continue
      const back = inverseOf(before, command, view())
      if (back.length > 0) backs.unshift(back)
    }
    return backs.map((back) => ({ back, left: markOf(view(), back, pack) }))
  }
  const push = (steps: readonly Step[], step: Step) => (step.length > 0 ? [...steps, step].slice(-depth) : steps)

  function tell() {
    memory?.save({ past, future })
    changed?.()
  }
  function takeBack(step: Step): Step {
    const mine = step.filter(({ back, left }) => markOf(view(), back, pack) === left)
    if (mine.length < step.length) kept?.()
    return run(mine.flatMap(({ back }) => back))
  }

  return {
    get canUndo() {
      return past.length > 0
    },
    get canRedo() {
      return future.length > 0
    },
    /** Performs commands as one step that can be undone. A new change clears redo. */
    step(commands: readonly PackCommand[]): void {
      const inverse = run(commands)
      if (inverse.length === 0) return
      past = push(past, inverse)
      future = []
      tell()
    },
    undo(): void {
      const step = past.at(-1)
      if (!step) return
      past = past.slice(0, -1)
      future = push(future, takeBack(step))
      tell()
    },
    redo(): void {
      const step = future.at(-1)
      if (!step) return
      future = future.slice(0, -1)
      past = push(past, takeBack(step))
      tell()
    },
    /** A change of one's own moved on from where earlier steps had led: they still may be undone. */
    moved(before: PackState, after: PackState): void {
      const along = (part: Part): Part => {
        if (sameParts(before, after, part.back)) return part
        return markOf(before, part.back, pack) === part.left ? { ...part, left: markOf(after, part.back, pack) } : part
      }
      past = past.map((step) => step.map(along))
      future = future.map((step) => step.map(along))
    },
    clear(): void {
      past = []
      future = []
      tell()
    },
  }
}
export type History = ReturnType<typeof createHistory>

/** Quick: nothing of what the commands touch can have changed. */
function sameParts(before: PackState, after: PackState, back: readonly PackCommand[]): boolean {
  return back.every((command) => 'field' in command && before.fields[command.field] === after.fields[command.field])
}
