import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue, features } from '../../web/features/all.ts'
import { messages } from '../../web/messages/index.ts'

const repeated = (names: readonly unknown[]) => names.filter((name, at) => names.indexOf(name) !== at)

test('every folder that declares a screen is part of the page, once', () => {
  const folder = new URL('../../web/features/', import.meta.url)
  const declared = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/feature.ts`, folder)))
  expect(features.map(({ name }) => name).sort()).toEqual(declared.sort())
})

test('no two features take the same address, the same place in the rail, or the same words', () => {
  expect(repeated(features.flatMap(({ routes = [] }) => routes.map(({ path }) => path)))).toEqual([])
  expect(repeated(features.flatMap(({ rail }) => rail?.order ?? []))).toEqual([])
  const said = [...Object.keys(messages), ...features.flatMap((feature) => Object.keys(feature.messages))]
  expect(repeated(said)).toEqual([])
  expect(Object.keys(catalogue).sort()).toEqual(said.sort())
})

test('rail and search box offer each screen by the permission of its own, whatever the role, and what is a team’s only in a team', () => {
  const offered = (permissions: readonly string[], is_personal_account = false, is_admin = false) => {
    const workspace = { is_admin, is_personal_account, permissions }
    const names = features.filter(({ permission }) => permission?.(workspace as never) ?? true).map(({ name }) => name)
    return ['applications', 'outbox', 'people', 'records', 'trash'].filter((name) => names.includes(name))
  }
  const all = {
    outbox: 'can_read_outbox',
    people: 'can_view_teams',
    records: 'can_manage_account',
    applications: 'can_view_api_details',
  }
  for (const [name, permission] of Object.entries(all)) expect(offered([permission])).toEqual([name, 'trash'].sort())
  expect(offered([], false, true)).toEqual(['trash'])
  expect(offered(Object.values(all))).toEqual(['applications', 'outbox', 'people', 'records', 'trash'])
  expect(offered(Object.values(all), true)).toEqual(['applications', 'records', 'trash'])
})
