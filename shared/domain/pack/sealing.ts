import type { ChildDocument, SealingUnderWay } from './state.ts'

/** The seal that is being made or waited for: the first one, or a new one next to the existing file. null: none is. */
export function underWay({ sealing }: Pick<ChildDocument, 'sealing'>): SealingUnderWay | null {
  return sealing.state === 'sealed' ? sealing.renewal : sealing
}

export function attemptsOf(document: Pick<ChildDocument, 'sealing'>): number {
  return (underWay(document) ?? document.sealing).attempt
}
