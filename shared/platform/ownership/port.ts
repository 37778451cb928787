export interface Ownership {
  /** Resolves when somebody else may own it: what is written after that must be refused by what it writes to. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

/**
 * One owner a name among all processes on one database. An owner that ends is followed within a second or two, one that stands still
 * within ten. It may wake up and not know yet, so that this alone fences nothing: every owner's writes move something only from where
 * that owner left it, or are decided against what stands, or go under a key.
 */
export interface Owners {
  /** Waits until the name is ours; null where `stopping` came first. One at a time may wait for, or have, a name here. */
  acquireLeadership(name: string, stopping: Promise<void>): Promise<Ownership | null>
  /** Asks once; null where the name is owned, or waited for here. */
  tryLeadership(name: string): Promise<Ownership | null>
  /** Lets go of all. */
  close(): Promise<void>
}

// Each a promise of its own: all who ever waited for a common one would be kept by it for good.
const own = (): Ownership => ({ lost: new Promise(() => undefined), release: async () => undefined })

/** Where there is one process, or where a test or the simulation means every process to act. */
export const soleOwner: Owners = {
  acquireLeadership: async () => own(),
  tryLeadership: async () => own(),
  close: async () => undefined,
}
