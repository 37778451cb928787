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

/** What the bulk send itself says; digests of list and template come from there. */
export function ownPins(state: BulkSend): Pick<Pins, 'mapping' | 'filter' | 'type' | 'left_out'> {
  return {
    mapping: digestOfJson(mappingOf(state) as unknown as Json),
    filter: digestOfJson(disclosed(state.filter, []) as unknown as Json),
    // Rows that are only created are checked by fewer rules.
    type: state.type,
    left_out: digestOfJson([...state.leftOut].sort(([some], [other]) => some - other)),
  }
}

/** What of a template its documents depend on: it changes with every edit, and with no look at it. */
export function templateDigest(template: string, { moved }: PackState): string {
  const { visits: _, ...edits } = moved ?? {}
  return digestOfJson([template, edits])
}
/** Of a list as it stood at a revision of its workspace's lists. */
export const listDigest = (list: string, version: { readonly revision: number }): string => digestOfJson([list, version.revision])

/** Everything that a dry run checks. */
export function pinsOf(state: BulkSend, { template, version, day }: BulkSendSources): Pins {
  const dependsOnDay = disclosed(state.filter, []).some(({ operator }) => operator === 'in')
  return {
    ...ownPins(state),
    list: listDigest(state.list ?? '', version),
    template: templateDigest(state.template ?? '', template),
    day: dependsOnDay ? day : null,
  }
}

/** What is pinned, as it is called where it changed. */
export const PINNED_NAMES = {
  list: 'the list',
  template: 'the template',
  type: 'what each row becomes',
  mapping: 'the mapping',
  filter: 'the filter',
  left_out: 'the rows left out',
  day: 'the day',
} as const satisfies Record<keyof Pins, string>
export type Pinned = keyof typeof PINNED_NAMES
export const PINNED = Object.keys(PINNED_NAMES) as readonly Pinned[]

/** What is no longer as it was checked. */
export function changedSince(pins: Pins, now: Pins): readonly Pinned[] {
  return PINNED.filter((pinned) => pins[pinned] !== now[pinned])
}

/** The mapping for the chosen template, whole also before anything is mapped. */
export const savedMapping = (state: BulkSend): Mapping => ({ ...EMPTY_MAPPING, ...(mappingOf(state) as Partial<Mapping>) })
