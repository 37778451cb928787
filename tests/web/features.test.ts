import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue, features } from '../../web/features/all.ts'
import { messages } from '../../web/messages/index.ts'
import { requirements } from '../support/requirements.ts'

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

/** Addresses of the specification that come with the profile, branding and text messages. */
const LATER = ['/profile', '/team/$/branding', '/team/$/branding/$', '/team/$/branding/new', '/admin_sms_sender']

test('the page serves every hash route of the specification, but those that come later', () => {
  const asked = requirements()
    .filter(({ kind }) => kind === 'route')
    .flatMap(({ requirement }) => [...requirement.matchAll(/#([a-z_]+(?:\/[\w{}-]+)*)/g)].map(([, path = '']) => path))
    .map((path) => `/${path.replace(/\{\w+\}/g, '$')}`)
  expect(asked.length).toBeGreaterThan(30)
  const routes = features.flatMap(({ routes = [] }) => routes)
  const serves = (path: string) =>
    routes.some(({ path: pattern, isKnown }) => {
      const [names, parts] = [pattern.split('/'), path.split('/')]
      if (names.length !== parts.length) return false
      const params = Object.fromEntries(
        names.flatMap((name, at) => (name.startsWith('$') ? [[name.slice(1), parts[at]?.replace('$', '0')]] : [])),
      )
      return names.every((name, at) => name.startsWith('$') || name === parts[at]) && (isKnown?.(params as never) ?? true)
    })
  expect([...new Set(asked)].filter((path) => !serves(path)).sort()).toEqual([...LATER].sort())
})

test('[D-035 S-022] the tab of a document is a non-negative integer, a word of the specification, or leads to nothing', () => {
  const { isKnown } = features.flatMap(({ routes = [] }) => routes).find(({ path }) => path === '/documents/$key/$tab')!
  const known = (tab: string) => isKnown!({ key: 'x', tab } as never)
  for (const tab of ['0', '7', '12', 'from_template', 'open_in_person_modal', 'enqueue_signature_requests'])
    expect(known(tab), tab).toBe(true)
  for (const tab of ['-1', '1.5', '1e3', '', ' 1', 'tab', '0x1', '١']) expect(known(tab), tab).toBe(false)
})
