import { z } from 'zod'
import { MOST_DRAWN } from '#domain/kernel'
import { MOST } from '#domain/pack'
import { byKey, judged, MANY, open, page, points, revision, revisionInAddress, shown, text, token } from './bounds.ts'
import { key, succeeded } from './envelope.ts'
import { fieldPropertySchemas, settingSchemas } from './properties.ts'
import { viewInParts } from './view.ts'

const date = shown
const channel = z.enum(['email', 'sms', 'whatsapp', 'email-or-sms'])

export const signatoryRecord = z.object({
  uuid: key,
  role: text.optional(),
  name: text.nullish(),
  email: text.nullish(),
  mobile_number: text.nullish(),
  position: judged.optional(),
  user_key: key.nullish(),
  /** null: in none. */
  signer_group_uuid: key.nullish(),
  primary_communication_channel: channel.optional(),
  is_optional: z.boolean().optional(),
  /** Off: they are not written to when it is their turn. */
  can_receive_signing_notifications: z.boolean().optional(),
  /** Off: the finished document is not sent to them. */
  can_receive_viewing_notifications: z.boolean().optional(),
  /** By a signer who says who a later one is: they have checked it. */
  identified: z.boolean().optional(),
  removed: z.boolean().optional(),
  /** With `removed`: the fields assigned to this signer go too. Without it a signer who has fields is not removed. */
  with_fields: z.boolean().optional(),
})
export const copyRecipientRecord = z.object({
  uuid: key,
  name: text.nullish(),
  email: text.nullish(),
  mobile_number: text.nullish(),
  removed: z.boolean().optional(),
})
/** A group of signers, who sign at the same time; added where the uuid is new. */
export const signerGroupRecord = z.object({
  uuid: key,
  /** Unique in the document. Left out in a new group: 'Signer group n'. */
  name: text.optional(),
  removed: z.boolean().optional(),
})
const MOST_NUMBER = 1_000_000_000
/** One call may hold half a million of these numbers: a loop looks at them in a twentieth of the time that a schema of numbers takes. */
const strokes = z
  .custom<number[][]>((value) => isList(value, MOST_DRAWN.strokes, (stroke) => isList(stroke, MOST_DRAWN.numbers, isNumber)))
  .meta({
    type: 'array',
    maxItems: MOST_DRAWN.strokes,
    items: { type: 'array', maxItems: MOST_DRAWN.numbers, items: { type: 'number', minimum: -MOST_NUMBER, maximum: MOST_NUMBER } },
  })
const isNumber = (value: unknown) => typeof value === 'number' && Math.abs(value) <= MOST_NUMBER
const isList = (value: unknown, most: number, isItem: (item: unknown) => boolean) =>
  Array.isArray(value) && value.length <= most && value.every(isItem)

/**
 * A signature, a picture or a file as it stands in a field: all that one of them may hold. Which of it makes a value, the domain says, so that
 * one field that is refused does not stop the others.
 */
const looks = z.object({
  method: token,
  text: text.optional(),
  height: judged.optional(),
  strokes: strokes.optional(),
  file: token.optional(),
  digest: token.optional(),
  width: judged.optional(),
  size: judged.optional(),
  filename: text.optional(),
})
/** A field as it is saved. What is left out stays as it is; null clears. */
export const fieldRecord = z.object({
  uuid: key,
  document_key: key.optional(),
  /** Of a new field: the field of another document that it is like, in all that is left out. */
  repeats: key.optional(),
  type: token.optional(),
  /** Of a text: its signer is asked for it in a window of its own. */
  is_question_field: z.boolean().optional(),
  /** Zero-based. */
  page: page.optional(),
  x: points.optional(),
  y: points.optional(),
  width: points.optional(),
  height: points.optional(),
  /** Text, an ISO date, 'checked' or 'unchecked', an option; for a signature or initial its looks. null empties the field. */
  data: z.union([text, looks]).nullish(),
  signatory_uuid: z.union([key, z.literal('self')]).nullish(),
  required: z.boolean().optional(),
  custom_id: text.optional(),
  description: text.optional(),
  options_as_csv: z
    .string()
    .max(2 * MOST.options * (MOST.option + 3))
    .optional(),
  checkbox_group: text.nullish(),
  is_mutually_exclusive: z.boolean().optional(),
  auto_assign_date: z.boolean().optional(),
  ...fieldPropertySchemas,
  removed: z.boolean().optional(),
})
const FIELDS_AT_ONCE = 100
/** POST /app/documents/{key}/add_update_data_field, data: at most 100 a call. */
export const fieldRecords = z.array(fieldRecord).max(FIELDS_AT_ONCE)
export const fieldsSavedAnswer = succeeded({
  data_fields: z.array(z.object({ uuid: key, date_updated: date })).max(FIELDS_AT_ONCE),
  date_updated: date,
  previous_update: date,
  revision: z.int(),
  /**
   * Fields that were not saved, each with its reason; the others were. Where none was saved, the answer is the refusal
   * of the first instead, with all of them in `at`.
   */
  refused: z.array(z.object({ uuid: key, code: shown, message: shown })).max(FIELDS_AT_ONCE),
})

