import type { FeedEvent } from '#contract/feed'
import { type LifecycleAudience, type LifecycleType, redactFor } from '#domain/lifecycle-events'
import { commitmentOf, type FeedEntry } from '#projections/feed'

export interface FeedFilter {
  readonly types?: readonly LifecycleType[] | undefined
  readonly document_key?: string | undefined
  readonly template_key?: string | undefined
}

/** An entry as a subscriber may see it, as CloudEvents 1.0 writes it. What the filter leaves out is withheld, too. */
export function cloudEventOf(entry: FeedEntry, source: string, audience: LifecycleAudience, filter: FeedFilter): FeedEvent {
  const { position, previous, chain, id, type, version, time, document: subject, digest, salt } = entry
  const attributes = { specversion: '1.0', source, position, previous, chain } as const
  if (!isWanted(entry, filter)) {
    return { ...attributes, id: `${position}`, type: 'entry.withheld', commitment: commitmentOf(entry) }
  }
  const event = { ...attributes, id, type, version, time, subject, digest }
  if (entry.entry === null) return { ...event, erased: true }
  const shown = redactFor(audience, entry.entry)
  // The digest stands for all of the data. With the salt a reader who sees less could guess the rest.
  const isWhole = shown === entry.entry && salt !== null
  return { ...event, ...(isWhole ? { salt } : {}), datacontenttype: 'application/json', data: shown.data }
}

const isWanted = ({ type, document, template }: FeedEntry, { types, document_key, template_key }: FeedFilter): boolean =>
  (types === undefined || types.includes(type)) &&
  (document_key === undefined || document === document_key) &&
  (template_key === undefined || template === template_key)

export const isWithheldEvent = ({ type }: FeedEvent): boolean => type === 'entry.withheld'
