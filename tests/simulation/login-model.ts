import type { OneTimeLink, OneTimeLinks, Passwords, Session, Sessions } from '#platform/sessions'
import { newToken, tokenHash } from '#platform/sessions'
import { foundSessions } from '../../shared/platform/sessions/found.ts'
import type { Host } from './host.ts'
import type { Ask } from './tables.ts'

/** What lets people in, in the database that all servers ask. */
export interface LoginModel {
  /** By the hash of their token. */
  readonly sessions: Map<string, Session>
  /** Another one each time that a password is set, as a salt makes of it. */
  readonly passwords: Map<string, { readonly password: string }>
  /** Whose password was removed: none is kept for them from then on. */
  readonly removed: Set<string>
  readonly links: Map<string, OneTimeLink & { used: boolean }>
  /** Whose link is being used, and by which connection. */
  readonly busy: Map<string, object>
  /** Whose sessions were ended together, whether or not there were any. */
  readonly ended: Set<string>
}

export const buildLoginModel = (): LoginModel => ({
  sessions: new Map(),
  passwords: new Map(),
  removed: new Set(),
  links: new Map(),
  busy: new Map(),
  ended: new Set(),
})

/** For how long a password is hashed. */
const HASHING_MS = 80

/** The door as one machine reaches it; each question is one statement. */
export function doorOn(
  { sessions, passwords, removed, links, busy, ended }: LoginModel,
  machine: Host,
  ask: Ask,
): { readonly sessions: Sessions; readonly passwords: Passwords; readonly links: OneTimeLinks } {
  const { world, onEnd } = machine
  const found = foundSessions(world.clock)
  const hashed = () => new Promise<void>((resolve) => void world.timers.after(HASHING_MS, resolve))
  async function endWhere(which: (session: Session, hash: string) => boolean, owner?: string): Promise<number> {
    const over = await ask(() => {
      if (owner !== undefined) ended.add(owner)
      const all = [...sessions].filter(([hash, session]) => which(session, hash))
      for (const [hash] of all) sessions.delete(hash)
      return all.length
    })
    found.forgetAll()
    return over
  }
  const sentAs = (token: string, purposes: readonly string[]) => {
    const link = links.get(tokenHash(token))
    return link && purposes.includes(link.purpose) ? link : null
  }
  const linkOf = (token: string, purposes: readonly string[]): OneTimeLink | null => {
    const link = sentAs(token, purposes)
    return link && !link.used ? link : null
  }
  const nothing = async () => undefined
  return {
    sessions: {
      async open({ owner, holder }) {
        const token = newToken(world.random)
        const session: Session = { id: world.ids.next(), owner, holder }
        await ask(() => void sessions.set(tokenHash(token), session))
        return { token, session }
      },
      async find(token) {
        const hash = tokenHash(token)
        return found.find(hash, async () => {
          const session = await ask(() => sessions.get(hash))
          return session ? { session, until: Infinity } : null
        })
      },
      end: async (token) => void (await endWhere((_, hash) => hash === tokenHash(token))),
      endAllOf: (owner, except) => endWhere((session) => session.owner === owner && session.id !== except, owner),
      endOne: async (owner, id) => (await endWhere((session) => session.owner === owner && session.id === id)) > 0,
      listOf: async () => [],
      toSettle: async () => [],
      settled: nothing,
      sweep: nothing,
    },
    passwords: {
      async set(account, password) {
        await hashed()
        await ask(() => void (removed.has(account) || passwords.set(account, { password })))
      },
      async verify(account, password) {
        const own = account === null ? undefined : await ask(() => passwords.get(account))
        await hashed()
        if (account === null || own?.password !== password) return null
        return { holds: () => ask(() => passwords.get(account) === own) }
      },
      has: (account) => ask(() => passwords.has(account)),
      remove: (account) =>
        ask(() => {
          removed.add(account)
          passwords.delete(account)
        }),
    },
    links: {
      keep: (token, { owner, purpose }) =>
        ask(() => {
          const hash = tokenHash(token)
          if (!links.has(hash)) links.set(hash, { owner, purpose, used: false })
        }),
      find: (token, purposes) => ask(() => linkOf(token, purposes)),
      ownerOf: (token, purposes) => ask(() => sentAs(token, purposes)?.owner ?? null),
      async use(token, purposes, deed) {
        const known = await ask(() => linkOf(token, purposes))
        if (!known) return null
        const connection = {}
        const letGo = () => void (busy.get(known.owner) === connection && busy.delete(known.owner))
        onEnd(letGo)
        try {
          const link = await ask(() => {
            // What arrives after its connection has ended holds nothing.
            if (!machine.alive || busy.has(known.owner)) return null
            busy.set(known.owner, connection)
            return linkOf(token, purposes)
          })
          if (!link) return null
          const done = await deed(link)
          await ask(() => {
            for (const one of links.values()) if (one.owner === link.owner) one.used = true
          })
          return done
        } finally {
          letGo()
        }
      },
      removeOf: (owner) =>
        ask(() => {
          for (const [hash, link] of links) if (link.owner === owner) links.delete(hash)
        }),
    },
  }
}
