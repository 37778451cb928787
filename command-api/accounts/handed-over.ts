import type { Session } from '#platform/sessions'

/** The session of a host while somebody else uses the device. */
export const HANDED_OVER = 'handed-over'

/** The link to sign in person that a device was lent with. */
export interface HandedLink {
  readonly pack: string
  readonly signatory: string
  readonly link: string
}
export interface HandedOver {
  /** Whose device it is. */
  readonly user: string
  readonly session: string
  readonly link: HandedLink
}

/** null: nobody handed anything over with this session. */
export function handedOverIn({ id, holder }: Session): HandedOver | null {
  const { as, user, pack, signatory, link } = holder
  if (as !== HANDED_OVER) return null
  return { user: String(user), session: id, link: { pack: String(pack), signatory: String(signatory), link: String(link) } }
}
