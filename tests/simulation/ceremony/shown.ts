import type { PackState } from '#domain/pack'

/** A signer's view before they sign, in words of our own: pages, message, names, supporting documents, and every value that is theirs to read. */
export function shownTo({ name, settings, documents, signatories, fields, appendices }: PackState, signer: string): string {
  const hasSigned = (who: string | null) => signatories.some((one) => one.uuid === who && one.status === 'complete')
  const fillsForAll = settings.firstSignerMultiEdit && signatories[0]?.uuid === signer
  const isRead = (by: string | null, whose: string | null) =>
    fillsForAll || by === null || [by, whose].some((one) => one === signer || hasSigned(one)) || by === 'self'
  return JSON.stringify([
    name,
    settings.message,
    documents.map(({ conversion }) => (conversion.state === 'converted' ? conversion.digest : null)),
    signatories.flatMap((one) => (one.removed ? [] : [one.uuid, one.name])),
    Object.values(fields).flatMap((field) => {
      const { key, type, removed, document, page, x, y, width, height, assignee, required, filledBy, value } = field
      // Messages about the document are no part of it.
      return removed || type === 'note'
        ? []
        : [[key, document, page, x, y, width, height, assignee, required, isRead(filledBy, assignee) ? value : null]]
    }),
    appendices.flatMap(({ key, description, file, audience, removed }) =>
      removed || !(audience.includes('all') || audience.includes('signatories')) ? [] : [[key, description, file]],
    ),
  ])
}
