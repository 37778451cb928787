import { z } from 'zod'
import { event, type FactsOf, sealed } from '#domain/kernel'

const id = z.uuid()
/** Names that a later version no longer publishes select nothing. */
const types = z.array(z.string().max(100)).max(200)

export const SIGNATURE_SCHEMES = ['v1', 'v1a'] as const
export const SUBSCRIBED_KINDS = ['document', 'template', 'workspace', 'application'] as const

export const EVENTS = {
  /** An application has one endpoint. The address may hold a secret of the receiver's. */
  WebhookSet: event(1, { application: id, url: sealed(z.string()) }),
  /**
   * `secret` is encrypted under a key of the installation: the sender needs it, and no reader of the log. `label` is what of it may be
   * shown: the end of a shared secret, all of a public key. Until `formerUntil` the secret before it is used, too.
   */
  WebhookSecretIssued: event(1, {
    application: id,
    scheme: z.enum(SIGNATURE_SCHEMES),
    secret: sealed(z.string()),
    label: sealed(z.string()),
    formerUntil: z.iso.datetime().nullable(),
  }),
  WebhookSwitchedOn: event(1, { application: id }),
  /** `failing`: for days nothing arrived; `gone`: the receiver said so (410). `owner` is the member to notify of that. */
  WebhookSwitchedOff: event(1, { application: id, because: z.enum(['person', 'gone', 'failing']), owner: id.nullable() }),
  WebhookRemoved: event(1, { application: id }),
  /** All that is subscribed for this entity from here on; `organisation`: in all workspaces that the application's owner administers. */
  EventsSubscribed: event(1, { entity: id, kind: z.enum(SUBSCRIBED_KINDS), types, organisation: types }),
}
export type WebhooksFact = FactsOf<typeof EVENTS>
