import { z } from 'zod'
import { event, sealed, sealedRows, shared } from '#domain/kernel'
import { id } from './define.ts'

/** 128 bits that follow from what they are for, and from nothing that anybody outside knows. */
const salt = z.string().length(22)

export const lifecycle = {
  PackCreated: event(1, {
    workspace: id,
    creator: id,
    kind: z.enum(['document', 'template']),
    name: sealed(z.string()),
    /** The template or document this one was made from. */
    from: id.nullable(),
  }),
  /**
   * Set up as another one: what is the same in every copy stands in a definition (`definition.ts`), under its digest. Its keys
   * follow from the copy's own, `pack`.
   */
  DefinitionTaken: event(1, {
    pack: id,
    /** Pages, fields, signatories and settings, without any text that somebody wrote: the sealed file carries it. */
    definition: shared(
      z.strictObject({
        salt,
        from: id,
        /** What has a key of its own in every copy, and which of these are files. */
        keys: z.array(id),
        files: z.array(id),
        facts: z.array(z.strictObject({ type: z.string(), version: z.int().min(1), data: z.record(z.string(), z.unknown()) })),
      }),
    ),
    /** The location of the written text: which of the facts, and where in its data. */
    texts: shared(
      z.strictObject({ salt, from: id, texts: z.array(z.strictObject({ at: z.int().min(0), key: z.string(), value: z.unknown() })) }),
    ),
    documents: sealedRows(null, { document: id, name: sealed(z.string()) }),
    signatories: sealedRows('signatory', { signatory: id, role: sealed(z.string()) }),
  }),
  /** `row` is the line of the recipient list, counted from 2; `description` is what the bulk send was called. */
  MadeByBulkSend: event(1, { bulkSend: id, description: sealed(z.string()), row: z.int().min(2) }),
  PackRenamed: event(1, { name: sealed(z.string()) }),
  SignaturesRequested: event(1, { round: z.int().min(1) }),
  RevertedToSetup: event(1, { from: z.enum(['awaiting_signatures', 'rejected']) }),
  PackRejected: event(1, { signatory: id }),
  PackCompleted: event(1, { because: z.enum(['last-signature', 'marked-complete', 'exclusion']) }),
  PackTrashed: event(1, {}),
  PackRestored: event(1, {}),
  /** `from` left the workspace: it is `to` who has a sender's rights and gets a sender's notices. Who made and sent it stays. */
  PackTakenOver: event(1, { from: id, to: id }),
  /** From then on it is another workspace's, with all that happened before. Both workspaces recorded it first. */
  PackMoved: event(1, { from: id, to: id }),
}
