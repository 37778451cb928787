import type { FastifyRequest } from 'fastify'
import { ANSWER_MS, HEADERS } from '#contract/envelope'
import { digestOf } from '#domain/kernel'
import type { Audience, PackCommand, PackState } from '#domain/pack'
import type { Signer } from '../../command-api/edge/caller.ts'
import { isProblem, type Problem } from '../../command-api/edge/problem.ts'
import { stillWaiting } from '../../command-api/edge/request-deadline.ts'
import { copyPack } from '../../command-api/pack/copy.ts'
import { linkEntry, newLinkToken } from '../../command-api/pack/links.ts'
import type { PackDone, Target } from '../../command-api/pack/packs.ts'
import { erasePeople } from '../../command-api/person-data/erase.ts'
import type { Environment } from './environment.ts'
import type { Gateway, Shown } from './live.ts'
import { enterAs, type Person, principalOf } from './person.ts'
import type { Promises } from './promises.ts'
import type { Random } from './random.ts'
import type { SampledView } from './sampled-view.ts'
import { PUBLIC_URL, type Server } from './server.ts'

/** What a server had said was done: from then on it must be so. */
export interface Acknowledged {
  readonly pack: string
  readonly key: string
  readonly principal: string
  /** In words. */
  readonly what: string
  /** Facts in the answer; a repetition and a command with nothing to do have a revision too. */
  readonly revision: number
  readonly changed: boolean
  /** How many events the answer named; null: of several appends, the last one's. */
  readonly facts: number | null
  /** The view on the screen of the person who decided; null: not stated. */
  readonly seen: number | null
  /** The newest revision that anybody had received when it was asked for first. */
  readonly known: number
}

export type Answer = { readonly ok: true; readonly revision: number } | { readonly ok: false; readonly code: string }
/** A pack as somebody was shown it. */
export interface Seen {
  readonly pack: string
  readonly audience: Audience
  /** Before it was made theirs: most who look need no page of it. */
  readonly state: PackState
  readonly revision: number
}
export type Looked =
  | { readonly ok: true; readonly state: PackState; readonly revision: number; readonly seen: Seen }
  | { readonly ok: false; readonly code: string }

/** Somebody with a browser or a program: asks one server after the other, with one key, until somebody answers. */
export interface Client {
  ask(pack: string, commands: readonly PackCommand[], seen?: number): Promise<Answer>
  /** The same, by somebody who may leave when no answer comes: then nobody sends it again. */
  mention(pack: string, commands: readonly PackCommand[]): Promise<Answer>
  /** The first command of a pack that is not there yet. */
  create(pack: string, commands: readonly PackCommand[]): Promise<Answer>
  /** What the pack holds of these people goes. */
  erase(pack: string, people: readonly string[]): Promise<Answer>
  look(pack: string): Promise<Looked>
  /** A pack like it, in its workspace. */
  copy(
    pack: string,
    kind: PackState['kind'],
  ): Promise<{ readonly ok: true; readonly pack: string } | { readonly ok: false; readonly code: string }>
  /** A signing link to hand over, another each time; null where there is none to be had. */
  takeLink(pack: string, signatory: string, inPerson: boolean): Promise<{ readonly link: string; readonly url: string } | null>
}

/** How far the page of a visitor by a link was served. */
export interface ServedPage {
  readonly pack: string
  readonly signatory: string
  readonly link: string
  readonly revision: number
}

export interface Network {
  readonly house: Environment
  readonly chance: Random
  /** A server that answers, as a load balancer picks it; null while none does. */
  server(): Server | null
  gateway(): Gateway | null
  sleep(ms: number): Promise<void>
  acknowledged: Acknowledged[]
  readonly promises: Promises
  /** By pack: the newest revision that anybody received. */
  readonly known: Map<string, number>
  /** By call of a page: the knowledge when it went out first. */
  readonly asked: Map<string, number>
  /** Pages that stay open to the end, and are served until then. */
  readonly leftOpen: Set<Shown>
  /** By link. */
  readonly served: Map<string, ServedPage>
  readonly glances: SampledView[]
  /** What somebody saw with their own eyes that must not be. */
  readonly wrong: string[]
  newId(): string
}

/** How often somebody leaves instead of trying again. */
const GIVES_UP = 0.2

/** One try with one server: whatever it throws, or never answers, is an answer that did not come. */
export function attempt<T>(network: Network, work: (server: Server) => Promise<T>): Promise<T | null> {
  const { house, chance } = network
  const { scheduler } = house
  const server = network.server()
  return new Promise((resolve) => {
    const stopWaiting = scheduler.after(ANSWER_MS, () => resolve(null))
    const arrived = (answer: T | null) => {
      stopWaiting()
      resolve(answer)
    }
    // What is asked for is lost on its way now and then, as the answer is.
    if (!server || chance.happens(house.weather.badness)) return
    server.machine.after(1 + chance.below(30), () => {
      work(server).then(
        (answer) => scheduler.after(1 + chance.below(30), () => void (chance.happens(house.weather.badness) || arrived(answer))),
        () => arrived(null),
      )
    })
  })
}

export const knownOf = ({ known }: Network, pack: string): number => known.get(pack) ?? -1
export const learn = (network: Network, pack: string, revision: number): void =>
  void network.known.set(pack, Math.max(knownOf(network, pack), revision))

/** A server said that it is done: from now on it must be so. */
export function acknowledge(
  network: Network,
  who: Person,
  { revision, events }: PackDone,
  of: Omit<Acknowledged, 'principal' | 'revision' | 'changed'>,
): void {
  network.acknowledged.push({ ...of, principal: principalOf(who), revision, changed: events.length > 0 })
  learn(network, of.pack, revision)
}

