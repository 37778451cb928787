/** A line that shows why a box stands where it stands, in thousandths of a point of the page. */
export interface Guide {
  readonly axis: 'x' | 'y'
  readonly at: number
  readonly from: number
  readonly to: number
  /** A distance between two boxes rather than a line on which they stand. */
  readonly distance?: number
}
