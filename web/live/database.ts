import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import type { Kept, Sent } from './outbox.ts'

/**
 * The browser's own storage of waiting changes: one entry a page, named `<pack> <principal> <page>`, and while there are any,
 * next to them, as `<pack> <principal>`, the ones that went out last.
 */
const DATABASE = 'paraph'
const STORE = 'outbox'
/** A store that does not answer is as good as none: nobody's save waits longer for it. */
const PATIENCE_MS = 2_000
/** What nobody came back for is forgotten. */
const FORGOTTEN_MS = 30 * 24 * 3_600_000

export interface Entry {
  readonly kept: Pick<Kept, 'changes' | 'calls'>
  readonly at: number
}

interface Stored extends DBSchema {
  readonly [STORE]: { readonly key: string; readonly value: Entry | Sent }
}
type Store = IDBPObjectStore<Stored, [typeof STORE], typeof STORE, 'readwrite'>

/** Where what pages keep is stored; it outlives them. */
export interface Entries {
  names(): Promise<readonly string[]>
  /** null: there is none, or one so old, or of so old a make, that it says nothing any more. */
  read(name: string): Promise<Kept | null>
  /** In one transaction: inherited entries leave their old place only once they stand in the new one. */
  write(name: string, kept: Kept, instead: readonly string[]): Promise<void>
  /** The changes that a person's pages have sent for a pack, as last given to `write`. */
  sent(shared: string): Promise<Sent>
}

export const entryName = (pack: string, principal: string, page: string) => `${pack} ${principal} ${page}`
/** `page` is null for what the pages share. */
export function partsOf(name: string): { readonly pack: string; readonly principal: string; readonly page: string | null } {
  const [pack = '', principal = '', page = null] = name.split(' ')
  return { pack, principal, page }
}
/** What the pages of this one's person and pack share. */
export function sharedName(name: string): string {
  const { pack, principal } = partsOf(name)
  return `${pack} ${principal}`
}

export async function entryNames(): Promise<readonly string[]> {
  return inTime(open().then((database) => database.getAllKeys(STORE)))
}

async function readEntry(name: string): Promise<Kept | null> {
  const entry: unknown = await inTime(open().then((database) => database.get(STORE, name)))
  if (typeof entry !== 'object' || entry === null || !('kept' in entry)) return null
  const { kept, at } = entry as Entry
  return Date.now() - at > FORGOTTEN_MS ? null : kept
}

function writeEntry(name: string, { changes, calls, sent }: Kept, instead: readonly string[]): Promise<void> {
  return inTime(
    transaction((store) => [
      ...instead.map((old) => store.delete(old)),
      changes.length === 0 ? store.delete(name) : store.put({ kept: { changes, calls }, at: Date.now() }, name),
      ...(sent ? [store.put(sent, sharedName(name))] : []),
    ]),
  )
}

async function readSent(shared: string): Promise<Sent> {
  return ((await inTime(open().then((database) => database.get(STORE, shared)))) as Sent | undefined) ?? {}
}

/** The browser's own. */
export const entries: Entries = { names: entryNames, read: readEntry, write: writeEntry, sent: readSent }

export function deleteEntries(names: readonly string[]): Promise<void> {
  return inTime(transaction((store) => names.map((name) => store.delete(name))))
}

let opened: Promise<IDBPDatabase<Stored>> | undefined
function open(): Promise<IDBPDatabase<Stored>> {
  const forget = () => {
    opened = undefined
  }
  opened ??= openDB<Stored>(DATABASE, 2, {
    upgrade(database, oldVersion) {
      // Entries of the first version have no keys to send them again under.
      if (oldVersion === 1) database.deleteObjectStore(STORE)
      database.createObjectStore(STORE)
    },
    // A newer page wants to change the shape, or the browser took the storage away: the next use opens it again.
    blocking(_current, _wanted, { target }) {
      ;(target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  }).catch((thrown: unknown) => {
    forget()
    throw thrown
  })
  return opened
}

/** Resolves once it is committed: a full disk shows only then. */
async function transaction(change: (store: Store) => readonly Promise<unknown>[]): Promise<void> {
  const running = (await open()).transaction(STORE, 'readwrite')
  const changes = change(running.store)
  // Said at once, so that it is done even if this page is gone by then.
  running.commit?.()
  await Promise.all([...changes, running.done])
}

/** Somebody has waited without an answer: until one comes after all, nobody else does. */
let silent = false

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => {
      silent = true
      reject(new Error('the browser’s storage does not answer'))
    }
    timer = setTimeout(giveUp, silent ? 0 : PATIENCE_MS)
  })
  const answered = work.finally(() => {
    clearTimeout(timer)
    silent = false
  })
  return Promise.race([answered, late])
}
