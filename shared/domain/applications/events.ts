import { z } from 'zod'
import { event, type FactsOf, sealed } from '#domain/kernel'

const id = z.uuid()
const name = sealed(z.string())
/** A digest of the secret: the secret itself is shown once and stored nowhere. */
const secret = sealed(z.string())

export const EVENTS = {
  /** `owner` is the member who holds the secret: what the application makes belongs to them. */
  ApplicationCreated: event(1, { application: id, owner: id, name, secret }),
  ApplicationRenamed: event(1, { application: id, name }),
  /** All that it has from here on. Names that a later version no longer knows allow nothing. */
  ApplicationPermissionsChosen: event(1, { application: id, permissions: z.array(z.string().max(100)).max(200) }),
  /** The former secret ends with this, and so does all that was opened with it. */
  ApplicationSecretRefreshed: event(1, { application: id, owner: id, secret }),
  /** Its owner, `from`, left the workspace. It keeps its secret and all that was opened with it. */
  ApplicationTakenOver: event(1, { application: id, from: id, to: id }),
  ApplicationDeleted: event(1, { application: id }),
}
export type ApplicationsFact = FactsOf<typeof EVENTS>
