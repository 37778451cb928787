/** From where to where something reaches, downwards. */
export interface Reach {
  readonly top: number
  readonly bottom: number
}

const BETWEEN = 8

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
