/** From where to where something reaches, downwards. */
export interface Reach {
  readonly top: number
  readonly bottom: number
}

/** The same, and from where to where across. */
export interface Box extends Reach {
  readonly left: number
  readonly right: number
}

const BETWEEN = 8

const acrossOf = ({ left, right }: Box): Reach => ({ top: left, bottom: right })

/** The top of the place for a height that is nearest to an edge of the room and touches nothing of what is taken; null where there is none. */
export function clearOf(height: number, room: Reach, edge: keyof Reach, taken: readonly Reach[]): number | null {
  if (edge === 'bottom') {
    const turned = ({ top, bottom }: Reach): Reach => ({ top: -bottom, bottom: -top })
    const found = clearOf(height, turned(room), 'top', taken.map(turned))
    return found === null ? null : -found - height
  }
  let top = room.top
  for (const each of [...taken].sort((one, other) => one.top - other.top)) {
    if (each.top < top + height + BETWEEN && each.bottom > top - BETWEEN) top = each.bottom + BETWEEN
  }
  return top + height <= room.bottom ? top : null
}

/** The highest line of the room where nothing of what is taken is touched, and there as far to the right as can be; null where there is none. */
export function roomFor(
  { width, height }: { readonly width: number; readonly height: number },
  room: Box,
  taken: readonly Box[],
): { readonly left: number; readonly top: number } | null {
  const lines = [room.top, ...taken.map(({ bottom }) => bottom + BETWEEN)].filter((top) => top >= room.top && top + height <= room.bottom)
  for (const top of lines.sort((one, other) => one - other)) {
    const inLine = taken.filter((each) => each.top < top + height + BETWEEN && each.bottom > top - BETWEEN)
    const left = clearOf(width, acrossOf(room), 'bottom', inLine.map(acrossOf))
    if (left !== null) return { left, top }
  }
  return null
}
