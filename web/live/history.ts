import type { PackCommand, PackState } from '#domain/pack'
import { inverseOf } from './inverse.ts'
import type { HistoryMemory, KeptHistory, Part, Step } from './kept-history.ts'
import { UNDO_DEPTH } from './limits.ts'
import type { PackRefused } from './model.ts'
import { markOf } from './undo-guard.ts'

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

const NOTHING_DONE: KeptHistory = { past: [], future: [] }

/**
 * Undo and redo as commands like any other: undoing sends what brings the old values back, so that it is decided,
 * saved and seen by others in the same way, and goes on working after somebody else's changes.
 */
export function createHistory({ pack, view, perform, depth = UNDO_DEPTH, changed, kept, memory }: HistoryPorts) {
  let steps: KeptHistory = memory?.load() ?? NOTHING_DONE

  /** Performs the commands as one step: answers with its inverse, and the refused ones. */
  function run(commands: readonly PackCommand[]) {
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
  const push = (all: readonly Step[], step: Step) => (step.length > 0 ? [...all, step].slice(-depth) : all)

  function tell() {
    memory?.save(steps)
    changed?.()
  }
  /** Undoes the last step of one side, which the other can undo in turn. Answers with the refused commands. */
  function takeBack(from: keyof KeptHistory, to: keyof KeptHistory): readonly PackRefused[] {
    const step = steps[from].at(-1)
    if (!step) return []
    const mine = step.filter(({ back, left }) => markOf(view(), back, pack) === left)
    if (mine.length < step.length) kept?.()
    const { takesBack, refused } = run(mine.flatMap(({ back }) => back))
    // Performing it has moved the steps on. What could not be done while the fields are locked is left for later.
    const waits = steps[from].at(-1)!.filter(({ back }) => back.every((command) => refused.get(command)?.refused === 'fields-locked'))
    steps = { ...steps, [from]: push(steps[from].slice(0, -1), waits), [to]: push(steps[to], takesBack) }
    tell()
    return [...refused.values()]
  }

  return {
    get canUndo() {
      return steps.past.length > 0
    },
    get canRedo() {
      return steps.future.length > 0
    },
    /** Performs commands as one step that can be undone, and answers with the refused ones. A new change clears redo. */
    step(commands: readonly PackCommand[]): readonly PackRefused[] {
      const { takesBack, refused } = run(commands)
      if (takesBack.length > 0) {
        steps = { past: push(steps.past, takesBack), future: [] }
        tell()
      }
      return [...refused.values()]
    },
    undo: () => takeBack('past', 'future'),
    redo: () => takeBack('future', 'past'),
    /** A change of one's own moved on from where earlier steps had led: they still may be undone. */
    moved(before: PackState, after: PackState): void {
      const along = (part: Part): Part => {
        if (sameParts(before, after, part.back)) return part
        return markOf(before, part.back, pack) === part.left ? { ...part, left: markOf(after, part.back, pack) } : part
      }
      steps = { past: steps.past.map((step) => step.map(along)), future: steps.future.map((step) => step.map(along)) }
    },
    clear(): void {
      steps = NOTHING_DONE
      tell()
    },
  }
}
export type History = ReturnType<typeof createHistory>

/** Quick: nothing of what the commands touch can have changed. */
function sameParts(before: PackState, after: PackState, back: readonly PackCommand[]): boolean {
  return back.every((command) => 'field' in command && before.fields[command.field] === after.fields[command.field])
}
