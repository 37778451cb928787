import { type Field, type PackCommand, type PackState, viewDigest, viewFor } from '#domain/pack'
import type { PackMessage } from '../../command-api/live/watched-pack.ts'
import { browserOutbox } from '../../web/live/browser-outbox.ts'
import type { openConnection } from '../../web/live/connection.ts'
import type { Pace } from '../../web/live/pending.ts'
import type { Loss } from '../../web/live/saver.ts'
import { sessionOn } from '../../web/live/session-on.ts'
import type { Storage } from './browser.ts'
import type { Network, Seen } from './client.ts'
import { saveCall } from './desk.ts'
import { createHost } from './host.ts'
import { roomFor, type Shown } from './live.ts'
import { type Observer, openObserver } from './observer.ts'
import { type Person, principalOf } from './person.ts'
import type { Act } from './promises.ts'

/** A page with a pack open, as the product's own client keeps it: what is done shows at once and is saved by itself. */
export interface Tab {
  /** null where the page would not have it. */
  do(command: PackCommand, pace?: Pace): Act | null
  /** As one step, which can be undone. */
  step(commands: readonly PackCommand[]): void
  undo(): void
  redo(): void
  /** What they did without a command of their own, as they read it off the screen. */
  relyOn(command: PackCommand): void
  field(key: string): Field | undefined
  /** Calls back whenever it shows something else, however shortly. Returns the way out. */
  onShown(listener: () => void): () => void
  view(): PackState
  /** Where its person looks; null: nobody asks where the team looks. */
  readonly eyes: Observer | null
  /** Whether this signer stands there. */
  names(signatory: string): boolean
  showsSaved(): boolean
  /** It says that it is not for them any more. */
  hasEnded(): boolean
  /** Until the page says that everything is saved; false when it has ended before, or nobody waits that long. */
  saved(): Promise<boolean>
  close(): void
  /** It stays open, and nobody touches it any more. */
  leave(): void
  /** The tab is gone from one moment to the next. What it keeps in the browser stays. */
  crash(): void
}

const PATIENCE_MS = 10 * 60_000
const LOOK_MS = 700

/**
 * Opens a page on the loaded view. Its user relies on what it shows: `network.promises` records all they do, and
 * when the page said that it is saved.
 */
export async function openTab(network: Network, storage: Storage, of: { caller: Person; seen: Seen }): Promise<Tab> {
  const { house, chance } = network
  const { caller, seen } = of
  const machine = createHost('tab', house.scheduler, chance.of(network.newId()))
  const { next: newKey } = machine.world.ids
  const principal = principalOf(caller)
  const audience = caller.as === 'signer' ? { signatory: caller.signatory } : 'team'
  const eyes = caller.as === 'signer' ? openObserver(network, machine, caller) : null
  const acts = network.promises.page(seen.pack, principal, storage)
  let over = false

  function note(news: PackMessage): void {
    if (caller.as !== 'signer') return
    const { pack, signatory, link } = caller
    const revision = news.kind === 'events' ? news.message.to : news.message.revision
    const before = network.served.get(link)?.revision ?? -1
    network.served.set(link, { pack, signatory, link, revision: Math.max(before, revision) })
  }

  const connect: typeof openConnection = (page) => {
    const room = roomFor(house, network.gateway, caller, seen.pack, {
      revision: page.revision,
      hear(news) {
        if (!machine.alive) return
        note(news)
        if (news.kind === 'events') page.events(news.message)
        else if (news.kind === 'fresh') page.fresh(news.message)
        else throw new Error('no story makes a view that is too large to be pushed')
      },
      shownOut: (why) => void (machine.alive && page.ended(why)),
    })
    machine.onEnd(room.leave)
    page.state('live')
    return { catchUp: async () => room.again(), refetch: async () => room.wholeView(), here() {}, close: room.leave }
  }
  const session = sessionOn(
    {
      calls: {
        save: (pack, call) => saveCall(network, machine, caller, pack, call),
        view: () => Promise.reject(new Error('nobody polls here')),
        documentUpdates: async () => '',
        changes: async () => '',
      },
      outbox: browserOutbox(seen.pack, principal, newKey(), storage.from(machine)),
      memory: { load: () => null, save() {} },
      connect,
      time: { now: machine.world.clock.now, after: machine.after },
      newKey,
      warn: () => undefined,
    },
    {
      documentKey: seen.pack,
      view: viewFor(seen.state, seen.audience),
      revision: seen.revision,
      viewDigest: caller.as === 'signer' ? viewDigest(seen.state, caller.signatory) : null,
      audience,
      principal,
      onLost: ({ commands }: Loss) => acts.lost(commands),
      onEnded: () => {
        over = true
        eyes?.end()
        network.leftOpen.delete(shown)
        acts.ended()
      },
    },
  )
  // Nobody is as fast as the storage of their own browser.
  await session.inherited
  const shown: Shown = {
    pack: seen.pack,
    audience: seen.audience,
    get confirmed() {
      const { revision, viewDigest: digest } = session.store
      return { view: session.view(), revision, viewDigest: digest }
    },
  }
  const showsSaved = () => session.store.saved.waiting === 0

  return {
    showsSaved,
    hasEnded: () => over,
    do(command, pace) {
      return over || session.do(command, pace) !== null ? null : acts.done(command, session.store.revision)
    },
    step(commands) {
      if (over || session.step(commands).length > 0) return
      for (const command of commands) acts.done(command, session.store.revision)
    },
    undo: () => over || session.history.undo(),
    redo: () => over || session.history.redo(),
    relyOn: (command) => void (over || acts.done(command, session.store.revision)),
    eyes,
    field: (key) => session.view().fields[key],
    onShown: session.subscribe,
    view: () => session.view(),
    names: (signatory) => session.view().signatories.some(({ uuid, removed }) => uuid === signatory && !removed),
    async saved() {
      for (let waited = 0; waited < PATIENCE_MS && machine.alive && !over; waited += LOOK_MS) {
        if (showsSaved()) {
          acts.shownAsSaved()
          return true
        }
        await network.sleep(LOOK_MS)
      }
      return false
    },
    close() {
      if (showsSaved()) acts.shownAsSaved()
      acts.closed()
      eyes?.close()
      session.close()
      // Its last write and its locks are the browser's to end.
      house.scheduler.after(1_000, machine.kill)
    },
    leave() {
      if (!over) network.leftOpen.add(shown)
    },
    crash() {
      acts.crashed()
      machine.kill()
    },
  }
}