/** Signers and groups. */
const MOST_STEPS = MOST.signatories + MOST.signerGroups

/** POST /app/documents/{key}/update_document?request_signatures_if_required=, data: what is left out stays as it is. */
export const documentRecord = z.object({
  document_name: text.optional(),
  /** 'awaiting_signatures' requests signatures; 'setup' reverts; 'complete' marks as complete. */
  status: z.enum(['setup', 'awaiting_signatures', 'complete']).optional(),
  ...settingSchemas,
  can_use_drawn_signature: z.boolean().optional(),
  can_use_typed_signature: z.boolean().optional(),
  can_use_uploaded_signature: z.boolean().optional(),
  data_fields_locked: z.boolean().optional(),
  /** The last day on which it can be signed, in the time zone of the call; null: without end. While signatures are awaited too, to extend it. */
  expires_on: z.iso.date().nullish(),
  /** How many days before that the signers are reminded; null: not at all. */
  expiry_reminder_days: judged.nullish(),
  /** Full list of signer positions where given; details of each as in signatoryRecord. */
  signatories: z.array(signatoryRecord).max(MOST.signatories).optional(),
  cc_recipients: z.array(copyRecipientRecord).max(MOST.copyRecipients).optional(),
  signer_groups: z.array(signerGroupRecord).max(MOST.signerGroups).optional(),
  /** Steps of uuids, in signing order. A step that is a group names it among its signers. */
  signing_order: z.array(z.array(key).max(MOST_STEPS)).max(MOST_STEPS).optional(),
  /** The revision that was on the screen: a change of status is refused where what it rests on has moved since. */
  revision: revision.optional(),
})
/** Next to calls without a body: the revision that was on the screen when the user decided. */
export const revisionSeen = z.object({ revision: revisionInAddress.optional() })
export const documentSavedAnswer = succeeded({ date_updated: date, revision: z.int() })
/** POST /app/documents/{id}/update_signatory_details, data = signatoryRecord; adds the signatory where the uuid is new. */
export const signatorySavedAnswer = succeeded({ signatory: z.object({ uuid: key, date_updated: date }), revision: z.int() })

/** POST /app/documents/{id}/add_update_signatory */
export const signatoryUpdate = z.object({
  data: signatoryRecord.pick({ uuid: true }).extend({ name: text.optional() }),
  update_status_to: z.enum(['complete', 'rejected']).optional(),
  rejection_reason: text.optional(),
  enqueue_next_signer: z.boolean().optional(),
  /** Refused where the link is not one to sign in person. Recorded for those that are, whether or not it is said. */
  signed_in_presence: z.boolean().optional(),
  /** The consent and the pages seen: needed to complete. */
  consent_version: text.optional(),
  view_digest: token.optional(),
  /** The signer's own calendar day, ISO, for dates that are set on signing. */
  date: z.iso.date().optional(),
})

