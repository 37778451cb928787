import { freePort, type SpawnedServer, spawnServer } from './spawned.ts'

export type RoleName = 'api' | 'projections' | 'processes'
export interface SpawnedRole extends SpawnedServer {
  readonly role: RoleName
  /** What it says of a part: its words; null where it has no such part. */
  words(part: string): Promise<string | null>
  metrics(): Promise<string>
}

/** One role of the program as a process of its own, next to others on the same database. Answers when it is well. */
export async function spawnRole(role: RoleName, shared: { dataDir: string; env: Record<string, string> }): Promise<SpawnedRole> {
  const status = await freePort()
  const at = `http://127.0.0.1:${status}`
  const env = { ...shared.env, PARAPH_ROLES: role, PARAPH_STATUS_PORT: String(status) }
  const server = await spawnServer({ dataDir: shared.dataDir, env, health: `${at}/health` })
  return {
    ...server,
    role,
    async words(part) {
      const answer = await fetch(`${at}/health`)
      const { dependencies } = (await answer.json()) as { dependencies: readonly { name: string; words: string }[] }
      return dependencies.find(({ name }) => name === part)?.words ?? null
    },
    metrics: async () => (await fetch(`${at}/metrics`)).text(),
  }
}