export function clientOf(network: Network, caller: () => Person): Client {
  const { chance } = network

  /** A client without an answer tries again, unless they have had enough and close the page. */
  async function until<T>(work: (server: Server) => Promise<T>, patient: boolean): Promise<T | null> {
    for (let pause = 500; ; pause = Math.min(2 * pause, 60_000)) {
      const answer = await attempt(network, work)
      if (answer !== null || (!patient && chance.happens(GIVES_UP))) return answer
      await network.sleep(pause * (0.5 + chance.fraction()))
    }
  }

  async function send(
    pack: string,
    commands: readonly PackCommand[],
    how: { creates: boolean; patient: boolean; seen?: number | undefined; erases?: readonly string[] },
  ): Promise<Answer> {
    const key = network.newId()
    const who = caller()
    const known = knownOf(network, pack)
    const done: PackDone | Problem | null = await until(async (server) => {
      const { packs, members } = server
      const request = requestOf(server, pack, key, commands)
      if (how.erases) {
        const place = await enterAs(server, who, pack)
        return isProblem(place) ? place : erasePeople({ packs, members }, place, request, how.erases)
      }
      const place = how.creates ? creating(pack, who) : await enterAs(server, who, pack)
      if (isProblem(place)) return place
      return packs.change({
        on: place,
        request,
        plan: () => commands,
        ...(how.seen === undefined ? {} : { seen: how.seen }),
        ...(how.creates ? { keys: [{ key: pack, kind: 'document', pack }] } : {}),
      })
    }, how.patient)
    if (done === null) return { ok: false, code: 'no-answer' }
    if (isProblem(done)) return { ok: false, code: done.code }
    const what = commands.map((command) => command.do).join(', ')
    acknowledge(network, who, done, { pack, key, what, facts: done.events.length, seen: how.seen ?? null, known })
    return { ok: true, revision: done.revision }
  }

  return {
    ask: (pack, commands, seen) => send(pack, commands, { creates: false, patient: true, seen }),
    create: (pack, commands) => send(pack, commands, { creates: true, patient: true }),
    mention: (pack, commands) => send(pack, commands, { creates: false, patient: false }),
    erase: (pack, people) => send(pack, [{ do: 'ErasePeople', people }], { creates: false, patient: true, erases: people }),
    async look(pack) {
      const known = knownOf(network, pack)
      const place = await until((server) => enterAs(server, caller(), pack), true)
      if (place === null) return { ok: false, code: 'no-answer' }
      if (isProblem(place)) return { ok: false, code: place.code }
      const { state, revision, audience } = place
      if (revision < known) network.wrong.push(`somebody was shown revision ${revision} of a pack, of which ${known} had been told`)
      learn(network, pack, revision)
      return { ok: true, state, revision, seen: { pack, audience, state, revision } }
    },
    async copy(pack, kind) {
      const key = network.newId()
      const who = caller()
      const made = await until(async (server) => {
        const request = requestOf(server, pack, key, { kind })
        const place = await enterAs(server, who, pack)
        return isProblem(place) ? place : copyPack(server, place, kind, request)
      }, true)
      if (made === null) return { ok: false, code: 'no-answer' }
      if (isProblem(made)) return { ok: false, code: made.code }
      acknowledge(network, who, made, { pack: made.pack, key, what: 'a copy', facts: null, seen: null, known: -1 })
      return { ok: true, pack: made.pack }
    },
    async takeLink(pack, signatory, inPerson) {
      const key = network.newId()
      const taken = await until(async (server) => {
        const { packs } = server
        const { world } = server.machine
        const request = requestOf(server, pack, key, { signatory, inPerson })
        const place = await enterAs(server, caller(), pack)
        if (isProblem(place)) return place
        const [token, link] = [newLinkToken(world.random), world.ids.next()]
        const issued = await packs.change({
          on: place,
          request,
          alwaysRun: true,
          keys: [linkEntry(token, { pack, signatory, link, inPerson })],
          plan: () => [{ do: 'IssueSigningLink', signatory, link, purpose: inPerson ? 'sign_in_person' : 'sign', request: null }],
        })
        return isProblem(issued) ? issued : { link, url: `${PUBLIC_URL}/sign/${token}` }
      }, false)
      return taken === null || isProblem(taken) ? null : taken
    },
  }
}

/** A request that came to a server just now. */
export const requestOf = ({ machine }: Server, at: string, key: string, body: unknown) =>
  ({
    isWaitedFor: stillWaiting(machine.world),
    id: key,
    clientAddress: '192.0.2.1',
    method: 'POST',
    url: `/simulated/${at}`,
    body,
    headers: { [HEADERS.idempotencyKey]: key, 'user-agent': 'simulation' },
  }) as unknown as FastifyRequest

function creating(pack: string, caller: Person): Target {
  if (caller.as !== 'account') throw new Error('only an account creates a pack')
  const [membership] = caller.memberships
  const { workspace, permissions } = membership!
  return { pack, caller, who: { as: 'team', user: caller.user, workspace, permissions } }
}

/** What a link from a mail leads to, as opening a signing session finds it. */
export async function signerOf(house: Environment, link: string): Promise<Signer | null> {
  const token = link.slice(link.lastIndexOf('/') + 1)
  const entry = await house.keyIndex.find(digestOf(token), 'link')
  const { signatory, link: id, inPerson } = entry?.extra ?? {}
  if (!entry || typeof signatory !== 'string' || typeof id !== 'string') return null
  return { as: 'signer', session: 'session', pack: entry.pack, signatory, link: id, inPerson: inPerson === true }
}
