import type { JsonObject } from '#domain/kernel'

/** Leads from a key that a request names (a child document, field, file or link-token digest) to its pack. */
export interface KeyEntry {
  readonly key: string
  readonly kind: string
  readonly pack: string
  /** Whatever else finding the place takes, for example the signatory of a link. Nothing confidential. */
  readonly extra?: JsonObject
}

/** Strongly consistent: the next look-up finds a registered key, whatever the projections have seen. */
export interface KeyIndex {
  /**
   * Call it before the append that makes the keys real: an entry whose append then fails leads to a pack that does not
   * know the key, which harms nobody, whereas a key without an entry could not be found.
   * Registering again for the same pack is fine. The answer holds the entries that are not: another pack has them already, or they were removed for good.
   */
  register(entries: readonly KeyEntry[]): Promise<readonly KeyEntry[]>
  /** Part of a permanent deletion: the pack's keys lead nowhere, and none is registered for it from now on. */
  removeOf(pack: string): Promise<void>
  /** Part of the deletion of people's data in a pack: no link that was made for them leads there, or ever will. */
  removeLinks(pack: string, people: readonly string[]): Promise<void>
  find(key: string, kind: string): Promise<KeyEntry | null>
  /** Keys of a kind that lead there, in no order. */
  keysOf(pack: string, kind: string): Promise<readonly string[]>
}
