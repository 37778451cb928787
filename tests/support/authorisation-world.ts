import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { HEADERS } from '#contract/envelope'
import { digestOf } from '#domain/kernel'
import { PERMISSIONS, type Permission } from '#domain/workspace'
import type { SigningClient, TestServer } from '#tests/server'
import { type Client, client, crossSite } from '../../cli/demo/client.ts'
import { withAppendix } from './appendices.ts'
import { eventually, linkOf, newId, type Prepared, prepared, sent, signAs, viewOf } from './prepared.ts'

/**
 * Everybody who might call. `outsider` administers another workspace, `intruder` is the same person naming ours, `removed` was a member of
 * ours and is logged in still, `handed` has the browser of a member who handed the device over. `elsewhere` signs another document of
 * ours, `other` the same one as `itself`, who is the signer that a call is about. `member` made none of the documents. `application` has every
 * permission, of ours; `support` acts as `admin` and is an administrator of the installation; `astray` is one of another workspace, naming ours; `ended` one of ours that was deleted.
 * `choseOurs` and `choseOther` are one person, a member of ours and administrator of another workspace, who has chosen the one or the other.
 */
export const WHO = [
  'nobody',
  'outsider',
  'intruder',
  'removed',
  'handed',
  'elsewhere',
  'astray',
  'ended',
  'other',
  'itself',
  'member',
  'admin',
  'application',
  'support',
  'choseOurs',
  'choseOther',
] as const
export type Who = (typeof WHO)[number]
/** Of no document of ours: whatever they are answered, it holds nothing of ours. */
export const STRANGERS: readonly Who[] = ['nobody', 'outsider', 'intruder', 'removed', 'handed', 'elsewhere', 'astray', 'ended']
/** Whose permissions in ours are set by the tests. */
export type Permitted = 'admin' | 'member' | 'choseOurs'
/** In the names of all that is ours, and of nothing else. */
export const OURS = 'Zylph'
export const PASSWORD = 'correct horse battery'

/** `spare` is out, for what nobody needs afterwards; `theirs` was made by a member who is none of those who ask. */
export type State = 'setup' | 'out' | 'sealed' | 'trashed' | 'spare' | 'theirs' | 'template'
export type Headers = Readonly<Record<string, string>>

/** What there is to ask about. */
export interface Things {
  readonly workspace: string
  /** One more, of the administrator, of `member` and of who is in two. */
  readonly neighbour: string
  /** The workspace that `choseOther` has chosen. */
  readonly other: string
  readonly packs: Readonly<Record<State, Prepared>>
  /** In the workspace, of the member who handed a device over. */
  readonly memberKey: string
  /** Of a member who was removed, and belongs to no workspace any more. */
  readonly formerUser: string
  /** One more session of the administrator. */
  readonly spareSession: string
  readonly signingLink: string
  readonly inPersonLink: string
  readonly finalToken: string
  /** The final file, a picture in a field of the document that is out, and a place for one more. */
  readonly final: string
  readonly picture: string
  readonly place: string
  readonly uploads: {
    readonly document: string
    /** A PDF that can take the place of another's. */
    readonly replacing: string
    readonly field: string
    readonly appendix: string
    readonly verification: string
    readonly picture: string
    readonly signature: string
  }
  readonly recipientList: string
  /** A CSV file that was sent for it. */
  readonly csv: { readonly temp_csv_key: string; readonly file_key: string }
  readonly appendix: string
  readonly customField: string
  readonly kept: string
  readonly rule: string
  readonly mail: string
  readonly application: string
  readonly bulkSend: string
  readonly temp: string
  readonly notification: string
  /** A picture, in base64. */
  readonly png: string
}
export interface AuthorisationWorld {
  readonly things: Things
  /** What a request of theirs carries; null where there is nobody such, as before a document is sent. */
  headersOf(who: Who, state: State): Headers | null
  /** Of somebody like them who is not needed afterwards. */
  spareOf(who: Who): Promise<Headers>
  /** From here on they have these permissions in ours and no others, but that they may browse; `application` has what `admin` has. */
  permit(who: Permitted, permissions: readonly Permission[], browses?: boolean): Promise<void>
  /** All that refused calls could have changed. */
  snapshot(): Promise<unknown>
}

