import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { asTeam, soon } from '../support/live-client.ts'
import { linkOf, newId, prepared, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
let member: Client
let stranger: Client
beforeAll(async () => {
  server = await testServer()
  member = await server.member('Nora')
  stranger = await server.stranger('Otto')
})
afterAll(() => server.close())

const TEXT = { type: 'text', x: 40, y: 40, width: 120, height: 24 }

describe('somebody of another workspace', () => {
  test('[D-007 D-437 S-235] gets the answer for every key that there is no such document, as of a key that was made up', async () => {
    const { pack, document, signers, fields } = await sent(server.owner, 'Ours', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const { view } = await viewOf(server.owner, pack)
    const { conversion } = view.documents[0]!
    const file = conversion.state === 'converted' ? conversion.file : ''
    const calls = (key: string, child: string, signatory: string, image: string) => [
      stranger.get(`/app/documents/${key}`),
      stranger.get(`/app/documents/${child}`),
      stranger.get(`/app/documents/${key}/view`),
      stranger.get(`/app/documents/${key}/get_document_updates?return_signatories=true`),
      stranger.get(`/app/documents/${key}/get_data_field_signatory_updates`),
      stranger.get(`/app/documents/${key}/delete_document`),
      stranger.get(`/app/audit_trail/${key}`),
      stranger.get(`/documents/${child}/get_blob_as_image`),
      stranger.get(`/app/get_data_field_upload_url/${key}?filename=a.png&data_field_type=signature`),
      stranger.get(`/app/get_document_upload_url?filename=a.pdf&size=1&document_pack_key=${key}`),
      stranger.bytes(`/app/serve/${image}`),
      stranger.post(`/app/documents/${key}/update_document`, { data: { document_name: 'Theirs' } }),
      stranger.post(`/app/documents/${key}/add_update_data_field`, { data: [{ uuid: fields[0], data: 'x' }] }),
      stranger.post(`/app/documents/${key}/update_signatory_details`, { data: { uuid: signatory, email: 'x@example.com' } }),
      stranger.post(`/app/documents/${key}/generate_signing_link_for_signatory/${signatory}`, {}),
    ]
    const answers = async (made: Promise<unknown>[]) => Promise.all(made.map((call) => refusalOf(call)))
    const theirs = await answers(calls(pack, document, signers[0]!, file))
    const unknown = await answers(calls(newId(), newId(), newId(), newId()))
    expect(theirs).toEqual(unknown)
    for (const { status } of theirs) expect(status).toBe(404)
    expect((await stranger.get<{ documents: unknown[] }>('/app/documents')).documents).toEqual([])
    expect((await viewOf(server.owner, pack)).view.name).toBe('Ours')
  })

  test('does not name our workspace and get in', async () => {
    stranger.remember({ 'x-user-account-key': server.workspace })
    try {
      expect(await refusalOf(stranger.get('/app/documents'))).toMatchObject({ status: 403, code: 'not-a-member' })
      expect((await refusalOf(stranger.get('/app/get_document_upload_url?filename=a.pdf&size=1'))).status).toBe(403)
    } finally {
      stranger.remember({ 'x-user-account-key': '' })
    }
    for (const call of ['user_accounts', 'add_user_account', 'update_user_account', 'remove_user_account']) {
      const path = `/app/accounts/${server.workspace}/${call}`
      const asked = call === 'user_accounts' ? stranger.get(path) : stranger.post(path, { data: MEMBER[call] })
      expect(await refusalOf(asked)).toMatchObject({ status: 404, code: 'not-found' })
    }
  })
})

describe('a member', () => {
  test('[D-007] prepares a document of the team that somebody else made', async () => {
    const { pack } = await prepared(server.owner, 'Shared', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    await member.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Prepared by Nora' } })
    await member.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures' } })
    expect((await viewOf(member, pack)).view).toMatchObject({ name: 'Prepared by Nora', status: 'awaiting_signatures' })
  })

  test('[D-438 D-450] deletes what they made, and not what others made; an administrator deletes both', async () => {
    const ours = await prepared(server.owner, 'The owner’s', [], [])
    const theirs = await prepared(member, 'Nora’s', [], [])
    expect(await refusalOf(member.get(`/app/documents/${ours.pack}/delete_document`))).toMatchObject({ status: 403 })
    expect(
      await refusalOf(member.post('/app/bulk_actions/document_actions/delete_multiple_documents', { document_keys: [ours.pack] })),
    ).toMatchObject({
      status: 403,
    })
    const both = await member.post('/app/bulk_actions/document_actions/delete_multiple_documents', {
      document_keys: [ours.pack, theirs.pack],
    })
    expect(both).toMatchObject({ done: [theirs.pack], message: "Some documents could not be deleted since you don't have the permissions" })
    const again = await prepared(member, 'Nora’s second', [], [])
    await server.owner.get(`/app/documents/${again.pack}/delete_document`)
    expect((await viewOf(server.owner, again.pack)).view.trashed).not.toBeNull()
    expect((await viewOf(server.owner, ours.pack)).view.trashed).toBeNull()
  })

  test('[W-202 W-203 W-204] manages no members and reads no outbox', async () => {
    for (const [call, data] of Object.entries(MEMBER)) {
      const asked = member.post(`/app/accounts/${server.workspace}/${call}`, { data })
      expect([call, (await refusalOf(asked)).status]).toEqual([call, 403])
    }
    expect(await refusalOf(member.get('/app/outbox'))).toMatchObject({ status: 403, code: 'not-an-administrator' })
    expect(await refusalOf(member.post(`/app/outbox/${newId()}/reveal`, {}))).toMatchObject({ status: 403 })
  })

  test('[D-408 D-409] edits in setup only, and nothing that is in the trash', async () => {
    const { pack, fields } = await prepared(server.owner, 'Phases', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const edits = () => [
      server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Edited' } }),
      server.owner.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], x: 99 }] }),
      server.owner.post(`/app/documents/${pack}/update_document`, { data: { sequential_signing: true } }),
    ]
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    for (const refusal of await Promise.all(edits().map((edit) => refusalOf(edit)))) expect(refusal).toMatchObject({ code: 'in-trash' })
    await server.owner.get(`/app/documents/${pack}/recover_document`)
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures' } })
    for (const refusal of await Promise.all(edits().map((edit) => refusalOf(edit)))) expect(refusal).toMatchObject({ code: 'not-in-setup' })
  })
})

