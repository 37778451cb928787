import type { PackCommand, PackState } from '#domain/pack'
import { inverseOf } from './inverse.ts'
import type { HistoryMemory, Part, Step } from './kept-history.ts'
import { UNDO_DEPTH } from './limits.ts'
import { markOf } from './marks.ts'
import type { PackRefused } from './model.ts'

export interface HistoryPorts {
  readonly pack: string
  view(): PackState
  /** Carries out a command; null: done. */
  perform(command: PackCommand): PackRefused | null
  readonly depth?: number
  changed?(): void
  /** Part of a step was left as it is, because somebody else has changed it since. */
  kept?(): void
  readonly memory?: HistoryMemory
}

interface Ran {
  readonly takesBack: Step
  readonly refused: ReadonlyMap<PackCommand, PackRefused>
}

/**
 * Undo and redo as commands like any other: undoing sends what brings the old values back, so that it is decided,
 * saved and seen by others in the same way, and goes on working after somebody else's changes.
 */
export function createHistory({ pack, view, perform, depth = UNDO_DEPTH, changed, kept, memory }: HistoryPorts) {
  let { past, future } = memory?.load() ?? { past: [] as readonly Step[], future: [] as readonly Step[] }

  /** Performs the commands as one step. */
  function run(commands: readonly PackCommand[]): Ran {
    const backs: (readonly PackCommand[])[] = []
    const refused = new Map<PackCommand, PackRefused>()
    for (const command of commands) {
      const before = view()
      const refusal = perform(command)
      if (refusal) refused.set(command, refusal)
      if (refusal || view() === before) continue
      const back = inverseOf(before, command, view())
      if (back.length > 0) backs.unshift(back)
    }
    return { takesBack: backs.map((back) => ({ back, left: markOf(view(), back, pack) })), refused }
  }
  const push = (steps: readonly Step[], step: Step) => (step.length > 0 ? [...steps, step].slice(-depth) : steps)

  function tell() {
    memory?.save({ past, future })
    changed?.()
  }
  function takeBack(step: Step): Ran {
    const mine = step.filter(({ back, left }) => markOf(view(), back, pack) === left)
    if (mine.length < step.length) kept?.()
    return run(mine.flatMap(({ back }) => back))
  }
  /** Without the last step, but for what could not be done while the fields are locked. Performing it has moved it on. */
  function without(steps: readonly Step[], refused: Ran['refused']): readonly Step[] {
    const waits = steps.at(-1)?.filter(({ back }) => back.every((command) => refused.get(command)?.refused === 'fields-locked'))
    return push(steps.slice(0, -1), waits ?? [])
  }

  return {
    get canUndo() {
      return past.length > 0
    },
    get canRedo() {
      return future.length > 0
    },
    /** Performs commands as one step that can be undone, and answers with what was refused. A new change clears redo. */
    step(commands: readonly PackCommand[]): readonly PackRefused[] {
      const { takesBack, refused } = run(commands)
      if (takesBack.length > 0) {
        past = push(past, takesBack)
        future = []
        tell()
      }
      return [...refused.values()]
    },
    /** What could not be taken back, and why. */
    undo(): readonly PackRefused[] {
      const { takesBack, refused } = takeBack(past.at(-1) ?? [])
      past = without(past, refused)
      future = push(future, takesBack)
      tell()
      return [...refused.values()]
    },
    redo(): readonly PackRefused[] {
      const { takesBack, refused } = takeBack(future.at(-1) ?? [])
      future = without(future, refused)
      past = push(past, takesBack)
      tell()
      return [...refused.values()]
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
