import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessAnswer } from '#contract/access'
import type { DifferencesAnswer } from '#contract/document-list'
import type { AuditRecord } from '#contract/documents'
import { HEADERS } from '#contract/envelope'
import { verifyFile } from '#pdf/verification'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { packs } from '../../command-api/pack/packs.ts'
import { asTeam, soon, typesOf } from '../support/live-client.ts'
import { eventually, newId, prepared, sent, uploaded, viewOf } from '../support/prepared.ts'
import { sealedPackOf } from '../support/sealed-file.ts'

let server: TestServer
/** In both workspaces; `nora` in the first alone, `sue` in the second alone. */
let owner: Client
let nora: Client
let sue: Client
let south: string
const FAILED = 'An error occurred while performing this move.'

beforeAll(async () => {
  server = await testServer()
  owner = server.owner
  nora = await server.member('Nora')
  await server.member('Petra')
  const made = await owner.post<{ data: { account: { key: string } } }>('/app/accounts/', { data: { key: 'new', name: 'South' } })
  south = made.data.account.key
  sue = await server.stranger('Sue')
  const data = { first_name: 'Sue', last_name: 'Tester', email_address: 'sue@example.com', is_admin: false }
  await owner.post(`/app/accounts/${south}/add_user_account`, { data })
  sue.remember({ [HEADERS.workspace]: south })
})
afterAll(() => server.close())

type Taken = { partial: boolean; done: string[]; refused: { key: string; code: string; message: string }[]; message: string }
const take = (who: Client, action: 'Move' | 'Copy', to_account_key: string, ...document_keys: readonly string[]) =>
  who.post<Taken>('/app/copy_move_documents', { data: { document_keys, action, to_account_key } })
const move = (to: string, ...packs: readonly string[]) => take(owner, 'Move', to, ...packs)
async function naming<T>(workspace: string, does: () => Promise<T>): Promise<T> {
  owner.remember({ [HEADERS.workspace]: workspace })
  return does().finally(() => owner.remember({ [HEADERS.workspace]: server.workspace }))
}
interface Listed {
  readonly documents: readonly {
    readonly key: string
    readonly document_name: string
    readonly account_key: string
    readonly status: string
  }[]
}
const listed = async (who: Client, query = '') => (await who.get<Listed>(`/app/documents${query}`)).documents.map(({ key }) => key)
const recordsOf = async (who: Client, pack: string) =>
  (await who.get<{ audit_records: readonly AuditRecord[] }>(`/app/audit_trail/${pack}`)).audit_records
type Members = { readonly user_accounts: readonly { key: string; user: { key: string; full_name: string } }[] }
const memberOf = async (workspace: string, name: string) =>
  (await owner.get<Members>(`/app/accounts/${workspace}/user_accounts`)).user_accounts.find(({ user }) => user.full_name.startsWith(name))!
async function permit(workspace: string, name: string, document_permissions: Record<string, boolean>): Promise<void> {
  const { key } = await memberOf(workspace, name)
  await owner.post(`/app/accounts/${workspace}/update_user_account_permissions`, {
    data: { user_account_key: key, permissions: { document_permissions } },
  })
}
const FIELDS = [
  { type: 'signature', x: 60, y: 300, width: 200, height: 48, signer: 0 },
  { type: 'text', x: 60, y: 400, width: 200, height: 24, signer: 'self', data: 'Kept' },
] as const

