import { subscribeKey } from 'valtio/utils'
import type { PackState } from '#domain/pack'
import type { PackSession, Presence } from '../../../live/index.ts'

/** Somebody else who has this document open, and where they are in it. */
export interface Peer {
  readonly id: string
  readonly name: string
  /** What they are called where there is no room: their first word. */
  readonly short: string
  /** Position of their tone. They keep it as long as this editor is open. */
  readonly tone: number
  /** The child document they look at; null where nobody can tell. */
  readonly document: string | null
  readonly page: number | null
  readonly selection: readonly string[]
  readonly typing: string | null
}

export interface Peers {
  readonly all: () => readonly Peer[]
  /** Those who have a field selected or type in it. */
  readonly at: (field: string) => readonly Peer[]
  subscribe(tell: () => void): () => void
  close(): void
}

const NOBODY: readonly Peer[] = []
export const PEER_TONES = 5

/** The others of the team, from the list of everybody; the viewer, in however many windows, is not among them. */
export function createPeers(session: Pick<PackSession, 'store' | 'view'>, me: string): Peers {
  const tones = new Map<string, number>()
  const listeners = new Set<() => void>()
  let reported = ''
  let all = NOBODY
  let byField: ReadonlyMap<string, readonly Peer[]> = new Map()

  function look() {
    const people = JSON.stringify(session.store.people.filter(({ id, as }) => as === 'team' && id !== me))
    if (people === reported) return
    reported = people
    all = (JSON.parse(people) as Presence).map((person) => peerOf(person, session.view(), toneOf(person.id)))
    const next = new Map<string, Peer[]>()
    for (const peer of all) for (const field of fieldsOf(peer)) next.set(field, [...(next.get(field) ?? []), peer])
    // A field without news keeps its value, so that it is not drawn again with every page somebody turns.
    byField = new Map([...next].map(([field, peers]) => [field, same(byField.get(field), peers) ?? peers]))
    for (const tell of listeners) tell()
  }
  function toneOf(id: string): number {
    const tone = tones.get(id) ?? tones.size % PEER_TONES
    tones.set(id, tone)
    return tone
  }

  look()
  const stop = subscribeKey(session.store, 'people', look)
  return {
    all: () => all,
    at: (field) => byField.get(field) ?? NOBODY,
    subscribe(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    close: stop,
  }
}

function peerOf({ id, name, page, selection, typing }: Presence[number], view: PackState, tone: number): Peer {
  // A page is counted within its document, and only a field says which that is where there are several.
  const field = view.fields[typing ?? selection[0] ?? '']
  const document = field?.document ?? (view.documents.length === 1 ? view.documents[0]!.key : null)
  return { id, name, short: name.trim().split(/\s+/u)[0] || name, tone, document, page, selection, typing }
}

const fieldsOf = ({ selection, typing }: Peer): ReadonlySet<string> => new Set(typing === null ? selection : [...selection, typing])

function same(before: readonly Peer[] | undefined, now: readonly Peer[]): readonly Peer[] | null {
  const key = (peers: readonly Peer[]) => JSON.stringify(peers.map(({ id, name, typing }) => [id, name, typing]))
  return before && key(before) === key(now) ? before : null
}

/** A member's tone: dark and grave, never one of the signers' hues. */
export const toneOf = ({ tone }: Pick<Peer, 'tone'>): string => `var(--peer-${tone + 1})`
