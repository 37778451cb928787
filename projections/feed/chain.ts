import { canonicalise, digestOf, type Json } from '#domain/kernel'

/**
 * How a feed is chained (docs/integrating.md, "Proving that nothing is missing"). An entry that is withheld from a subscriber shows its
 * commitment alone, which says nothing of it, and the chain can still be computed.
 */
export const genesisOf = (workspace: string): string => digestOf(workspace)

/** @param data canonical JSON */
export const digestOfData = (salt: string, data: string): string => digestOf(`${salt}\n${data}`)

export interface Committed {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly document: string
  /** UTC, ISO 8601 with milliseconds. */
  readonly time: string
  readonly digest: string
}
export const commitmentOf = ({ id, type, version, document, time, digest }: Committed): string =>
  digestOf([id, type, version, document, time, digest].join('\n'))

export const chained = (previous: string, position: number, commitment: string): string =>
  digestOf([previous, position, commitment].join('\n'))

export const textOf = (data: unknown): string => canonicalise(data as Json)
