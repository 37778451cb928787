import type { Services } from '../services.ts'

export interface Followers {
  packsChanged(packs: ReadonlySet<string>): Promise<void>
  membersChanged(workspaces: ReadonlySet<string>): Promise<void>
}

/**
 * The one subscription behind all live connections of this process. It begins at the end of the log as it stands now,
 * before anybody is served: what is older, everybody finds in the view they load.
 */
export async function followLog(
  { eventLog, world }: Pick<Services, 'eventLog' | 'world'>,
  followers: Followers,
): Promise<{ stop(): Promise<void> }> {
  let packs = new Set<string>()
  let workspaces = new Set<string>()
  const subscription = eventLog.subscribe({
    after: await eventLog.head(),
    filter: { streamPrefixes: ['pack-', 'workspace-'] },
    onEvent({ event: { stream } }) {
      const [kind] = stream.split('-', 1)
      if (kind === 'pack') packs.add(stream.slice('pack-'.length))
      else workspaces.add(stream.slice('workspace-'.length))
    },
    // A page at a time: what was appended together is pushed together.
    async onCheckpoint() {
      const changed = packs
      const joined = workspaces
      packs = new Set()
      workspaces = new Set()
      try {
        if (joined.size > 0) await followers.membersChanged(joined)
        await followers.packsChanged(changed)
      } catch (error) {
        // Told once more: `advance` begins where it stopped, so that nothing is lost and nothing told twice.
        for (const pack of changed) packs.add(pack)
        for (const workspace of joined) workspaces.add(workspace)
        throw error
      }
    },
    onTrouble: (error) => world.log.warn({ error }, 'live connections are behind the log'),
  })
  return { stop: () => subscription.stop() }
}