describe('a document that is moved', () => {
  test('[W-242 W-095] is the other workspace’s with all its history: in lists, search, contacts, mails and the feed; moved back, it is as before', async () => {
    const { pack, signers } = await sent(owner, 'Movable charter', ['Ivo Mover'], FIELDS)
    const before = await eventually(
      () => viewOf(owner, pack),
      ({ view }) => view.signatories[0]?.request?.state === 'sent',
    )
    const contacts = async () => JSON.stringify(await owner.get('/app/contacts?search_query=Ivo'))
    const mails = async () => (await owner.get<{ mails: { document_key: string | null }[] }>('/app/outbox')).mails
    const isIn = (workspace: string) =>
      naming(workspace, async () => [
        (await listed(owner)).includes(pack),
        (await listed(owner, '?search_query=movable')).includes(pack),
        (await contacts()).includes('Ivo Mover'),
        (await mails()).some(({ document_key }) => document_key === pack),
      ])
    const isEverywhere = (answer: boolean[]) => answer.every(Boolean)
    const isNowhere = (answer: boolean[]) => !answer.some(Boolean)
    await eventually(() => isIn(server.workspace), isEverywhere)
    expect(await refusalOf(sue.get(`/app/documents/${pack}`))).toMatchObject({ status: 404 })

    const watching = await asTeam(server.url, nora)
    const moving = await asTeam(server.url, owner)
    for (const { watch } of [watching, moving]) await watch(pack, before.revision)
    await watching.ask('watch_list', { account_key: server.workspace })
    await moving.ask('watch_list', { account_key: south })
    expect(await move(south, pack)).toMatchObject({ partial: false, done: [pack], refused: [], message: '1 document moved.' })

    // Those who may no longer see it are shown out, with nothing of what follows; the others go on.
    await soon(
      () => watching.refused,
      (refused) => refused.some(({ document_key, code }) => document_key === pack && code === 'not-found'),
    )
    await soon(
      () => typesOf(moving),
      (types) => types.includes('PackMoved'),
    )
    expect(typesOf(watching)).not.toContain('PackMoved')
    await soon(
      () => watching.lists,
      (lists) => lists.at(-1)?.removed.includes(pack) === true,
    )
    await soon(
      () => moving.lists,
      (lists) => lists.some(({ documents }) => documents.some(({ key }) => key === pack)),
    )
    for (const { socket } of [watching, moving]) socket.disconnect()

    await eventually(() => isIn(south), isEverywhere)
    await eventually(() => isIn(server.workspace), isNowhere)
    expect(await refusalOf(nora.get(`/app/documents/${pack}`))).toMatchObject({ status: 404 })
    const after = await viewOf(owner, pack)
    expect(after.view).toEqual({
      ...before.view,
      workspace: south,
      earlierWorkspaces: [server.workspace],
      moved: after.view.moved,
      updated: after.view.updated,
    })
    expect(after.view.signatories[0]!.links, 'the signing link works on').toEqual(before.view.signatories[0]!.links)
    expect(signers).toEqual([after.view.signatories[0]!.uuid])
    const trail = await recordsOf(sue, pack)
    expect(trail.map(({ who, words }) => [who, words])).toEqual(
      expect.arrayContaining([
        ['Mira Castell', 'requested signatures'],
        ['Mira Castell', 'moved it to another workspace'],
      ]),
    )

    const typesIn = (workspace: string) =>
      naming(workspace, async () => {
        const entries = JSON.parse(new TextDecoder().decode(await owner.bytes('/app/feed'))) as { type: string; subject: string }[]
        return entries.filter(({ subject }) => subject === pack).map(({ type }) => type)
      })
    await eventually(
      () => typesIn(south),
      (types) => types.includes('document.moved_in'),
    )
    expect((await typesIn(server.workspace)).at(-1)).toBe('document.moved_out')

    expect((await naming(south, () => move(server.workspace, pack))).message).toBe('1 document moved.')
    await eventually(() => isIn(server.workspace), isEverywhere)
    await eventually(() => isIn(south), isNowhere)
    expect((await viewOf(nora, pack)).view.workspace).toBe(server.workspace)
    expect(await refusalOf(sue.get(`/app/documents/${pack}`))).toMatchObject({ status: 404 })
    // A fact of each workspace, in either direction.
    const { eventLog } = server.application.services
    const movesOf = async (workspace: string) =>
      (await eventLog.read(`workspace-${workspace}`, 0n, 1_000)).flatMap(({ type, data }) => (data.pack === pack ? [type] : []))
    expect(await movesOf(server.workspace)).toEqual(['PackMovedOut', 'PackMovedIn'])
    expect(await movesOf(south)).toEqual(['PackMovedIn', 'PackMovedOut'])
  })

  test('once more, with its answer lost or by two at once, is moved once', async () => {
    const { pack } = await prepared(owner, 'Once', [], [])
    const answers = await Promise.all([move(south, pack), move(south, pack), move(south, pack)])
    expect(answers.map(({ done }) => done)).toEqual([[pack], [pack], [pack]])
    const history = await server.application.services.eventLog.read(`pack-${pack}`, 0n, 1_000)
    expect(history.filter(({ type }) => type === 'PackMoved')).toHaveLength(1)
  })

  test('[S-219 S-220 D-446 D-447] needs the right in both workspaces, and the one to make such a document there', async () => {
    const { pack } = await prepared(owner, 'Guarded', [], [])
    const template = (await owner.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)).document.key
    await owner.post(`/app/accounts/${south}/add_user_account`, {
      data: { first_name: 'Nora', last_name: 'Tester', email_address: 'nora@example.com', is_admin: false },
    })
    const cases = [
      [pack, 'can_move_documents', [server.workspace, south]],
      [template, 'can_move_templates', [server.workspace, south]],
      [pack, 'can_upload_documents', [south]],
      [template, 'can_create_templates', [south]],
    ] as const
    for (const [key, permission, workspaces] of cases)
      for (const workspace of workspaces) {
        await permit(workspace, 'Nora', { [permission]: false })
        for (const action of ['Move', 'Copy'] as const)
          expect([permission, await refusalOf(take(nora, action, south, key))]).toEqual([
            permission,
            { status: 403, code: 'not-permitted', message: FAILED },
          ])
        await permit(workspace, 'Nora', { [permission]: true })
      }
    expect((await viewOf(owner, pack)).view.workspace).toBe(server.workspace)
    // Of two, the one that may go goes, and the other is named with its reason.
    await permit(server.workspace, 'Nora', { can_move_templates: false })
    expect(await take(nora, 'Move', south, template, pack)).toMatchObject({
      partial: true,
      done: [pack],
      refused: [{ key: template, code: 'not-permitted' }],
      message: '1 document moved.',
    })
    const { user_accounts } = await nora.get<{ user_accounts: readonly { account_key: string }[] }>('/app/user/user_accounts')
    expect(user_accounts.map(({ account_key }) => account_key)).toContain(south)
    const elsewhere = (await sue.get<typeof NONE>('/app/user/user_accounts')).user_accounts.find(
      ({ account_key }) => account_key !== south,
    )!
    expect(await refusalOf(move(elsewhere.account_key, template)), 'a workspace of others').toMatchObject({
      status: 403,
      code: 'not-a-member',
    })
    const left = await memberOf(south, 'Nora')
    await owner.post(`/app/accounts/${south}/remove_user_account`, { data: { user_account_key: left.key } })
  })
  const NONE: { readonly user_accounts: readonly { readonly account_key: string }[] } = { user_accounts: [] }

  test('does not leave from under a legal hold, however the two race, and is announced for deletion where it is alone', async () => {
    const hold = (pack: string, on = true) => owner.post(`/app/documents/${pack}/legal_hold`, { on, reason: 'Court order' })
    const { pack } = await prepared(owner, 'Held', [], [])
    await hold(pack)
    expect(await refusalOf(move(south, pack))).toEqual({ status: 409, code: 'legal-hold-moving', message: FAILED })
    await hold(pack, false)
    expect((await move(south, pack)).done).toEqual([pack])
    const { members } = server.application.services
    const holders = async (key: string) => {
      const held = await Promise.all(
        [server.workspace, south].map(async (one) => ((await members.retentionOf(one)).held.has(key) ? [one] : [])),
      )
      return held.flat()
    }
    for (let round = 0; round < 5; round++) {
      const racing = (await prepared(owner, `Held ${round}`, [], [])).pack
      const [held, moved] = await Promise.allSettled([hold(racing), move(south, racing)])
      const { workspace } = (await viewOf(owner, racing)).view
      expect(moved.status === 'fulfilled').toBe(workspace === south)
      expect(await holders(racing)).toEqual(held.status === 'fulfilled' ? [workspace] : [])
    }
  })

  // Who lost the document when they ask again is not answered any more.
  test.skipIf(Boolean(process.env.ANSWERS_LOST))(
    'while others edit it: each change is in its history, before or after the move, and no answer is lost',
    async () => {
      const { pack } = await prepared(owner, 'Busy', ['Ida'], FIELDS)
      const rename = (who: Client, name: string) => who.post(`/app/documents/${pack}/update_document`, { data: { document_name: name } })
      const names = Array.from({ length: 12 }, (_, at) => `Busy ${at}`)
      const [moved, ...edits] = await Promise.allSettled([
        move(south, pack),
        ...names.flatMap((name) => [rename(owner, name), rename(nora, `${name} by Nora`)]),
      ])
      expect(moved.status).toBe('fulfilled')
      const history = await server.application.services.eventLog.read(`pack-${pack}`, 0n, 1_000)
      const renames = history.filter(({ type }) => type === 'PackRenamed').length
      // Who is in both workspaces is never refused; who is in the first alone is, after the move.
      const [owners, noras] = [edits.filter((_, at) => at % 2 === 0), edits.filter((_, at) => at % 2 === 1)]
      expect(owners.map(({ status }) => status)).toEqual(names.map(() => 'fulfilled'))
      for (const edit of noras) if (edit.status === 'rejected') expect(edit.reason).toMatchObject({ status: 404, code: 'not-found' })
      expect(renames).toBe(edits.filter(({ status }) => status === 'fulfilled').length)
      const place = history.findIndex(({ type }) => type === 'PackMoved')
      const nora2 = `user:${(await memberOf(server.workspace, 'Nora')).user.key}`
      expect(history.slice(place).filter(({ meta }) => (meta.actor as { principal: string }).principal === nora2)).toEqual([])
    },
  )

  test('decides a change that was begun before it by what its author may where it is then, or refuses it as not there', async () => {
    const { pack } = await prepared(owner, 'Begun before', ['Ida'], FIELDS)
    const { services } = server.application
    const own = packs({ ...services, defaultCountry: 'ZA' })
    await owner.post(`/app/accounts/${south}/add_user_account`, {
      data: { first_name: 'Petra', last_name: 'Tester', email_address: 'petra@example.com', is_admin: false },
    })
    const begun = async (name: string) => {
      const user = (await memberOf(server.workspace, name)).user.key
      const memberships = await services.accounts.membershipsOf(user)
      const on = await own.resolveAccess({ as: 'account', user, session: newId(), memberships }, pack)
      if ('problem' in on) throw new Error(on.message)
      return (to: string) =>
        own.change({
          on,
          request: { id: newId(), headers: {}, isWaitedFor: () => true } as never,
          plan: () => [{ do: 'RenamePack', name: to }],
        })
    }
    const [both, one] = [await begun('Petra'), await begun('Nora')]
    await move(south, pack)
    expect(await one('By Nora')).toMatchObject({ problem: true, code: 'not-found' })
    expect(await both('By Petra')).toMatchObject({ state: { name: 'By Petra', workspace: south } })
  })

  test('says of every moment why somebody could see it: by the workspace that it was in then', async () => {
    const { pack } = await sent(owner, 'Explained', ['Eve'], FIELDS.slice(0, 1))
    await move(south, pack)
    const ask = async (person: string, at?: string) =>
      accessAnswer.parse(await owner.get(`/app/documents/${pack}/access?${new URLSearchParams({ person, ...(at ? { at } : {}) })}`)).access!
    const [noras, sues] = [`user:${(await memberOf(server.workspace, 'Nora')).user.key}`, `user:${(await memberOf(south, 'Sue')).user.key}`]
    const [past, now] = [await ask(noras), await ask(sues)]
    const memberships = ({ grounds }: typeof past) => grounds.filter(({ ground }) => ground === 'member')
    expect([past.sees, now.sees]).toEqual([false, true])
    const { until } = memberships(past)[0]!
    expect(until).toMatchObject({ stream: 'document', who: 'Mira Castell' })
    expect(memberships(now)[0]!.since).toEqual(until)
    const before = new Date(Date.parse(until!.date) - 1).toISOString()
    expect([(await ask(noras, before)).sees, (await ask(sues, before)).sees]).toEqual([true, false])
  })

  test('is the mover’s where its maker does not belong, and the maker’s again where it comes back', async () => {
    const { pack } = await sent(nora, 'Owned by Nora', ['Eve'], FIELDS.slice(0, 1))
    const [maker, mover] = [(await memberOf(server.workspace, 'Nora')).user.key, (await memberOf(south, 'Mira')).user.key]
    const ownerIn = async () => {
      const { view } = await viewOf(owner, pack)
      return [view.workspace, view.takenOverBy ?? view.creator]
    }
    const isOf = (workspace: string, user: string) => eventually(ownerIn, ([at, of]) => at === workspace && of === user)
    expect(await ownerIn()).toEqual([server.workspace, maker])
    await move(south, pack)
    await isOf(south, mover)
    await naming(south, () => move(server.workspace, pack))
    await isOf(server.workspace, maker)
  })

  test('names to its new workspace nobody of the former one but those who had to do with it', async () => {
    const { pack } = await sent(owner, 'Named', ['Eve'], FIELDS.slice(0, 1))
    await move(south, pack)
    const names = async (who: Client) =>
      Object.values((await who.get<{ people: Record<string, string> }>(`/app/documents/${pack}/view`)).people)
    const askable = async (who: Client) =>
      (await who.get<{ people: { kind: string; name: string }[] }>(`/app/documents/${pack}/access`)).people
        .filter(({ kind }) => kind === 'user')
        .map(({ name }) => name)
    for (const named of [await names(sue), await askable(sue)]) {
      expect(named).toEqual(expect.arrayContaining(['Mira Castell', 'Sue Tester']))
      expect(named).not.toContain('Nora Tester')
    }
    // Who is in both asks about those of both.
    expect(await askable(owner)).toEqual(expect.arrayContaining(['Nora Tester', 'Sue Tester']))
  })

  test('stays verifiable: its sealed file as it was, offline, and sealed again with the move in its history', async () => {
    const { pack, document, file, bytes } = await sealedPackOf(server.url, owner, 'Sealed and moved')
    await move(south, pack)
    const served = await sue.bytes(`/app/serve/${file}`)
    expect(Buffer.from(served).equals(Buffer.from(bytes))).toBe(true)
    expect(await verifyFile(served)).toMatchObject({ intact: true, sealed: true, problems: [] })
    await owner.post(`/app/documents/${pack}/renew_seal`, {})
    const { view } = await eventually(
      () => viewOf(owner, pack),
      ({ view: { documents } }) =>
        documents.some(({ key, sealing }) => key === document && sealing.state === 'sealed' && sealing.file !== file),
    )
    const { sealing } = view.documents[0]!
    const again = await sue.bytes(`/app/serve/${sealing.state === 'sealed' ? sealing.file : ''}`)
    expect(await verifyFile(again)).toMatchObject({ intact: true, sealed: true, problems: [] })
  })
})

