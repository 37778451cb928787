import type { PackState } from '#domain/pack'
import { createPackSession, type Ended, type Loss, type PackSession } from '../../live/index.ts'
import type { OpenedSession } from './session.ts'

export const principalOf = (session: Pick<OpenedSession, 'signatory_uuid'>) => `signatory:${session.signatory_uuid}`

/** The signer's own live copy of the pack. */
export function connect(session: OpenedSession, onLost: (loss: Loss) => void, onEnded: (ended: Ended) => void): PackSession {
  return createPackSession({
    documentKey: session.document_key,
    view: session.view as PackState,
    revision: session.revision,
    viewDigest: session.view_digest,
    audience: { signatory: session.signatory_uuid },
    principal: principalOf(session),
    sessionToken: session.session_token,
    onLost,
    onEnded,
  })
}
