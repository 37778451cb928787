import type { Who } from '#domain/pack'
import type { CommandHandler } from '#platform/command-handler'
import { ALWAYS_MINE, type Turn } from '#platform/ownership'
import type { World } from '#platform/ports'
import { packsFor } from '#processes/engine'

/** A device that was handed over, by the session that stands for it. */
export interface Handed {
  readonly session: string
  readonly user: string
  readonly link: { readonly pack: string; readonly signatory: string; readonly link: string }
  /** The session has ended, whatever ended it. */
  readonly over: boolean
}
export interface TakingBackDeps {
  readonly handler: CommandHandler
  readonly world: World
  readonly defaultCountry: string
  handed(): Promise<readonly Handed[]>
  belongs(user: string, workspace: string): Promise<boolean>
  settled(session: string): Promise<void>
  readonly everyMs: number
  /** Left out where no other process looks. */
  readonly turn?: Turn
}
export interface TakingBack {
  /** A look at all of them now. */
  now(): Promise<void>
  stop(): Promise<void>
}

/**
 * A link to sign in person lives as long as its host's session: taken back on the device, that ends it at once. Where the session
 * ends elsewhere (nobody came for days, the host's password was reset, the host left the workspace), it is found here. First the
 * link dies, then the session is forgotten: whatever breaks in between is done again with the next look.
 */
export function startTakingBack({ handler, world, defaultCountry, everyMs, turn = ALWAYS_MINE, ...deps }: TakingBackDeps): TakingBack {
  const packs = packsFor('taking-back', { handler, defaultCountry })
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let cancel: () => void = () => undefined

  async function round(): Promise<void> {
    // One whose document cannot be read holds up nobody else's.
    for (const handed of await deps.handed()) if (!stopped) await look(handed).catch(trouble)
  }
  async function look({ session, user, link: { pack, signatory, link }, over }: Handed): Promise<void> {
    const { exists, workspace } = await packs.load(pack)
    if (exists) {
      if (!over && (await deps.belongs(user, workspace))) return
      if (!(await takenBack({ session, user, link: { pack, signatory, link } }))) return
    } else if (!over) return
    await deps.settled(session)
  }
  /** In the name of the host, whose it is to take back; recorded as what it is, the installation's doing. */
  async function takenBack({ session, user, link: { pack, signatory, link } }: Omit<Handed, 'over'>): Promise<boolean> {
    const host: Who = { as: 'team', user, workspace: '', isAdmin: false, permissions: new Set() }
    const because = { cause: `handed:${session}`, step: 'take-back' }
    return (await packs.perform(pack, { do: 'TakeBackSigningLink', signatory, link }, because, host)).refused === null
  }
  function trouble(error: unknown): void {
    if (!stopped) world.log.warn({ process: 'taking-back', error }, 'links of devices that were handed over could not be looked at')
  }
  const soon = () => {
    cancel()
    cancel = world.timers.after(everyMs, () => (turn.isMine() ? void now() : soon()))
  }
  function now(): Promise<void> {
    cancel()
    running = running
      .then(() => (stopped ? undefined : round()))
      .catch(trouble)
      .then(() => {
        if (!stopped) soon()
      })
    return running
  }
  soon()
  return {
    now,
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }
}
