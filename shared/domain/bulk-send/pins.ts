import { digestOfJson, disclosed, type Json } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import type { RecipientListVersion } from '#domain/recipient-lists'
import type { Pins } from './events.ts'
import { EMPTY_MAPPING, type Mapping } from './mapping.ts'
import { type BulkSend, mappingOf } from './state.ts'

/** What goes into a bulk send besides what it says itself. */
export interface BulkSendSources {
  readonly template: PackState
  readonly version: RecipientListVersion
  /** YYYY-MM-DD; rules about days depend on it. */
  readonly day: string
}

/**
 * Digests of what the bulk send itself says; those of list and template come from there. Rows that are only created are checked by fewer
 * rules, so the type counts as part of the mapping.
 */
export function ownPins(state: BulkSend): Pick<Pins, 'mapping' | 'filter'> {
  return {
    mapping: digestOfJson([state.type, mappingOf(state)] as unknown as Json),
    filter: digestOfJson(disclosed(state.filter, []) as unknown as Json),
  }
}

/** What of a template its documents depend on: it changes with every edit, and with no look at it. */
export function templateDigest(template: string, { moved }: PackState): string {
  const { visits: _, ...edits } = moved ?? {}
  return digestOfJson([template, edits])
}
/** Of a list as it stood at a revision of its workspace's lists. */
export const listDigest = (list: string, version: { readonly revision: number }): string => digestOfJson([list, version.revision])

/** Digests of everything that a dry run checks. */
export function pinsOf(state: BulkSend, { template, version, day }: BulkSendSources): Pins {
  return { ...ownPins(state), list: listDigest(state.list ?? '', version), template: templateDigest(state.template ?? '', template), day }
}

export const PINNED = ['list', 'template', 'mapping', 'filter', 'day'] as const
export type Pinned = (typeof PINNED)[number]

/** What is no longer as it was checked. */
export function changedSince(pins: Pins, now: Pins): readonly Pinned[] {
  return PINNED.filter((pinned) => pins[pinned] !== now[pinned])
}

/** The mapping for the chosen template, whole also before anything is mapped. */
export const savedMapping = (state: BulkSend): Mapping => ({ ...EMPTY_MAPPING, ...(mappingOf(state) as Partial<Mapping>) })
