import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { id } from './define.ts'

export const lifecycle = {
  PackCreated: event(1, {
    workspace: id,
    creator: id,
    kind: z.enum(['document', 'template']),
    name: sealed(z.string()),
    /** The template or document this one was made from. */
    from: id.nullable(),
  }),
  PackRenamed: event(1, { name: sealed(z.string()) }),
  SignaturesRequested: event(1, { round: z.int().min(1) }),
  RevertedToSetup: event(1, { from: z.enum(['awaiting_signatures', 'rejected']) }),
  PackRejected: event(1, { signatory: id }),
  PackCompleted: event(1, { because: z.enum(['last-signature', 'marked-complete', 'exclusion']) }),
  PackTrashed: event(1, {}),
  PackRestored: event(1, {}),
}
