import type { PackState } from '#domain/pack'
import { createPackSession, type Loss, type PackSession } from '../../live/index.ts'
import type { OpenedSession } from './session.ts'

/** The signer's own live copy of the pack. */
export function connect(session: OpenedSession, onLost: (loss: Loss) => void): PackSession {
  return createPackSession({
    documentKey: session.document_key,
    view: session.view as PackState,
    revision: session.revision,
    viewDigest: session.view_digest,
    audience: { signatory: session.signatory_uuid },
    principal: `signatory:${session.signatory_uuid}`,
    sessionToken: session.session_token,
    onLost,
  })
}
