/** Code points in rising order as text: by turns how many are left out and how many are taken, base 36. */
export function rangesOf(codePoints: readonly number[]): string {
  const out: string[] = []
  let next = 0
  for (let i = 0; i < codePoints.length; ) {
    const first = codePoints[i]!
    let taken = 1
    while (codePoints[i + taken] === first + taken) taken++
    out.push((first - next).toString(36), taken.toString(36))
    next = first + taken
    i += taken
  }
  return out.join()
}

export function* codePointsIn(ranges: string): Iterable<number> {
  let at = 0
  let taken = false
  for (const part of ranges === '' ? [] : ranges.split(',')) {
    const end = at + Number.parseInt(part, 36)
    if (taken) for (let codePoint = at; codePoint < end; codePoint++) yield codePoint
    at = end
    taken = !taken
  }
}
