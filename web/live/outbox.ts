import type { PackCommand } from '#domain/pack'

/**
 * Changes that no answer has come for, kept in the browser so that a reload, a crash or a closed tab loses nothing.
 * They hold what the person typed and nothing secret: no token, no password.
 */
export interface Outbox {
  /** What an earlier page left behind. Entries of pages that are still open are left alone. */
  load(): Promise<readonly PackCommand[]>
  keep(commands: readonly PackCommand[]): void
  /** The session is over: what it leaves behind is the next one's. */
  close(): void
}

const DATABASE = 'paraph'
const STORE = 'outbox'

/** One entry a page: `<pack> <principal> <page>`. A lock of that name tells others that the page lives. */
export function browserOutbox(pack: string, principal: string, page: string): Outbox {
  const prefix = `${pack} ${principal} `
  const mine = prefix + page
  let latest: readonly PackCommand[] = []
  let writing = false
  let inherited: readonly string[] = []
  let over = () => {}
  const alive = new Promise<void>((resolve) => {
    over = resolve
  })
  void navigator.locks?.request(`outbox ${mine}`, () => alive)

  return {
    async load() {
      try {
        const database = await open()
        const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
        const store = database.transaction(STORE, 'readonly').objectStore(STORE)
        const keys = (await done(store.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))) as string[]
        inherited = keys.filter((key) => key !== mine && !held.has(`outbox ${key}`))
        const found = await Promise.all(inherited.map((key) => done(store.get(key)) as Promise<readonly PackCommand[]>))
        return found.flat()
      } catch {
        // A browser without storage (private mode) still saves; only the safety net is missing.
        return []
      }
    },
    keep(commands) {
      latest = commands
      if (writing) return
      writing = true
      // One write holds all the changes made in the same moment.
      setTimeout(async () => {
        writing = false
        try {
          const store = (await open()).transaction(STORE, 'readwrite').objectStore(STORE)
          // In one transaction: what was inherited is gone from its old place only once it stands in the new one.
          for (const key of inherited) store.delete(key)
          if (latest.length === 0) store.delete(mine)
          else store.put(latest, mine)
          inherited = []
        } catch {
          // As above.
        }
      }, 0)
    },
    close: () => over(),
  }
}

let opened: Promise<IDBDatabase> | undefined
function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
