/** Where a page of the list ended: the last row's date and key. */
export interface Place {
  readonly updated: string
  readonly pack: string
}

/** Opaque to clients, which only hand it back. */
export function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify([place.updated, place.pack])).toString('base64url')
}

/** null for a cursor that was not made here. */
export function placeOf(cursor: string): Place | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(place) || place.length !== 2) return null
    const [updated, pack] = place as unknown[]
    if (typeof updated !== 'string' || Number.isNaN(Date.parse(updated))) return null
    return typeof pack === 'string' && /^[0-9a-f-]{36}$/.test(pack) ? { updated, pack } : null
  } catch {
    return null
  }
}
