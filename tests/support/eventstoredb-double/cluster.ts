import type { Member, Membership, State } from './gossip.ts'
import { type EventStoreDbDouble, eventStoreDbDouble } from './index.ts'
import { Store } from './store.ts'

/** Three nodes over one store, as if all that was acknowledged were on each, and each with a line of its own. */
export interface EventStoreDbCluster {
  readonly url: string
  readonly store: Store
  readonly nodes: readonly EventStoreDbDouble[]
  /** The node the others hold to be the leader, whether it still lives or not. */
  readonly leader: EventStoreDbDouble | null
  /** As by an election: unacknowledged appends may be gone. */
  elect(node: EventStoreDbDouble, options?: { readonly loseUnacknowledged?: boolean }): void
  /** Nobody leads: before an election begins, while the others still call themselves followers, or as it goes on. */
  depose(state: Extract<State, 'FOLLOWER' | 'UNKNOWN'>): void
  /** Cut off from the others, though not from clients; null: nobody is any more. */
  isolate(node: EventStoreDbDouble | null): void
  close(): Promise<void>
}

export async function eventStoreDbCluster(): Promise<EventStoreDbCluster> {
  const store = new Store()
  const nodes: EventStoreDbDouble[] = []
  let leader: EventStoreDbDouble | null = null
  let rest: State = 'FOLLOWER'
  let isolated: EventStoreDbDouble | null = null
  // Who was killed is missed by the others only once they look for another leader.
  const member = (node: EventStoreDbDouble): Member => ({
    port: node.port,
    state: node === leader ? 'LEADER' : rest,
    alive: node.running || node === leader,
  })
  const alone = (node: EventStoreDbDouble): Member => ({ port: node.port, state: 'UNKNOWN', alive: node === isolated })
  for (let at = 0; at < 3; at++) {
    const seesAll = () => isolated !== nodes[at]
    const membership: Membership = {
      members: () => nodes.map(seesAll() ? member : alone),
      leader: () => (seesAll() && leader?.port) || null,
    }
    nodes.push(await eventStoreDbDouble({ store, membership }))
  }
  leader = nodes[0]!

  return {
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}?tls=false`,
    store,
    nodes,
    get leader() {
      return leader
    },
    elect(node, { loseUnacknowledged = false } = {}) {
      const before = leader
      leader = node
      rest = 'FOLLOWER'
      store.restart(loseUnacknowledged)
      if (before !== node) before?.resign(node.port)
    },
    depose(state) {
      const before = leader
      leader = null
      rest = state
      before?.resign(null)
    },
    isolate(node) {
      isolated = node
    },
    async close() {
      await Promise.all(nodes.map((node) => node.close()))
    },
  }
}