const BOX = { x: 60, width: 160, height: 40, required: false }
const FIELDS = [
  { ...BOX, type: 'signature', y: 100, signer: 0 },
  { ...BOX, type: 'signature', y: 200, signer: 1 },
  { ...BOX, type: 'image', y: 300, signer: 0 },
  { ...BOX, type: 'text', y: 400, signer: 0 },
] as const
const PEOPLE = [`${OURS}ia One`, `${OURS}or Two`]
const STATES = ['setup', 'out', 'sealed', 'trashed', 'spare', 'theirs', 'template'] as const

type Announced = { readonly url: string; readonly file_key: string }

export async function authorisationWorld(server: TestServer): Promise<AuthorisationWorld> {
  const { owner, url, workspace } = server
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a31' } })
    .png()
    .toBuffer()
  const put = async (by: Client, asked: string) => {
    const place = await by.get<Announced>(asked)
    await by.put(place.url, png)
    return place.file_key
  }

  const lent = await server.member('Hanna')
  const packs = {
    setup: await prepared(owner, `${OURS} in setup`, PEOPLE, FIELDS),
    out: await sent(owner, `${OURS} out`, PEOPLE, FIELDS),
    sealed: await sent(owner, `${OURS} sealed`, PEOPLE, FIELDS),
    trashed: await sent(owner, `${OURS} trashed`, PEOPLE, FIELDS),
    spare: await sent(owner, `${OURS} spare`, PEOPLE, FIELDS),
    theirs: await prepared(lent, `${OURS} of Hanna`, PEOPLE, FIELDS),
    template: await template(),
  }
  /** As a template has no people, it has the keys of nobody. */
  async function template(): Promise<Prepared> {
    const { pack } = await prepared(owner, `${OURS} to copy`, PEOPLE, FIELDS)
    const { document } = await owner.get<{ document: { key: string } }>(`/app/documents/${pack}/convert_to_template`)
    return { pack: document.key, document: document.key, signers: [], fields: [] }
  }
  const { setup, out, sealed, trashed } = packs
  await lent.post(`/app/documents/${packs.theirs.pack}/update_document`, { data: { data_fields_locked: true } })
  const linkIn = ({ pack, signers }: Prepared, at: number) => linkOf(owner, pack, signers[at]!)
  const opened = async (of: Prepared, at: number) => server.signer(await linkIn(of, at))
  const signers: Partial<Record<State, readonly SigningClient[]>> = {}
  for (const state of ['out', 'sealed', 'trashed'] as const)
    signers[state] = await Promise.all([opened(packs[state], 0), opened(packs[state], 1)])
  const elsewhere = await opened(await sent(owner, 'Of somebody else', ['Gwen Three'], [FIELDS[0]]), 0)
  for (const at of [0, 1]) await signAs(url, await linkIn(sealed, at), sealed.pack, sealed.signers[at]!, sealed.fields[at]!)
  const { view } = await eventually(
    () => viewOf(owner, sealed.pack),
    ({ view }) => view.documents[0]!.sealing.state === 'sealed',
  )
  await owner.get(`/app/documents/${trashed.pack}/delete_document`)

  const [itself] = signers.out!
  const picture = await put(itself!, `/app/get_data_field_upload_url/${out.pack}?filename=a.png&data_field_type=image`)
  const taken = await itself!.post<{ blob_key: string; digest: string; width: number; height: number }>(
    `/app/data_field_upload_success/${out.pack}`,
    { file_key: picture, type: 'image' },
  )
  const { blob_key: file, digest, width, height } = taken
  await itself!.post(`/app/documents/${out.pack}/add_update_data_field`, {
    data: [{ uuid: out.fields[2], data: { method: 'uploaded', file, digest, width, height } }],
  })

  const member = await server.member('Tove')
  const rights = await server.member('Petra', true)
  const inPerson = async (host: Client) => {
    const asked = `/app/documents/${out.pack}/generate_signing_link_for_signatory/${out.signers[1]}`
    return (await host.post<{ signing_link: string }>(asked, { token_type: 'sign_in_person' })).signing_link
  }
  await lent.post('/app/session/hand_over', { signing_link: await inPerson(lent) })
  const outsider = await server.stranger('Otto')
  const { data: second } = await owner.post<{ data: { account: { key: string } } }>('/app/accounts/', {
    data: { key: 'new', name: 'Next door' },
  })
  const inTwo = await server.stranger('Ingrid')
  const other = (await inTwo.get<{ user_accounts: readonly { account_key: string }[] }>('/app/user/user_accounts')).user_accounts[0]!
    .account_key
  const addTo = (key: string, first_name: string, is_admin: boolean) => {
    const data = { first_name, last_name: 'Tester', email_address: `${first_name.toLowerCase()}@example.com`, is_admin }
    return owner.post(`/app/accounts/${key}/add_user_account`, { data })
  }
  await addTo(workspace, 'Ingrid', false)
  for (const name of ['Tove', 'Ingrid']) await addTo(second.account.key, name, true)
  async function applicationOf(by: Client, name: string = OURS) {
    const data = { name, permissions: [...PERMISSIONS] }
    const { application } = await by.post<{ application: { key: string; client_secret: string } }>('/app/applications/', { data })
    const { key, client_secret } = application
    const authorization = `Basic ${Buffer.from(`${key}:${client_secret}`).toString('base64')}`
    return { key, client_secret, headers: { authorization, [HEADERS.workspace]: workspace, [HEADERS.crossSite]: 'none' } as Headers }
  }
  const { bulk_send } = await owner.post<{ bulk_send: { key: string } }>('/app/bulk_sends/add_update_bulk_send', {
    data: { key: 'new', description: `${OURS} renewals` },
  })
  const programs = {
    application: await applicationOf(owner),
    astray: await applicationOf(outsider, 'Astray'),
    ended: await applicationOf(owner),
  }
  // By a token: wrong secrets are counted.
  const { client_id, client_secret } = { client_id: programs.ended.key, client_secret: programs.ended.client_secret }
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const given = (await (await fetch(`${url}/app/oauth/token`, { method: 'POST', body: form })).json()) as { access_token: string }
  programs.ended.headers = { ...programs.ended.headers, authorization: `Bearer ${given.access_token}` }
  await owner.delete(`/app/applications/${programs.ended.key}`)
  const isProgram = (who: Who): who is keyof typeof programs => who in programs
  const removed = await removedMember()
  await server.stranger('Sol')
  await server.application.services.accounts.appointAdministrator('sol@example.com', true)
  async function inSupport(): Promise<Client> {
    const person = await loggedIn('sol@example.com')
    person.remember(crossSite((await person.get<{ csrf_token: string }>('/app/session')).csrf_token))
    await person.post('/app/support_access', { data: { email_address: 'mira@example.com', reason: 'She asked', minutes: 60 } })
    return person
  }
  const support = await inSupport()
  const accounts = {
    support,
    outsider,
    intruder: outsider,
    removed,
    handed: lent,
    member,
    admin: owner,
    choseOurs: inTwo,
    choseOther: inTwo,
  }

  async function membersByName() {
    const { user_accounts } = await owner.get<{ user_accounts: readonly { key: string; user: { full_name: string } }[] }>(
      `/app/accounts/${workspace}/user_accounts`,
    )
    return Object.fromEntries(user_accounts.map(({ key, user }) => [user.full_name.split(' ')[0], key]))
  }
  async function removedMember(): Promise<Client> {
    const left = await server.stranger('Vera')
    await addTo(workspace, 'Vera', false)
    left.remember({ [HEADERS.workspace]: workspace })
    await left.get('/app/documents')
    await owner.post(`/app/accounts/${workspace}/remove_user_account`, { data: { user_account_key: (await membersByName()).Vera } })
    return left
  }
  async function formerUser(): Promise<string> {
    await server.member('Fern')
    await owner.post(`/app/accounts/${workspace}/remove_user_account`, { data: { user_account_key: (await membersByName()).Fern } })
    const { former_members } = await owner.get<{ former_members: readonly { user_key: string; full_name: string }[] }>(
      `/app/accounts/${workspace}/former_members`,
    )
    return former_members.find(({ full_name }) => full_name.startsWith('Fern'))!.user_key
  }
  async function loggedIn(email_address: string): Promise<Client> {
    const person = client(url)
    person.remember(crossSite('none'))
    await person.post('/app/session', { email_address, password: PASSWORD })
    return person
  }
  async function headersOf(account: Client, named: string | null): Promise<Headers> {
    const { csrf_token } = await account.get<{ csrf_token: string }>('/app/session')
    return { cookie: account.cookie(), [HEADERS.crossSite]: csrf_token, ...(named === null ? {} : { [HEADERS.workspace]: named }) }
  }
  const signing = ({ opened }: SigningClient): Headers => ({
    [HEADERS.session]: opened.session_token,
    [HEADERS.crossSite]: opened.csrf_token,
  })
  const naming = (who: string) => (who === 'outsider' ? null : who === 'choseOther' ? other : workspace)
  const known = Object.fromEntries(
    await Promise.all(Object.entries(accounts).map(async ([who, account]) => [who, await headersOf(account, naming(who))] as const)),
  )

  const spareSession = await loggedIn('mira@example.com').then((spare) =>
    spare.get<{ sessions: readonly { key: string; is_current: boolean }[] }>('/app/user/sessions'),
  )
  const finalToken = newId()
  await server.application.services.keyIndex.register([
    { key: digestOf(finalToken), kind: 'download', pack: sealed.pack, extra: { recipient: newId(), mail: newId() } },
  ])
  const appendix = await withAppendix(owner, setup.pack, `${OURS}.txt`, Buffer.from('Terms'), { audience: ['team'] })
  const customField = await owner.post<{ user_defined_attribute: { key: string } }>(
    `/app/documents/${setup.pack}/add_update_user_defined_attribute`,
    { data: { name: OURS, value: OURS } },
  )
  await owner.post('/app/user/signatures', { type: 'signature', data: { method: 'typed', text: PEOPLE[0] } })
  const kept = await owner.get<{ signatures: readonly { key: string }[] }>('/app/user/signatures')
  const ruled = await owner.post<{ notification_rule: { key: string } }>('/app/notification_rules/add_update_notification_rule', {
    data: { entity_key: out.pack, event: 'not-signed', action: 'notify', countdown_seconds: 86_400 },
  })
  const { mails } = await eventually(
    () => owner.get<{ mails: readonly { key: string; has_link: boolean; document_key: string | null }[] }>('/app/outbox'),
    ({ mails }) => mails.some(({ has_link, document_key }) => has_link && document_key === out.pack),
  )
  const { notifications } = await eventually(
    () => owner.get<{ notifications: readonly { key: string }[] }>('/app/notifications'),
    ({ notifications }) => notifications.length > 0,
  )
  const temp = await owner.get<{ document_temp_download: { key: string } }>(
    `/app/documents/${setup.pack}/generate_temp_document_download?document_temp_download_type=preview`,
  )
  const placeFor = async (document: Prepared) => {
    const asked = `/app/get_document_upload_url?filename=a.pdf&size=1&document_key_to_upload_to=${document.document}`
    return owner.get<Announced>(asked)
  }
  const { sealing } = view.documents[0]!
  const replacing = await placeFor(packs.theirs)
  await owner.put(replacing.url, await readFile('assets/sample.pdf'))
  const spareLinks = [await linkIn(out, 0), await linkIn(out, 1)] as const
  const { recipient_data } = await owner.post<{ recipient_data: { key: string } }>('/app/recipient_datas/add_update_recipient_data', {
    data: { key: 'new', description: 'Recipients' },
  })
  const csv = await owner.get<Announced & { temp_csv_key: string }>(`/app/get_csv_upload_url/${recipient_data.key}?filename=a.csv`)
  await owner.put(csv.url, Buffer.from('name,fee\nAnn,1\n'))
  const things: Things = {
    workspace,
    neighbour: second.account.key,
    other,
    packs,
    memberKey: (await membersByName()).Hanna!,
    formerUser: await formerUser(),
    spareSession: spareSession.sessions.find(({ is_current }) => is_current)!.key,
    signingLink: await linkIn(out, 0),
    inPersonLink: await inPerson(owner),
    finalToken,
    final: sealing.state === 'sealed' ? sealing.file : '',
    picture: file,
    place: (await owner.get<Announced>('/app/get_image_upload_url')).file_key,
    uploads: {
      document: (await placeFor(setup)).file_key,
      replacing: replacing.file_key,
      field: await put(owner, `/app/get_data_field_upload_url/${setup.pack}?filename=a.png&data_field_type=image`),
      appendix: await put(owner, `/app/get_document_appendix_upload_url/${setup.pack}?filename=a.png`),
      verification: await put(owner, `/app/get_verification_upload_url?document_key=${sealed.document}`),
      picture: await put(owner, '/app/get_image_upload_url'),
      signature: await put(owner, '/app/get_signature_upload_url'),
    },
    recipientList: recipient_data.key,
    csv,
    appendix: appendix.key,
    customField: customField.user_defined_attribute.key,
    kept: kept.signatures[0]!.key,
    rule: ruled.notification_rule.key,
    mail: mails.find(({ has_link, document_key }) => has_link && document_key === out.pack)!.key,
    temp: temp.document_temp_download.key,
    application: (await applicationOf(owner)).key,
    bulkSend: bulk_send.key,
    notification: notifications[0]!.key,
    png: png.toString('base64'),
  }

  const { Mira, Tove, Ingrid } = await membersByName()
  const keyOf = { admin: Mira!, member: Tove!, choseOurs: Ingrid! }
  const permitted = new Map<string, string>()

  return {
    things,
    async permit(who, permissions, browses = true) {
      const held = new Set([...permissions.filter((one) => one !== 'can_browse'), ...(browses ? ['can_browse'] : [])])
      if (permitted.get(who) === [...held].join()) return
      permitted.set(who, [...held].join())
      const document_permissions = Object.fromEntries(PERMISSIONS.map((one) => [one, held.has(one)]))
      await rights.post(`/app/accounts/${workspace}/update_user_account_permissions`, {
        data: { user_account_key: keyOf[who], permissions: { document_permissions } },
      })
    },
    headersOf(who, state) {
      if (who === 'nobody') return { [HEADERS.crossSite]: 'none' }
      if (isProgram(who)) return programs[who].headers
      if (who === 'elsewhere') return signing(elsewhere)
      if (who !== 'itself' && who !== 'other') return known[who]!
      const there = signers[state]?.[who === 'itself' ? 0 : 1]
      return there ? signing(there) : null
    },
    async spareOf(who) {
      if (who === 'admin') return headersOf(await loggedIn('mira@example.com'), workspace)
      if (who === 'support') return headersOf(await inSupport(), workspace)
      if (who === 'nobody') return { [HEADERS.crossSite]: 'none' }
      if (isProgram(who)) return programs[who].headers
      if (who === 'elsewhere' || who === 'itself' || who === 'other')
        return signing(await server.signer(spareLinks[who === 'itself' ? 0 : 1]))
      const emails = {
        outsider: 'otto',
        intruder: 'otto',
        removed: 'vera',
        handed: 'hanna',
        member: 'tove',
        choseOurs: 'ingrid',
        choseOther: 'ingrid',
      }
      return headersOf(await loggedIn(`${emails[who]}@example.com`), naming(who))
    },
    snapshot: async () => ({
      views: await Promise.all(STATES.map((state) => viewOf(owner, packs[state].pack))),
      members: await owner.get(`/app/accounts/${workspace}/user_accounts`),
      keeping: await owner.get(`/app/accounts/${workspace}/keeping`),
      rules: await owner.get(`/app/notification_rules?entity_key=${out.pack}`),
      notifications: await owner.get('/app/notifications'),
      signatures: await owner.get('/app/user/signatures'),
      documents: await owner
        .get<{ documents: readonly { key: string }[] }>('/app/documents')
        .then(({ documents }) => documents.map(({ key }) => key)),
    }),
  }
}
