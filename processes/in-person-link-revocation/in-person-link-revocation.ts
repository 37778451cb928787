import type { Who } from '#domain/pack'
import type { CommandHandler } from '#platform/command-handler'
import type { World } from '#platform/ports'
import type { Sessions } from '#platform/sessions'
import { type DeclaredSweep, packsFor, type RegularSweep, type SweepEveryDeps, sweepEvery } from '#processes/engine'

/** The name under which earlier versions choose the one process that looks, and which events hold. */
const NAME = 'taking-back'

/** A lent device, by the session that stands for it. */
export interface Handed {
  readonly session: string
  readonly user: string
  readonly link: { readonly pack: string; readonly signatory: string; readonly link: string }
  /** The session has ended, for any reason. */
  readonly over: boolean
}
export interface InPersonLinkRevocationDeps extends Omit<SweepEveryDeps, 'name' | 'round'> {
  readonly handler: CommandHandler
  readonly world: World
  readonly defaultCountry: string
  handed(): Promise<readonly Handed[]>
  belongs(user: string, workspace: string): Promise<boolean>
  settled(session: string): Promise<void>
}
/**
 * A link to sign in person lives as long as its host's session: unlocking the device ends it at once. Where the session
 * ends elsewhere (nobody came for days, the host's password was reset, the host left the workspace), it is found here. First the
 * link dies, then the session is forgotten: an interruption in between is repaired with the next look.
 */
export function startInPersonLinkRevocation({
  handler,
  defaultCountry,
  handed,
  belongs,
  settled,
  ...when
}: InPersonLinkRevocationDeps): RegularSweep {
  const { world } = when
  const packs = packsFor(NAME, { handler, defaultCountry })

  async function round(isStopped: () => boolean): Promise<void> {
    for (const one of await handed()) {
      if (isStopped()) return
      // One whose document cannot be read holds up nobody else's.
      await look(one).catch((error: unknown) => {
        if (!isStopped()) world.log.warn({ process: NAME, error }, 'the link of a device that was handed over could not be looked at')
      })
    }
  }
  async function look({ session, user, link: { pack, signatory, link }, over }: Handed): Promise<void> {
    const { exists, workspace } = await packs.load(pack)
    if (exists) {
      if (!over && (await belongs(user, workspace))) return
      if (!(await revokeLink({ session, user, link: { pack, signatory, link } }))) return
    } else if (!over) return
    await settled(session)
  }
  /** In the name of the host, whose it is to take back; recorded as what it is, the installation's doing. */
  async function revokeLink({ session, user, link: { pack, signatory, link } }: Omit<Handed, 'over'>): Promise<boolean> {
    const host: Who = { as: 'team', user, workspace: '', permissions: new Set() }
    const because = { cause: `handed:${session}`, step: 'take-back' }
    return (await packs.perform(pack, { do: 'TakeBackSigningLink', signatory, link }, because, host)).refused === null
  }
  return sweepEvery({ ...when, name: NAME, round })
}

interface Needs extends Pick<InPersonLinkRevocationDeps, 'handler' | 'world'> {
  readonly accounts: {
    allHandedOver(): Promise<readonly Handed[]>
    membershipsOf(user: string): Promise<readonly { readonly workspace: string }[]>
  }
  readonly sessions: Pick<Sessions, 'settled'>
  readonly config: { readonly defaultCountry: string }
}
/** The question costs nothing while no device is lent. */
const EVERY_MS = 2_000

export const inPersonLinkRevocationSweep: DeclaredSweep<Needs> = {
  name: NAME,
  start: ({ handler, world, accounts, sessions, config }, turn) =>
    startInPersonLinkRevocation({
      handler,
      world,
      defaultCountry: config.defaultCountry,
      handed: accounts.allHandedOver,
      belongs: async (user, workspace) => (await accounts.membershipsOf(user)).some((one) => one.workspace === workspace),
      settled: sessions.settled,
      everyMs: EVERY_MS,
      turn,
    }),
}
