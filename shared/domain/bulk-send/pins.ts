import type { PackState } from '#domain/pack'
import type { RecipientListVersion } from '#domain/recipient-lists'
import { listDigest, ownPins, templateDigest } from './decide.ts'
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

/** Digests of everything that a dry run checks. */
export function pinsOf(state: BulkSend, { template, version, day }: BulkSendSources): Pins {
  return { ...ownPins(state), list: listDigest(state.list ?? '', version), template: templateDigest(state.template ?? '', template), day }
}

export const PINNED = ['list', 'template', 'mapping', 'filter'] as const
export type Pinned = (typeof PINNED)[number]

/** What is no longer as it was checked. */
export function changedSince(pins: Pins, now: Pins): readonly Pinned[] {
  return PINNED.filter((pinned) => pins[pinned] !== now[pinned])
}

/** The mapping for the chosen template, whole also before anything is mapped. */
export const savedMapping = (state: BulkSend): Mapping => ({ ...EMPTY_MAPPING, ...(mappingOf(state) as Partial<Mapping>) })
