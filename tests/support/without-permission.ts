import { vi } from 'vitest'
import type { TestServer } from './server.ts'

/** Every account holder is without this permission, in all their workspaces, until the mock is restored. */
export function withoutPermission({ application }: TestServer, missing: string) {
  const { accounts } = application.services
  const found = accounts.accountIn.bind(accounts)
  return vi.spyOn(accounts, 'accountIn').mockImplementation(async (...asked) => {
    const account = await found(...asked)
    if (!account) return account
    const memberships = account.memberships.map((one) => ({
      ...one,
      permissions: new Set([...one.permissions].filter((each) => each !== missing)),
    }))
    return { ...account, memberships }
  })
}
