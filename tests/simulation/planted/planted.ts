/** A mistake somebody could make, as a change of the source: the simulation must find it. */
export interface Planted extends Changed {
  readonly name: string
  /** What must be wrong elsewhere too, where one mistake alone is caught. */
  readonly also?: Changed
}
export interface Changed {
  /** From the top of the repository. */
  readonly file: string
  /** What is replaced by what. It stands in the file exactly once, or the mistake is no longer one of this code. */
  readonly changes: readonly (readonly [from: string, to: string])[]
}

/** @throws where what is to be changed does not stand there exactly once */
export function plantedIn({ file, changes }: Changed, source: string): string {
  for (const [from] of changes) if (source.split(from).length !== 2) throw new Error(`“${from}” does not stand in ${file} exactly once`)
  return changes.reduce((text, [from, to]) => text.replace(from, () => to), source)
}
