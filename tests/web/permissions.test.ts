import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { teamOfUser } from '#contract/session'
import { PERMISSIONS } from '#domain/workspace'
import { permissionRecordsOf } from '../../command-api/edge/permission-records.ts'
import { features } from '../../web/features/all.ts'
import { session, type Workspace } from '../../web/features/auth/session.ts'
import { chooseWorkspace } from '../../web/features/auth/workspace-choice.ts'

beforeEach(() => void vi.stubGlobal('location', { hash: '' }))
afterEach(() => {
  Object.assign(session, { workspaces: [], workspace: null })
  vi.unstubAllGlobals()
})

test('[S-123] a user account holds document_permissions and user_profile_permissions, which are empty where they are absent', () => {
  const account = {
    key: crypto.randomUUID(),
    account_key: crypto.randomUUID(),
    account_name: 'Team',
    is_admin: false,
    is_personal_account: false,
  }
  const read = (held: object) => teamOfUser.parse({ ...account, ...held }).permissions
  expect(read({})).toEqual({ document_permissions: {}, user_profile_permissions: {} })
  expect(read({ permissions: {} })).toEqual({ document_permissions: {}, user_profile_permissions: {} })
  const profile = { user_profile_permissions: { can_view_teams: true } }
  expect(read({ permissions: profile })).toEqual({ document_permissions: {}, ...profile })

  // What the server answers with names each flag in one of the two, as it is held.
  const answered = permissionRecordsOf(new Set(['can_upload_documents', 'can_view_teams']))
  expect(read({ permissions: answered })).toEqual(answered)
  const { document_permissions, user_profile_permissions } = answered
  const names = [...Object.keys(document_permissions), ...Object.keys(user_profile_permissions)]
  expect(names.sort()).toEqual([...PERMISSIONS].sort())
  const on = Object.entries({ ...document_permissions, ...user_profile_permissions }).filter(([, held]) => held)
  expect(on.map(([name]) => name).sort()).toEqual(['can_upload_documents', 'can_view_teams'])
})

test('[S-237] permissions are those of the selected workspace: choosing another one switches them, and what the page offers by them', () => {
  const workspace = (account_key: string, permissions: string[]): Workspace => ({
    account_key,
    account_name: account_key,
    is_admin: false,
    is_personal_account: false,
    permissions,
  })
  Object.assign(session, {
    workspaces: [workspace('one', ['can_view_api_details']), workspace('two', ['can_manage_account', 'can_read_outbox', 'can_view_teams'])],
  })
  const offered = () => features.filter(({ permission }) => permission?.(session.workspace as Workspace) === true).map(({ name }) => name)
  chooseWorkspace('one')
  expect(session.workspace?.permissions).toEqual(['can_view_api_details'])
  expect(offered()).toEqual(['applications'])
  chooseWorkspace('two')
  expect(session.workspace?.permissions).toEqual(['can_manage_account', 'can_read_outbox', 'can_view_teams'])
  expect(offered().sort()).toEqual(['outbox', 'people', 'records'])
  chooseWorkspace('one')
  expect(offered()).toEqual(['applications'])
})