test('[D-375] fields are placed by the team in setup, and never by a signer or by another team', async () => {
  const { pack, document, signers } = await prepared(server.owner, 'Placing', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
  const place = (who: Client) => {
    const data = [{ uuid: newId(), document_key: document, page: 0, ...TEXT, y: 300, signatory_uuid: signers[0] }]
    return who.post(`/app/documents/${pack}/add_update_data_field`, { data })
  }
  expect(await refusalOf(place(stranger))).toMatchObject({ status: 404 })
  await place(member)
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures' } })
  const signer = await server.signer(await linkOf(server.owner, pack, signers[0]!))
  expect(await refusalOf(place(signer))).toMatchObject({ code: 'not-permitted' })
  expect(await refusalOf(place(member))).toMatchObject({ code: 'not-in-setup' })
  expect((await viewOf(server.owner, pack)).view.fieldOrder).toHaveLength(2)
})

describe('an administrator', () => {
  test('[W-198 W-199 W-200 W-215 W-218 W-219 W-220] adds, promotes, demotes and removes members', async () => {
    const accounts = async () =>
      (
        await server.owner.get<{ user_accounts: { key: string; is_admin: boolean; user: { full_name: string } }[] }>(
          `/app/accounts/${server.workspace}/user_accounts`,
        )
      ).user_accounts
    const { user_account } = await server.owner.post<{ user_account: { key: string } }>(
      `/app/accounts/${server.workspace}/add_user_account`,
      { data: { first_name: 'Zoe', last_name: 'Zimmer', email_address: 'zoe@example.com', is_admin: false } },
    )
    const zoe = async () => (await accounts()).find(({ key }) => key === user_account.key)
    expect(await zoe()).toMatchObject({ is_admin: false, user: { full_name: 'Zoe Zimmer' } })
    const change = (is_admin: boolean) =>
      server.owner.post(`/app/accounts/${server.workspace}/update_user_account`, { data: { user_account_key: user_account.key, is_admin } })
    for (const is_admin of [true, false]) {
      await change(is_admin)
      expect((await zoe())?.is_admin).toBe(is_admin)
    }
    await server.owner.post(`/app/accounts/${server.workspace}/remove_user_account`, { data: { user_account_key: user_account.key } })
    expect(await zoe()).toBeUndefined()
  })

  test('[W-206] switches the permissions of one membership, which count from the next request on', async () => {
    const { rita, row, change } = await rights('Rita')
    const { permissions } = await row(server.owner)
    expect(permissions!.document_permissions.can_upload_documents).toBe(true)
    expect(permissions!.user_profile_permissions).toMatchObject({ can_browse: true, can_read_outbox: false })
    const upload = () => rita.get('/app/get_document_upload_url?filename=a.pdf&size=1')
    await upload()
    await change({ document_permissions: { can_upload_documents: false }, user_profile_permissions: { can_read_outbox: true } })
    expect(await refusalOf(upload())).toMatchObject({ status: 403, code: 'not-permitted' })
    await rita.get('/app/outbox')
    expect((await row(server.owner)).permissions).toEqual({
      document_permissions: { ...permissions!.document_permissions, can_upload_documents: false },
      user_profile_permissions: { ...permissions!.user_profile_permissions, can_read_outbox: true },
    })
    // Her own stand in her own row, and in her session; of colleagues she learns nothing.
    expect((await row(rita)).permissions).toEqual((await row(server.owner)).permissions)
    const { user_accounts } = await rita.get<{ user_accounts: Membership[] }>(`/app/accounts/${server.workspace}/user_accounts`)
    expect(user_accounts.filter(({ permissions }) => permissions !== null)).toHaveLength(1)
    const own = await rita.get<{ user_accounts: Pick<Membership, 'permissions'>[] }>('/app/user/user_accounts')
    expect(own.user_accounts[0]!.permissions).toEqual((await row(rita)).permissions)
    expect(await refusalOf(change({}, rita))).toMatchObject({ status: 403, code: 'not-an-administrator' })
    expect(await refusalOf(change({ document_permissions: { can_fly: true } }))).toMatchObject({ status: 400 })
    await change({ document_permissions: { can_upload_documents: true } })
    await upload()
  })

  test('[S-237] permissions are those of the workspace that a request selects: switching the workspace switches them', async () => {
    const elsewhere = await server.stranger('Quinn')
    const { user_accounts } = await elsewhere.get<{ user_accounts: Membership[] }>('/app/user/user_accounts')
    const own = user_accounts[0]!.account_key
    const person = { first_name: 'Quinn', last_name: 'Tester', email_address: 'quinn@example.com', is_admin: false }
    const team = `/app/accounts/${server.workspace}`
    const { user_account } = await server.owner.post<{ user_account: Membership }>(`${team}/add_user_account`, { data: person })
    const none = { can_upload_documents: false, can_read_outbox: false, can_update_signature_and_initials: false }
    await server.owner.post(`${team}/update_user_account_permissions`, {
      data: { user_account_key: user_account.key, permissions: { document_permissions: none } },
    })
    const answers = async (workspace: string) => {
      elsewhere.remember({ [HEADERS.workspace]: workspace })
      const kept = { type: 'signature', data: { method: 'typed', text: 'Quinn' } }
      const calls = [
        () => elsewhere.get('/app/get_document_upload_url?filename=a.pdf&size=1'),
        () => elsewhere.get('/app/outbox'),
        () => elsewhere.post('/app/user/signatures', kept),
      ]
      const outcomes: (string | null)[] = []
      for (const call of calls)
        outcomes.push(
          await call().then(
            () => null,
            (refused: { code: string }) => refused.code,
          ),
        )
      return outcomes
    }
    expect(await answers(own)).toEqual([null, null, null])
    expect(await answers(server.workspace)).toEqual(['not-permitted', 'not-an-administrator', 'not-allowed'])
    expect(await answers(own)).toEqual([null, null, null])
  })

  test('a member who may not view teams sees no colleagues', async () => {
    const { rita, change } = await rights('Uta')
    const members = () => rita.get(`/app/accounts/${server.workspace}/user_accounts`)
    await members()
    await change({ user_profile_permissions: { can_view_teams: false } })
    expect(await refusalOf(members())).toMatchObject({ status: 403, code: 'not-allowed' })
  })

  test('[D-433 D-443 D-448 D-449 D-454 D-455 D-456 D-457 D-458 D-459] takes from a member any one of their abilities, and with it its calls', async () => {
    const { rita: uma, change } = await rights('Uma')
    const field = { ...TEXT, signer: 0 }
    const out = await Promise.all([1, 2, 3].map((count) => sent(uma, `Out ${count}`, ['Ada Lovelace'], [field])))
    const draft = await prepared(uma, 'Draft', ['Ada Lovelace'], [field])
    const { document: template } = await uma.get<{ document: { key: string } }>(`/app/documents/${draft.pack}/convert_to_template`)
    const save = (pack: string, data: object) => uma.post(`/app/documents/${pack}/update_document`, { data })
    const linkFor = (token_type: string) =>
      uma.post(`/app/documents/${out[2]!.pack}/generate_signing_link_for_signatory/${out[2]!.signers[0]}`, { token_type })
    for (const [ability, call] of [
      ['can_lock_and_unlock_fields', () => save(draft.pack, { data_fields_locked: true })],
      ['can_lock_and_unlock_fields', () => save(draft.pack, { data_fields_locked: false })],
      ['can_mark_document_as_complete', () => save(out[0]!.pack, { status: 'complete' })],
      ['can_revert_document_status', () => save(out[1]!.pack, { status: 'setup' })],
      ['can_generate_signing_link', () => linkFor('sign')],
      ['can_sign_in_person', () => linkFor('sign_in_person')],
      ['can_upload_documents', () => uma.get('/app/get_document_upload_url?filename=a.pdf&size=1')],
      ['can_upload_documents_to_pack', () => uma.get(`/app/get_document_upload_url?filename=a.pdf&size=1&document_pack_key=${draft.pack}`)],
      ['can_delete_templates', () => uma.get(`/app/documents/${template.key}/delete_document`)],
      ['can_delete_documents', () => uma.get(`/app/documents/${draft.pack}/delete_document`)],
    ] as const) {
      await change({ document_permissions: { [ability]: false } })
      expect([ability, (await refusalOf(call())).status]).toEqual([ability, 403])
      await change({ document_permissions: { [ability]: true } })
      await call()
    }
  })

  test('[S-217 S-221 S-222 S-224] takes bulk actions, deleting and kept signatures from a member, one by one', async () => {
    const { rita: ines, change } = await rights('Ines')
    const packs = await Promise.all([1, 2, 3].map((count) => prepared(ines, `Hers ${count}`, [], [])))
    const template = await ines.get<{ document: { key: string } }>(`/app/documents/${packs[0]!.pack}/convert_to_template`)
    const several = (action: string, key: string) => ines.post(`/app/bulk_actions/document_actions/${action}`, { document_keys: [key] })
    const kept = { type: 'signature', data: { method: 'typed', text: 'Ines' } }
    for (const [flag, call] of [
      ['can_do_bulk_actions', () => several('copy_multiple_documents', packs[1]!.pack)],
      ['can_do_bulk_actions', () => several('delete_multiple_documents', packs[1]!.pack)],
      ['can_do_bulk_actions', () => several('recover_multiple_documents', packs[1]!.pack)],
      ['can_delete_documents', () => ines.get(`/app/documents/${packs[2]!.pack}/delete_document`)],
      ['can_delete_templates', () => ines.get(`/app/documents/${template.document.key}/delete_document`)],
      ['can_update_signature_and_initials', () => ines.post('/app/user/signatures', kept)],
    ] as const) {
      await change({ document_permissions: { [flag]: false } })
      expect([flag, (await refusalOf(call())).status]).toEqual([flag, 403])
      await change({ document_permissions: { [flag]: true } })
      await call()
    }
  })

  test('who takes a permission away in the middle of an act stops it there; given back, it goes on from where it was', async () => {
    const { rita: ylva, change } = await rights('Ylva')
    const flag = (on: boolean) => change({ document_permissions: { can_upload_documents: on } })
    const place = await ylva.get<{ url: string; file_key: string; redirect_document_key: string; document: { document_pack_key: string } }>(
      '/app/get_document_upload_url?filename=a.pdf&size=1',
    )
    await ylva.put(place.url, await readFile('assets/sample.pdf'))
    await flag(false)
    const received = () => ylva.post(`/app/document_upload_success/${place.redirect_document_key}`, { file_key: place.file_key })
    expect(await refusalOf(received())).toMatchObject({ status: 403, code: 'not-permitted' })
    const { document_pack_key: pack } = place.document
    expect((await viewOf(server.owner, pack)).view.documents[0]?.conversion.state).toBe('waiting')
    await flag(true)
    await received()
    await waitFor(async () => ((await viewOf(server.owner, pack)).view.documents[0]!.conversion.state === 'converted' ? true : undefined))

    // At the same moment: done before it was taken away or refused after, and nothing between the two.
    const { pack: theirs } = await prepared(ylva, 'Racing', [], [])
    const outcomes = await Promise.allSettled([
      change({ document_permissions: { can_delete_documents: false } }),
      ylva.get(`/app/documents/${theirs}/delete_document`),
    ])
    expect(outcomes[0].status).toBe('fulfilled')
    expect((await viewOf(server.owner, theirs)).view.trashed !== null).toBe(outcomes[1].status === 'fulfilled')
    expect((await refusalOf(ylva.get(`/app/documents/${theirs}/delete_document`))).status).toBe(403)
  })

  test('[S-233] is one by the flag of each membership: here, and not in another workspace', async () => {
    const both = await server.stranger('Bodil')
    const person = { first_name: 'Bodil', last_name: 'Tester', email_address: 'bodil@example.com', is_admin: false }
    const team = `/app/accounts/${server.workspace}`
    const { user_account } = await server.owner.post<{ user_account: Membership }>(`${team}/add_user_account`, { data: person })
    const flags = async () =>
      Object.fromEntries(
        (await both.get<{ user_accounts: Membership[] }>('/app/user/user_accounts')).user_accounts.map((one) => [
          one.account_key === server.workspace ? 'here' : 'own',
          one.is_admin,
        ]),
      )
    expect(await flags()).toEqual({ own: true, here: false })
    await server.owner.post(`${team}/update_user_account`, { data: { user_account_key: user_account.key, is_admin: true } })
    expect(await flags()).toEqual({ own: true, here: true })
  })

  test('[W-146 W-147 W-148] stays as long as the team has no other: their flag, their leaving and their removal are refused in these words', async () => {
    const alone = await testServer()
    try {
      const team = `/app/accounts/${alone.workspace}`
      const { user_accounts } = await alone.owner.get<{ user_accounts: Membership[] }>(`${team}/user_accounts`)
      const data = { user_account_key: user_accounts[0]!.key }
      const leaves = () => refusalOf(alone.owner.post(`${team}/remove_user_account`, { data }))
      expect((await leaves()).message).toBe('You may not remove yourself from this team.')
      await alone.member('Zoe')
      expect((await leaves()).message).toBe('You need to assign another administrator if you want to leave this team.')
      const steps = alone.owner.post(`${team}/update_user_account`, { data: { ...data, is_admin: false } })
      expect((await refusalOf(steps)).message).toBe('You need to assign another administrator.')
    } finally {
      await alone.close()
    }
  })

  test('two of them who change one member’s permissions at once both succeed, each with what they switched', async () => {
    const second = await server.member('Sven', true)
    const { row, change } = await rights('Tove')
    const flags = ['can_sign_in_person', 'can_move_documents', 'can_view_api_details', 'can_create_templates', 'can_read_outbox']
    for (const flag of flags) {
      const other = flags[(flags.indexOf(flag) + 1) % flags.length]!
      const before = await held(row)
      await Promise.all([
        change({ document_permissions: { [flag]: !before[flag] } }),
        change({ document_permissions: { [other]: !before[other] } }, second),
      ])
      expect(await held(row)).toEqual({ ...before, [flag]: !before[flag], [other]: !before[other] })
    }
  })

  test('switches role and permissions in one call, or neither where one of the two is refused', async () => {
    const alone = await testServer()
    try {
      const zoe = await alone.member('Zoe')
      const team = `/app/accounts/${alone.workspace}`
      const rows = async () => (await alone.owner.get<{ user_accounts: Membership[] }>(`${team}/user_accounts`)).user_accounts
      const change = (user_account_key: string, is_admin: boolean) =>
        alone.owner.post(`${team}/update_user_account_permissions`, {
          data: { user_account_key, is_admin, permissions: { document_permissions: { can_move_documents: false } } },
        })
      const [mine, hers] = [(await rows()).find((row) => row.is_admin)!, (await rows()).find((row) => !row.is_admin)!]
      expect((await refusalOf(change(mine.key, false))).message).toBe('You need to assign another administrator.')
      expect((await rows()).find(({ key }) => key === mine.key)).toEqual(mine)
      await change(hers.key, true)
      const now = (await rows()).find(({ key }) => key === hers.key)!
      expect(now).toMatchObject({ is_admin: true, permissions: { document_permissions: { can_move_documents: false } } })
      expect(now.permissions!.user_profile_permissions.can_manage_account).toBe(true)
      await zoe.get('/app/outbox')
    } finally {
      await alone.close()
    }
  })

  test('learns at once what another of them switched; who may not view teams is not in that room', async () => {
    const { rita, change } = await rights('Vera')
    const [mine, theirs] = [await asTeam(server.url, server.owner), await asTeam(server.url, rita)]
    try {
      const wanted = { account_key: server.workspace, list: 'members' } as const
      for (const each of [mine, theirs]) expect(await each.ask('watch_rows', wanted)).toEqual({ success: true })
      await change({ user_profile_permissions: { can_view_teams: false } })
      await soon(
        () => mine.rows.length,
        (count) => count > 0,
      )
      expect(mine.rows[0]).toEqual(wanted)
      expect(await theirs.ask('watch_rows', wanted)).toMatchObject({ success: false, code: 'not-a-member' })
      const count = theirs.rows.length
      await change({ document_permissions: { can_move_documents: false } })
      await soon(
        () => mine.rows.length,
        (now) => now > 1,
      )
      expect(theirs.rows).toHaveLength(count)
    } finally {
      for (const { socket } of [mine, theirs]) socket.close()
    }
  })

  test('learns nothing of the owner of an address by adding it: not their name, nor how they write it, until they come themselves', async () => {
    const edith = await server.stranger('Edith')
    await server.application.services.accounts.requestPasswordReset({ email: 'edith@example.com', network: '192.0.2.9' })
    const team = `/app/accounts/${server.workspace}`
    type Added = { key: string; is_admin: boolean; user: { key: string; full_name: string; email_address: string } }
    const add = async (email_address: string) => {
      const data = { first_name: 'E.', last_name: 'Unknown', email_address, is_admin: false }
      return (await server.owner.post<{ user_account: Added }>(`${team}/add_user_account`, { data })).user_account
    }
    const added = await add('EDITH@example.com')
    const other = await add('NOBODY@example.com')
    const shape = ({ key: _, user: { key: __, ...user }, ...rest }: Added) => ({ ...rest, user })
    expect(shape(added)).toEqual({ ...shape(other), user: { ...shape(other).user, email_address: 'EDITH@example.com' } })
    const people = [added, other].map(({ user }) => `user:${user.key}`)
    const written = () => server.application.services.mailer.list({ workspace: server.workspace, people, limit: 100, before: null })
    const kinds = await waitFor(async () => {
      const mails = (await written()).filter(({ owner }) => people.includes(owner))
      return mails.length === 3 ? mails.map(({ kind }) => kind).sort() : undefined
    })
    expect(kinds).toEqual(['invitation', 'invitation', 'password'])
    const everythingShown = async () =>
      Promise.all([
        ...[`${team}/user_accounts`, `${team}/former_members`, '/app/outbox'].map((path) => server.owner.get(path)),
        server.owner.bytes(`${team}/export`).then((bytes) => Buffer.from(bytes).toString('latin1')),
      ]).then((all) => JSON.stringify(all))
    const named = async () => /Edith|edith@/.exec(await everythingShown())
    expect(await everythingShown()).toContain('EDITH@example.com')
    expect(await named()).toBeNull()
    // To use what is their own is not to come here.
    await edith.get('/app/documents')
    expect(await named()).toBeNull()
    await server.owner.post(`${team}/remove_user_account`, { data: { user_account_key: added.key } })
    expect(await named()).toBeNull()
    const forget = { data: { user_key: added.user.key } }
    expect((await refusalOf(server.owner.post(`${team}/delete_profile`, forget))).code).toBe('not-found')

    const again = await add('edith@example.com')
    edith.remember({ [HEADERS.workspace]: server.workspace })
    await edith.get('/app/documents')
    expect(await everythingShown()).toContain('Edith Tester')
    await server.owner.post(`${team}/remove_user_account`, { data: { user_account_key: again.key } })
  })

  test('reads mails with their links masked; reading a link is recorded in the document’s history', async () => {
    const { pack, signers } = await sent(server.owner, 'Mailed', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    await linkOf(server.owner, pack, signers[0]!)
    const mails = async () =>
      (await server.owner.get<{ mails: { key: string; document_key: string | null; text: string; has_link: boolean }[] }>('/app/outbox'))
        .mails
    const mail = await waitFor(async () => (await mails()).find(({ document_key }) => document_key === pack))
    expect(mail.has_link).toBe(true)
    expect(mail.text).not.toMatch(/\/sign\/[\w-]{10,}/)
    const { link } = await server.owner.post<{ link: string }>(`/app/outbox/${mail.key}/reveal`, {})
    expect((await server.signer(link)).opened.signatory_uuid).toBe(signers[0])
    const trail = await server.owner.get<{ audit_records: { code: string; words: string }[] }>(`/app/audit_trail/${pack}`)
    expect(trail.audit_records).toContainEqual(
      expect.objectContaining({ code: 'MailLinkRevealed', words: 'read the secret link of a mail in the outbox' }),
    )
  })
})

interface Membership {
  readonly key: string
  readonly account_key: string
  readonly is_admin: boolean
  readonly user: { readonly key: string; readonly full_name: string }
  readonly permissions: Record<'document_permissions' | 'user_profile_permissions', Record<string, boolean>> | null
}

/** A new member, what the list of members says of them, and an administrator who changes it. */
async function rights(name: string) {
  const rita = await server.member(name)
  const team = `/app/accounts/${server.workspace}`
  const row = async (reader: Client) => {
    const { user_accounts } = await reader.get<{ user_accounts: Membership[] }>(`${team}/user_accounts`)
    return user_accounts.find(({ user }) => user.full_name === `${name} Tester`)!
  }
  const { key } = await row(server.owner)
  const change = (permissions: object, by = server.owner) =>
    by.post(`${team}/update_user_account_permissions`, { data: { user_account_key: key, permissions } })
  return { rita, row, change }
}
const held = async (row: (reader: Client) => Promise<Membership>) => {
  const { permissions } = await row(server.owner)
  return { ...permissions!.document_permissions, ...permissions!.user_profile_permissions }
}

async function waitFor<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
  }
}

