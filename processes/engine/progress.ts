export type ProgressKind = 'conversion' | 'sealing'

export interface ProgressNeeds {
  /** Pages done of pages, steps done of steps: for the people who watch now, never stored. */
  progress(pack: string, kind: ProgressKind, document: string, done: number, total: number): void
}
