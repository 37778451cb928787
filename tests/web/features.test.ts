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

test('rail and search box offer the outbox to administrators of a team, people to its members, safekeeping to any administrator, applications to those with the permission', () => {
  const offered = (workspace: { is_admin: boolean; is_personal_account: boolean; permissions?: readonly string[] }) => {
    const names = features
      .filter(({ permission }) => permission?.({ permissions: [], ...workspace } as never) ?? true)
      .map(({ name }) => name)
    return ['applications', 'outbox', 'people', 'safekeeping', 'trash'].filter((name) => names.includes(name))
  }
  expect(offered({ is_admin: false, is_personal_account: false })).toEqual(['people', 'trash'])
  expect(offered({ is_admin: true, is_personal_account: false })).toEqual(['outbox', 'people', 'safekeeping', 'trash'])
  expect(offered({ is_admin: true, is_personal_account: true })).toEqual(['safekeeping', 'trash'])
  const permissions = ['can_view_api_details']
  expect(offered({ is_admin: false, is_personal_account: true, permissions })).toEqual(['applications', 'trash'])
})