const MEMBER: Readonly<Record<string, object>> = {
  add_user_account: { first_name: 'Mal', last_name: 'Ory', email_address: 'mal@example.com', is_admin: true },
  update_user_account: { user_account_key: newId(), is_admin: true },
  remove_user_account: { user_account_key: newId() },
}

test('[D-471] notes are written by members with the permission for it, in setup and after the request; without it they are read', async () => {
  const member = await server.member('Nadia')
  const { user_accounts } = await server.owner.get<{ user_accounts: readonly { key: string; user: { email_address: string } }[] }>(
    `/app/accounts/${server.workspace}/user_accounts`,
  )
  const user_account_key = user_accounts.find(({ user }) => user.email_address === 'nadia@example.com')!.key
  const permit = (can_add_notes: boolean) =>
    server.owner.post(`/app/accounts/${server.workspace}/update_user_account_permissions`, {
      data: { user_account_key, permissions: { user_profile_permissions: { can_add_notes } } },
    })
  const field = { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }
  const inSetup = await prepared(server.owner, 'Annotated in setup', ['Ada Lovelace'], [field])
  const out = await sent(server.owner, 'Annotated on its way', ['Ada Lovelace'], [field])
  const write = ({ pack, document }: typeof out, uuid: string, data = 'Is clause 3 meant?') =>
    member.post(`/app/documents/${pack}/add_update_data_field`, {
      data: [{ uuid, document_key: document, type: 'note', page: 0, x: 300, y: 200, width: 160, height: 48, signatory_uuid: 'self', data }],
    })
  await permit(false)
  for (const made of [inSetup, out]) expect(await refusalOf(write(made, newId()))).toMatchObject({ status: 403, code: 'not-permitted' })
  // Nor one to be written on later.
  expect(await refusalOf(write(inSetup, newId(), ''))).toMatchObject({ status: 403, code: 'not-permitted' })
  await permit(true)
  const notes = [newId(), newId()] as const
  await write(inSetup, notes[0])
  await write(out, notes[1])
  await permit(false)
  expect(await refusalOf(write(inSetup, notes[0], 'Rewritten'))).toMatchObject({ status: 403 })
  expect((await viewOf(member, inSetup.pack)).view.fields[notes[0]]).toMatchObject({ type: 'note', value: 'Is clause 3 meant?' })
})
