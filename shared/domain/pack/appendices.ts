import { disclosed } from '#domain/kernel'
import { signatoryOf } from './signatories.ts'
import type { Appendix, AppendixAudience, PackState } from './state.ts'

/** What somebody is to a document, as far as its supporting documents go. */
export type Reader = Exclude<AppendixAudience, 'all'>

export const DEFAULT_APPENDIX = {
  description: 'Supporting document',
  required: true,
  audience: ['all'],
} as const satisfies Partial<Appendix>

/** The preparing team always sees every supporting document; everybody else only what is for them. */
export function isFor({ audience }: Pick<Appendix, 'audience'>, reader: Reader): boolean {
  return reader === 'team' || audience.includes('all') || audience.includes(reader)
}

/** Supporting documents that are there. */
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

/** A file beside the pages, as it is handed over. */
export interface SupportingFile {
  readonly key: string
  readonly filename: string
  readonly size: number
}

/** What somebody who gets the finished document may have beside it: a signatory, a copy recipient, or of the team. */
export function supportingFilesOf(state: PackState, recipient: string): readonly SupportingFile[] {
  return appendicesFor(state, readerOf(state, recipient)).flatMap(({ file }) => {
    const content = file && disclosed(file.content, null)
    return file && content ? [{ key: file.key, filename: disclosed(file.filename, ''), size: content.size }] : []
  })
}

function readerOf(state: PackState, recipient: string): Reader {
  if (signatoryOf(state, recipient)) return 'signatories'
  return state.copyRecipients.some(({ uuid }) => uuid === recipient) ? 'cc_recipients' : 'team'
}

/** Whether they are sent along, or told where they are: a copy recipient has no other way to what is for them. */
export function supportingFilesToSend(state: PackState, recipient: string): readonly SupportingFile[] {
  const included = state.settings.attachmentsIncluded || readerOf(state, recipient) === 'cc_recipients'
  return included ? supportingFilesOf(state, recipient) : []
}
