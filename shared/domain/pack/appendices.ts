import { disclosed, isWithheld } from '#domain/kernel'
import { enabledFields, liveFields } from './fields.ts'
import { finalValueOf } from './final-value.ts'
import { signatoryOf } from './signatories.ts'
import { isAttachedFile } from './signature-value.ts'
import type { Appendix, AppendixAudience, PackState } from './state.ts'

/** What somebody is to a document, as far as its supporting documents go. */
export type Reader = Exclude<AppendixAudience, 'all'>

export const DEFAULT_APPENDIX = {
  description: 'Supporting document',
  required: true,
  audience: ['all'],
} as const satisfies Partial<Appendix>

/** The same people, in any order. */
export function isSameAudience(one: readonly AppendixAudience[], other: readonly AppendixAudience[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}

/** The preparing team always sees every supporting document; everybody else only what is for them. */
export function isFor({ audience }: Pick<Appendix, 'audience'>, reader: Reader): boolean {
  return reader === 'team' || audience.includes('all') || audience.includes(reader)
}

export function liveAppendices({ appendices }: Pick<PackState, 'appendices'>): readonly Appendix[] {
  return appendices.filter(({ removed }) => !removed)
}

/** Those that this reader may list and fetch. */
export function appendicesFor(state: Pick<PackState, 'appendices'>, reader: Reader): readonly Appendix[] {
  return liveAppendices(state).filter((appendix) => isFor(appendix, reader))
}

/** For everybody who may ever hold the sealed file. */
export function isForEverybody(appendix: Pick<Appendix, 'audience'>): boolean {
  return isFor(appendix, 'signatories') && isFor(appendix, 'cc_recipients')
}

/** A file that accompanies the pages, as it is delivered. */
export interface SupportingFile {
  readonly key: string
  readonly filename: string
  readonly size: number
}

/**
 * Files that were uploaded into fields, for who fetches them: the sender's own are everybody's, a signatory's are theirs and the team's,
 * and the other signatories' where the document says so. What is withheld in the view that is asked is nobody's.
 */
export function attachedFilesFor(view: PackState, reader: Reader, signatory: string | null = null): readonly SupportingFile[] {
  const shared = reader === 'team' || (reader === 'signatories' && view.settings.attachmentsForAllSigners)
  return enabledFields(view).flatMap(({ value, filledBy }) => {
    if (value === null || isWithheld(value) || !isAttachedFile(value)) return []
    const { file: key, filename, size } = value
    return shared || filledBy === 'self' || (signatory !== null && filledBy === signatory) ? [{ key, filename, size }] : []
  })
}

/** The supporting documents that a recipient of the finished document may have: a signatory, a copy recipient, or a member of the team. */
export function supportingFilesOf(state: PackState, recipient: string): readonly SupportingFile[] {
  const reader = readerOf(state, recipient)
  const final = {
    ...state,
    fields: Object.fromEntries(liveFields(state).map((field) => [field.key, { ...field, value: finalValueOf(state, field) }])),
  }
  return [...appendixFiles(state, reader), ...attachedFilesFor(final, reader, recipient)]
}

function appendixFiles(state: PackState, reader: Reader): readonly SupportingFile[] {
  return appendicesFor(state, reader).flatMap(({ file }) => {
    const content = file && disclosed(file.content, null)
    return file && content ? [{ key: file.key, filename: disclosed(file.filename, ''), size: content.size }] : []
  })
}

function readerOf(state: PackState, recipient: string): Reader {
  if (signatoryOf(state, recipient)) return 'signatories'
  return state.copyRecipients.some(({ uuid }) => uuid === recipient) ? 'cc_recipients' : 'team'
}

/** Whether they are sent along, or linked to: a copy recipient has no other way to theirs. */
export function supportingFilesToSend(state: PackState, recipient: string): readonly SupportingFile[] {
  const included = state.settings.attachmentsIncluded || readerOf(state, recipient) === 'cc_recipients'
  return included ? supportingFilesOf(state, recipient) : []
}
