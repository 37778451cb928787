import type { Mailer } from '#platform/mail'
import { recordCopyBounce } from '#processes/final-copies'
import { recordRequestBounce } from '#processes/requests'
import { type PacksDeps, packsFor } from './engine/index.ts'

export interface BouncesDeps extends PacksDeps {
  readonly mailer: Pick<Mailer, 'recordBounce'>
}

/**
 * A mail came back: what it carried has not reached anybody, and says so at its signer or recipient.
 * @param messageId as it stands in the mail that came back
 * @returns whose document it belongs to, or null where the mail is none of ours.
 */
export async function recordBounce(deps: BouncesDeps, messageId: string, detail: string): Promise<string | null> {
  const mail = await deps.mailer.recordBounce(messageId, detail)
  if (!mail) return null
  const known =
    (await recordRequestBounce(packsFor('requests', deps), mail, detail)) || (await recordCopyBounce(packsFor('final-copies', deps), mail))
  return known ? mail.owner : null
}