test('[W-242] a copy for another workspace is a draft there with all documents of the pack; the original stays as it is', async () => {
  const { pack } = await prepared(owner, 'Twofold', ['Ida'], FIELDS)
  await uploaded(owner, 'Annex', undefined, pack)
  const before = await viewOf(owner, pack)
  const under = newId()
  const copied = async () => {
    owner.remember({ [HEADERS.idempotencyKey]: under })
    return take(owner, 'Copy', south, pack).finally(() => owner.remember({ [HEADERS.idempotencyKey]: '' }))
  }
  expect((await copied()).message).toBe('1 document moved.')
  await copied()
  const copies = await eventually(
    async () => (await sue.get<Listed>('/app/documents?search_query=Twofold')).documents,
    (found) => found.length > 0,
  )
  expect(copies).toMatchObject([{ document_name: 'Twofold', account_key: south, status: 'setup' }])
  const { view } = await viewOf(sue, copies[0]!.key)
  expect(view.documents.map(({ name }) => name)).toEqual(['Twofold', 'Annex'])
  expect(Object.values(view.fields).map(({ type, value }) => [type, value])).toEqual([
    ['signature', null],
    ['text', 'Kept'],
  ])
  expect(await viewOf(owner, pack)).toEqual(before)
})

test('what the other workspace does otherwise is said before, to those who are in both', async () => {
  await owner.post(`/app/accounts/${south}/keeping`, { data: { retention_years: 7, trash_days: 30, records_visits: false } })
  const usual = { retention_years: null, trash_days: null, records_visits: true, shows_sender_presence: false }
  const { pack } = await prepared(owner, 'With a field of its own', [], [])
  await owner.post(`/app/documents/${pack}/add_update_user_defined_attribute`, { data: { name: 'Berth', value: '12' } })
  await eventually(
    () => owner.get<DifferencesAnswer>(`/app/copy_move_documents/${south}/differences`),
    ({ here, there }) => here.custom_field_ids.includes('Berth') && !there.custom_field_ids.includes('Berth'),
  )
  expect(await owner.get(`/app/copy_move_documents/${south}/differences`)).toMatchObject({
    here: usual,
    there: { ...usual, retention_years: 7, trash_days: 30, records_visits: false },
  })
  expect(await refusalOf(nora.get(`/app/copy_move_documents/${south}/differences`))).toMatchObject({ status: 403, code: 'not-a-member' })
  await owner.post(`/app/accounts/${south}/keeping`, { data: { retention_years: null, trash_days: null, records_visits: true } })
})
