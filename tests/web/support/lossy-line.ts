import { vi } from 'vitest'
import type { PackState } from '#domain/pack'
import type { SessionCalls } from '../../../web/live/calls.ts'
import type { ConnectionPorts, openConnection } from '../../../web/live/connection.ts'
import type { KeptHistory } from '../../../web/live/kept-history.ts'
import { createPackSession } from '../../../web/live/pack-session.ts'
import type { SaveCall } from '../../../web/live/pending.ts'
import type { SaveAnswer } from '../../../web/live/saver.ts'
import type { PackSession } from '../../../web/live/session.ts'
import { type ModelServer, memberOf, modelServer } from './model-server.ts'
import { memoryBrowser } from './outbox.ts'

interface Request {
  readonly call: SaveCall
  readonly user: string
  answer(answer: SaveAnswer): void
}
export interface Desk {
  readonly session: PackSession
  readonly user: string
}
interface OpenDesk extends Desk {
  readonly ports: ConnectionPorts
  readonly pushes: (() => void)[]
  die(): void
}
/** Until the page hears of what the server has done: its answer, and the events, which are there first where both come at once. */
export interface Delays {
  readonly answersMs: number
  readonly eventsMs: number
}
export const AT_ONCE: Delays = { answersMs: 0, eventsMs: 0 }
const LOST: SaveAnswer = { answer: 'failed', offline: true }

/** Tabs at desks, and between them and the server a line on which a test decides about every message. */
export function browserDesks(server: ModelServer, browserOf: (user: string) => ReturnType<typeof memoryBrowser>) {
  const desks = new Map<number, OpenDesk>()
  const histories = new Map<number, KeptHistory>()
  const requests: Request[] = []
  let healed = false
  let delays = AT_ONCE

  function deliver({ call, user, answer }: Request): void {
    answer(server.handle(call, user))
  }

  function open(at: number, user: string): void {
    if (desks.has(at)) return
    const page = browserOf(user).page()
    const pushes: (() => void)[] = []
    let ports: ConnectionPorts | undefined
    const fresh = () => {
      const [revision, view] = [server.revision, server.now()]
      return () => ports!.fresh({ revision, view: structuredClone(view), view_digest: null })
    }
    const calls: SessionCalls = {
      save: (_, call) =>
        new Promise((resolve) => {
          // What is on the line is no longer the page's: later changes there must not reach it.
          const request = { call: structuredClone(call), user, answer: resolve }
          if (!healed) requests.push(request)
          else if (delays.answersMs === 0) deliver(request)
          else deliver({ ...request, answer: (answer) => void setTimeout(() => resolve(answer), delays.answersMs) })
        }),
      view: () => Promise.reject(new Error('asked of the connection')),
      documentUpdates: async () => '',
      changes: async () => '',
    }
    const connect: typeof openConnection = (given) => {
      ports = given
      const refetch = async () => {
        if (healed) fresh()()
        else pushes.push(fresh())
      }
      return { catchUp: refetch, refetch, here() {}, close() {} }
    }
    const session = createPackSession({
      documentKey: 'p',
      view: structuredClone(server.now()) as PackState,
      revision: server.revision,
      viewDigest: null,
      audience: 'team',
      principal: `user:${user}`,
      who: memberOf(server.now(), user),
      calls,
      connect,
      outbox: page.outbox,
      memory: { load: () => histories.get(at) ?? null, save: (history) => void histories.set(at, structuredClone(history)) },
    })
    const stop = server.listen((message) => {
      const push = () => ports!.events(structuredClone(message) as Parameters<ConnectionPorts['events']>[0])
      if (!healed) pushes.push(push)
      else if (delays.eventsMs === 0) push()
      else setTimeout(push, delays.eventsMs)
    })
    desks.set(at, {
      session,
      user,
      ports: ports!,
      pushes,
      die() {
        stop()
        // As when a tab is killed: nothing runs any more, the browser tells the others.
        session.close()
        page.die()
      },
    })
  }

  function die(at: number): void {
    const desk = desks.get(at)
    desks.delete(at)
    desk?.die()
  }

  function request(how: string, n: number): void {
    const at = requests.length === 0 ? -1 : n % requests.length
    const one = requests[at]
    if (!one) return
    if (how !== 'arrives twice') requests.splice(at, 1)
    if (how === 'never arrives') one.answer(LOST)
    else if (how === 'answer lost') {
      server.handle(one.call, one.user)
      one.answer(LOST)
    } else deliver(one)
  }

  function push(how: string, n: number): void {
    const open = [...desks.values()].filter(({ pushes }) => pushes.length > 0)
    const desk = open[n % Math.max(1, open.length)]
    if (!desk) return
    const at = n % desk.pushes.length
    const message = desk.pushes[at]!
    if (how !== 'pushed twice') desk.pushes.splice(at, 1)
    if (how !== 'push lost') message()
  }

  return {
    open,
    die,
    at: (at: number): Desk | null => desks.get(at) ?? null,
    all: (): readonly Desk[] => [...desks.values()],
    line(how: string, n: number): void {
      if (how === 'settles') {
        for (const one of requests.splice(0)) deliver(one)
        for (const { pushes } of desks.values()) for (const message of pushes.splice(0)) message()
      } else if (how.startsWith('push')) push(how, n)
      else request(how, n)
    },
    /** From now on everything arrives at once, or in its time; what is still on the line comes late, twice or never. */
    heal(from = AT_ONCE): void {
      healed = true
      delays = from
      for (const [at, one] of requests.splice(0).entries()) {
        if (at % 3 !== 2) server.handle(one.call, one.user)
        one.answer(LOST)
      }
      for (const { pushes, session } of desks.values()) {
        pushes.length = 0
        void session.refetch()
      }
    },
    quiet: () => [...desks.values()].every(({ session }) => session.store.saved.waiting === 0),
    close(): void {
      for (const at of [...desks.keys()]) die(at)
    },
  }
}

/** One page that is loaded again now and then, of a server that it cannot reach before the line is healed. */
export async function pageWithoutLine(view: PackState) {
  const server = modelServer(view)
  const browser = memoryBrowser()
  const desks = browserDesks(server, () => browser)
  const open = async () => {
    desks.open(0, 'anna')
    await vi.advanceTimersByTimeAsync(0)
  }
  await open()
  return {
    server,
    session: () => desks.at(0)!.session,
    async reload() {
      await vi.advanceTimersByTimeAsync(0)
      desks.die(0)
      await open()
    },
    heal: desks.heal,
    close: desks.close,
  }
}

/** One page, of a server that does at once what it is asked. Time stands still but for what it takes to open. */
export async function onePage(view: PackState, delays = AT_ONCE) {
  const { server, session, heal, close } = await pageWithoutLine(view)
  heal(delays)
  return { server, session: session(), close }
}
