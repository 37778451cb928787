import { initial, type PackState, type ReplayStep, replayed } from '#domain/pack'

/** Steps between two checkpoints: going back to any event folds fewer than that. */
const EVERY = 64

/** A document's past as one audience saw it, ready to be shown at any event. Views share all that did not change, so checkpoints cost little. */
export interface Film {
  /** How many events are there so far. */
  readonly length: number
  add(steps: readonly ReplayStep[]): void
  /** The view just after an event that is there. */
  at(revision: number): PackState
  step(revision: number): ReplayStep | undefined
}

export function createFilm(): Film {
  const steps: ReplayStep[] = []
  const checkpoints: PackState[] = [initial]
  let shown = { revision: -1, view: initial }

  function at(revision: number): PackState {
    const checkpoint = Math.min(Math.floor((revision + 1) / EVERY), checkpoints.length - 1)
    const near = checkpoint * EVERY - 1
    let { revision: from, view } =
      shown.revision <= revision && shown.revision >= near ? shown : { revision: near, view: checkpoints[checkpoint]! }
    for (; from < revision; from++) {
      view = replayed(view, steps[from + 1]!)
      const count = from + 2
      if (count % EVERY === 0 && checkpoints.length === count / EVERY) checkpoints.push(view)
    }
    shown = { revision, view }
    return view
  }

  return {
    get length() {
      return steps.length
    },
    add(more) {
      steps.push(...more)
    },
    at,
    step: (revision) => steps[revision],
  }
}
