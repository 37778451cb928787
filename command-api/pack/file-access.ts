import { attachedFilesFor, documentsShownToSigners, isOfTeam, viewFor } from '#domain/pack'
import type { FileRow } from '#platform/files'
import type { PackAccess } from './packs.ts'

/** Whether a visitor of a pack may have one of its files. Files not named here are nobody's. */
export function mayReadFile(
  { state, who, audience, finished }: Pick<PackAccess, 'state' | 'who' | 'audience' | 'finished'>,
  file: FileRow,
): boolean {
  const isOf = (key: string | undefined) => key === file.key
  const finals = state.documents.flatMap(({ sealing, earlierFinals }) => [
    ...(sealing.state === 'sealed' ? [sealing] : []),
    ...earlierFinals,
  ])
  if (finals.some((final) => isOf(final.file))) return isOfTeam(who) || finished
  const shown = isOfTeam(who) ? state.documents : documentsShownToSigners(state)
  if (shown.some(({ conversion }) => 'file' in conversion && isOf(conversion.file))) return true
  // The upload as it came may hold what the pages do not show.
  if (state.documents.some(({ conversion }) => 'source' in conversion && isOf(conversion.source))) return isOfTeam(who)
  const view = viewFor(state, audience)
  if (view.appendices.some((appendix) => isOf(appendix.file?.key))) return true
  const signatory = who.as === 'signatory' ? who.signatory : null
  if (attachedFilesFor(view, signatory === null ? 'team' : 'signatories', signatory).some(({ key }) => isOf(key))) return true
  if (file.mediaType !== 'image/png') return false
  const images = (fields: typeof state.fields) =>
    Object.values(fields).some(({ value }) => typeof value === 'object' && value !== null && 'file' in value && isOf(value.file))
  // A viewer of a value sees its image. An image that stands nowhere yet is known to its uploader alone.
  return images(view.fields) || !images(state.fields)
}
