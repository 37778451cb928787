import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { digest, id } from './define.ts'

/** To whom of a document a supporting document may be shown. The team that prepares it sees it with any choice. */
export const APPENDIX_AUDIENCES = ['all', 'signatories', 'cc_recipients', 'team'] as const

const audience = z.array(z.enum(APPENDIX_AUDIENCES)).min(1)

export const appendices = {
  AppendixAdded: event(1, {
    appendix: id,
    audience,
    /** It must have its file before signatures are requested. */
    required: z.boolean(),
    customId: sealed(z.string()),
    description: sealed(z.string()),
  }),
  /**
   * Its file, or another in its place. Only its audience learns its digest: a reader of the sealed file
   * learns of the others only that they exist.
   */
  AppendixFileAttached: event(1, {
    appendix: id,
    file: id,
    filename: sealed(z.string()),
    content: sealed(z.strictObject({ digest, size: z.int().min(0) })),
  }),
  AppendixDescribed: event(1, { appendix: id, description: sealed(z.string()) }),
  AppendixCustomIdChanged: event(1, { appendix: id, customId: sealed(z.string()) }),
  AppendixAudienceChanged: event(1, { appendix: id, audience }),
  AppendixRequirementChanged: event(1, { appendix: id, required: z.boolean() }),
  AppendixRemoved: event(1, { appendix: id }),
  /** It came back, as it was. */
  AppendixRestored: event(1, { appendix: id }),
}