/** The specification's records in answers: more may stand in them than is named here. */
const conversionProblem = { conversion_error_reason: shown.nullable(), conversion_error_message: shown.nullable() }
const signatoryAnswer = open({ uuid: key, status: shown, date_updated: date })
const fieldAnswer = open({ uuid: key, document_key: key, type: shown, filled: z.boolean(), date_updated: date })
const childAnswer = open({
  key,
  document_pack_key: key,
  document_name: shown.nullable(),
  position: z.int(),
  ...conversionProblem,
})
const documentAnswerRecord = open({
  key,
  /** Set on a child. */
  document_pack_key: key.nullable(),
  document_type: z.enum(['document', 'template']),
  status: shown,
  document_name: shown.nullable(),
  date_updated: date,
  filename: shown.nullable(),
  child_document_keys: z.array(key).max(MOST.documents),
  selected_document: key.nullable(),
  final_file_key: key.nullable(),
  image_blob_serving_urls: z.array(shown).max(MANY),
  image_blob_metadata: z.array(z.object({ width: points, height: points })).max(MANY),
  ...conversionProblem,
  child_documents: z.array(childAnswer).max(MOST.documents),
  signatories: z.array(signatoryAnswer).max(MOST.signatories),
  data_fields: z.array(fieldAnswer).max(MOST.fields),
})
/** GET /app/documents/{key} */
export const documentAnswer = succeeded({ document: documentAnswerRecord })
/** GET /app/documents/{key}/get_document_updates: the three lists only where they are asked for. */
export const documentUpdatesAnswer = succeeded({
  document: documentAnswerRecord.partial({ child_documents: true, signatories: true, data_fields: true }),
})
/** GET /app/documents/{key}/get_signatories */
export const signatoriesAnswer = succeeded({ signatories: z.array(signatoryAnswer).max(MOST.signatories) })
/** GET /app/documents/{key}/get_data_fields */
export const fieldsAnswer = succeeded({ data_fields: z.array(fieldAnswer).max(MOST.fields) })
/** GET /app/documents/{key}/get_data_field_signatory_updates */
export const changesAnswer = succeeded({
  most_recent_data_field_update: date.nullable(),
  most_recent_signatory_update: date.nullable(),
})
/** GET /app/documents/{id}/is_next_signer/{uuid} */
export const isNextSignerAnswer = succeeded({ user_is_next_signer: z.boolean() })

/** GET /app/documents/{key}/view: the whole pack as this audience may see it, to be folded on with live events. */
export const viewAnswer = succeeded({
  document_key: key,
  revision: z.int(),
  ...viewInParts,
  /** Digest of the view, to be sent back on completing. */
  view_digest: shown.nullable(),
  /** Names of the team's members by principal (`user:<key>`); signers receive none. */
  people: byKey(shown, MANY),
})
/** As a page needs it, whole, however it came. */
export type ViewAnswer = Omit<z.infer<typeof viewAnswer>, 'view_parts' | 'view_part'>

/** POST /app/documents/{key}/resend_document_notification/{uuid} */
export const resendBody = z.object({ communication_channel_ui: channel.optional() })

/** POST /app/documents/{key}/exclude_signatory. What else is sent of the signer, and a status, are read and decide nothing. */
export const excludeBody = z.object({
  data: z.object({ uuid: token }),
  excluded_signers_can_receive_viewing_notifications: z.boolean().optional(),
  verification_otp: token.nullish(),
  update_status_to: z.literal('complete').nullish(),
})
export const excludedAnswer = succeeded({ signatory: z.object({ uuid: key, date_updated: shown }) })

/** POST /app/documents/{key}/enqueue_document_mails */
export const enqueueBody = z.object({ remind: z.boolean().default(false) })

/** POST /app/documents/{id}/generate_signing_link_for_signatory/{uuid} */
export const signingLinkBody = z.object({ token_type: z.enum(['sign', 'sign_in_person']).default('sign') })
export const signingLinkAnswer = succeeded({ signing_link: shown })

/** GET /app/audit_trail/{key}?since= */
export const auditRecord = z.object({
  revision: z.int(),
  date_created: date,
  code: shown,
  /** The sentence, without the actor. */
  words: shown,
  /** What one line stands for, each in a sentence: what a copy took over from the one it was made from. */
  holds: z.array(shown).max(MANY).optional(),
  who: shown,
  principal: shown,
  /** 'team', 'signatory', 'process', … */
  capacity: shown,
  address: shown.nullable(),
  agent: shown.nullable(),
  hash: shown,
})
export type AuditRecord = z.infer<typeof auditRecord>
export const auditAnswer = succeeded({ audit_records: z.array(auditRecord).max(MANY) })
