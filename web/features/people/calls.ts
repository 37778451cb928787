import type { z } from 'zod'
import { done } from '#contract/envelope'
import {
  type account,
  accountAnswer,
  type addUserAccount,
  begunAnswer,
  savedAccountAnswer,
  type updateUserAccountPermissions,
  type userAccount,
  userAccountsAnswer,
} from '#contract/workspace'
import type { Permission } from '#domain/workspace'
import { http } from '../../http/index.ts'
import type { Ask, From } from '../../list/index.ts'

export type Member = z.infer<typeof userAccount>
/** Of one workspace, who has this in their name or address. */
export interface MemberFilter {
  readonly account: string
  readonly search: string
}

export type Account = z.infer<typeof account>

export const fetchAccount = async (key: string): Promise<Account> => (await http.get(`/app/accounts/${key}`, accountAnswer)).data.account
/** Sets up a workspace, or renames the one that has this key. */
export const saveAccount = async (key: string, name: string): Promise<Account> =>
  (await http.post(`/app/accounts/${key === 'new' ? '' : key}`, savedAccountAnswer, { data: { key, name } })).data.account

export async function fetchMembers(filter: MemberFilter, { cursor }: From, { limit, signal, quiet }: Ask) {
  const { account, search } = filter
  const query = { ...(search ? { search } : {}), ...(cursor ? { cursor } : {}), limit: String(limit) }
  const page = await http.get(`/app/accounts/${account}/user_accounts`, userAccountsAnswer, {
    query,
    ...(signal ? { signal } : {}),
    ...(quiet ? { quiet } : {}),
  })
  return { rows: page.user_accounts, cursor: page.cursor, counts: { all: page.number_of_user_accounts } }
}
export const addMember = (account: string, data: z.infer<typeof addUserAccount>) =>
  http.post(`/app/accounts/${account}/add_user_account`, done, { data })
export const setAdministrator = (account: string, user_account_key: string, is_admin: boolean) =>
  http.post(`/app/accounts/${account}/update_user_account`, done, { data: { user_account_key, is_admin } })
/** Switches these permissions, and the role with them where it is named; all others stay. */
export type RightsChange = Omit<z.input<typeof updateUserAccountPermissions>, 'user_account_key' | 'permissions'> & {
  readonly permissions: Readonly<Partial<Record<Permission, boolean>>>
}
export const changeRights = (account: string, user_account_key: string, { permissions, ...rest }: RightsChange) =>
  http.post(`/app/accounts/${account}/update_user_account_permissions`, done, {
    data: { user_account_key, ...rest, permissions: { document_permissions: permissions } },
  })
/** What a member has begun, and who takes it over where nobody else is chosen. */
export const fetchBegun = (account: string, user_account_key: string) =>
  http.get(`/app/accounts/${account}/user_accounts/${user_account_key}/begun`, begunAnswer, { quiet: true })
export const removeMember = (account: string, user_account_key: string, successor_key: string | null) =>
  http.post(`/app/accounts/${account}/remove_user_account`, done, {
    data: { user_account_key, ...(successor_key === null ? {} : { successor_key }) },
  })
export const ensureLoggedIn = () => http.get('/app/management/ensure_logged_in', done, { ignoreUnauthorised: true })
