import type { PackState } from '#domain/pack'

/** What a signer looks at before they sign, in words of our own: pages, message, names, what stands beside the pages, and every value that is theirs to read. */
export function shownTo({ name, settings, documents, signatories, fields, appendices }: PackState, signer: string): string {
  const isRead = (by: string | null) =>
    by === null || by === 'self' || by === signer || signatories.some((one) => one.uuid === by && one.status === 'complete')
  return JSON.stringify([
    name,
    settings.message,
    documents.map(({ conversion }) => (conversion.state === 'converted' ? conversion.digest : null)),
    signatories.flatMap((one) => (one.removed ? [] : [one.uuid, one.name])),
    Object.values(fields).flatMap((field) => {
      const { key, type, removed, document, page, x, y, width, height, assignee, required, filledBy, value } = field
      // What is said beside the document is no part of it.
      return removed || type === 'note'
        ? []
        : [[key, document, page, x, y, width, height, assignee, required, isRead(filledBy) ? value : null]]
    }),
    appendices.flatMap(({ key, description, file, audience, removed }) =>
      removed || !(audience.includes('all') || audience.includes('signatories')) ? [] : [[key, description, file]],
    ),
  ])
}
