import { expect, test } from 'vitest'
import { contactKey, contacts, streamOfContacts } from '#domain/contacts'
import { inbox } from '#domain/inbox'
import { isWithheld } from '#domain/kernel'
import { user } from '#domain/user'
import { type WorkspaceCommand, workspace } from '#domain/workspace'
import { commandHandler, commandsOf } from '#platform/command-handler'
import { verifyChain } from '#platform/event-codec'
import { type DeletionLine, RESTORER, repeatDeletions } from '#processes/deletion'
import { keyOfCopy } from '#processes/final-copies'
import { keyOfNotice } from '#processes/notifications'
import { keyOfRequest } from '#processes/requests'
import { fill, having, idOf, packInSetup, place, reject, sent, signedBy } from '#tests/pack'
import { personRecordsOf } from '../../processes/deletion/people/records.ts'
import { killedEverywhere } from './killed-everywhere.ts'
import { CREATOR, PACK, STREAM, type Stage, stage } from './stage.ts'

const first = idOf('first')
const image = { method: 'uploaded', file: idOf('image of the first'), digest: 'd'.repeat(43), width: 9, height: 9 } as const
const rejected = having(
  sent(having(packInSetup('first', 'second'), place('note', 'text', 'first', { y: 400_000 }))),
  fill('first signature', 'first', image),
  fill('note', 'first', 'words of the first'),
  reject('first', 'Wrong rent'),
)
const requestOf = (part: string) => keyOfRequest(rejected.state.signatories.find(({ uuid }) => uuid === idOf(part))!.request!.id)
const linkOf = (part: string) =>
  rejected.events.flatMap(({ fact }) => (fact.type === 'SigningLinkIssued' && fact.data.signatory === idOf(part) ? [fact.data.link] : []))

/** A rejected document with the data of two signers, and somebody else's document. */
async function prepared(): Promise<Stage> {
  const on = stage()
  await on.happened(rejected)
  const kept = { [image.file]: PACK, 'image nobody used': PACK, 'image of others': idOf('other'), pages: PACK }
  for (const [key, pack] of Object.entries(kept)) {
    on.files.set(key, { pack, bytes: new TextEncoder().encode(key) })
  }
  for (const part of ['first', 'second']) {
    const mail = {
      key: requestOf(part),
      owner: PACK,
      workspace: null,
      kind: 'request',
      to: `${part}@example.org`,
      subject: '',
      text: '',
      html: '',
    }
    on.post.rows.set(mail.key, { mail, state: 'sent', detail: null })
    await on.keyIndex.register([{ key: `token of ${part}`, kind: 'link', pack: PACK, extra: { signatory: idOf(part) } }])
  }
  return on
}

const isGone = async (on: Stage) =>
  (await on.keys.existing(STREAM, first)) === null &&
  (await on.keyIndex.find('token of first', 'link')) === null &&
  [...on.jobs.values()].some(({ queue }) => queue === 'erasure') &&
  [...on.jobs.values()].filter(({ queue }) => queue === 'erasure').every(({ state }) => state === 'done')

const LINE = {
  erased: { workspace: idOf('workspace'), pack: PACK, people: [first] },
  time: expect.stringMatching(/^20/),
  by: `user:${idOf('creator')}`,
}

test('killed at any step of the deletion of a person’s data, the next start ends it; the chain verifies, and others keep theirs', async () => {
  const deaths = await killedEverywhere({
    async begin() {
      const on = await prepared()
      await on.command({ do: 'ErasePeople', people: [first] })
      return on
    },
    done: isGone,
    async check(on, where) {
      expect(on.deletions, where).toContainEqual(LINE)
      expect(verifyChain(await on.log.read(STREAM, 0n, 1_000)), where).toEqual([])
      const history = await on.events()
      const said = JSON.stringify(history)
      for (const text of ['first signer', 'first@example.org', 'words of the first', 'Wrong rent', image.file])
        expect(said, where).not.toContain(text)
      expect(said, where).toContain('second signer')
      expect(
        history.filter(({ fact }) => fact.type === 'PersonErased'),
        where,
      ).toHaveLength(1)
      expect(isWithheld((await on.state()).signatories[0]?.name), where).toBe(true)
      expect(on.rewritten, where).toContain(STREAM)
      expect(on.forgotten, where).toEqual([])
      expect([...on.files.keys()].sort(), where).toEqual(['image of others', 'pages'])
      const mails = [...on.post.rows.values()].map(({ mail }) => mail)
      expect(
        mails.flatMap(({ kind, key }) => (kind === 'rejection' ? [] : [key])),
        where,
      ).toEqual([requestOf('second')])
      expect(
        mails.map(({ to }) => to),
        where,
      ).not.toContain('first@example.org')
      expect(JSON.stringify(mails), where).not.toMatch(/first signer|Wrong rent/)
      expect((await on.keyIndex.find('token of second', 'link'))?.pack, where).toBe(PACK)
      expect(on.ended, where).toEqual(expect.arrayContaining(linkOf('first').map((link) => `link:${link}`)))
      expect(on.ended, where).not.toContain(`link:${linkOf('second')[0]}`)
    },
  })
  for (const where of [
    'before deletions.add',
    'before keys.destroy',
    'before the rows are rewritten',
    'before mails are removed',
    'after keyIndex.removeLinks',
  ]) {
    expect(deaths).toContain(where)
  }
  // Nothing is destroyed that no restore would take away again.
  expect(deaths.indexOf('after deletions.add')).toBeLessThan(deaths.indexOf('before keys.destroy'))
})

test('of several people all data goes, and of another person nothing', async () => {
  const own = { ...image, file: idOf('image of the second') }
  const drawn = having(
    sent(packInSetup('first', 'second', 'third')),
    fill('first signature', 'first', image),
    fill('second signature', 'second', own),
    fill('third signature', 'third', { ...image, file: idOf('image of the third') }),
    reject('first', 'Wrong rent'),
  )
  const on = stage()
  await on.happened(drawn)
  for (const part of ['first', 'second', 'third'])
    on.files.set(idOf(`image of the ${part}`), { pack: PACK, bytes: new TextEncoder().encode(part) })
  const second = idOf('second')
  await on.command({ do: 'ErasePeople', people: [first, second] })
  const server = await on.server()
  const jobs = () => [...on.jobs.values()].filter(({ queue }) => queue === 'erasure')
  await on.until(() => jobs().length > 0 && jobs().every(({ state }) => state === 'done'), 'the deletion')
  await server.stop()
  for (const person of [first, second]) expect(await on.keys.existing(STREAM, person)).toBeNull()
  expect(await on.keys.existing(STREAM, idOf('third'))).not.toBeNull()
  expect([...on.files.keys()]).toEqual([idOf('image of the third')])
})

test('traces of a person outside the log: their final copy is a mail of theirs, the team’s supporting documents are no files of theirs', () => {
  const [appendix, file] = [idOf('appendix'), idOf('appendix file')]
  const setup = having(
    packInSetup('first'),
    { do: 'AddAppendix', appendix, audience: ['all'], required: false },
    { do: 'AttachAppendixFile', appendix, file, digest: 'd'.repeat(43), size: 5, filename: 'a.pdf' },
  )
  const copied = having(signedBy(sent(setup), 'first'), { do: 'QueueFinalCopy', recipient: first, mail: idOf('copy') })
  const { mails, othersFiles } = personRecordsOf(copied.events, [first])
  expect(mails).toContain(keyOfCopy(idOf('copy')))
  expect([...othersFiles]).toEqual([file])
})

test('a legal hold beats it until it is lifted; what a restore brought back goes again in spite of one', async () => {
  const on = await prepared()
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const creator = idOf('creator')
  const inWorkspace = async (command: WorkspaceCommand) => {
    const outcome = await commandsOf(workspace, handler).perform({
      key: idOf('workspace'),
      who: { as: 'user', user: creator },
      commands: [command],
      origin: { actor: { principal: `user:${creator}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }
  await inWorkspace({
    do: 'CreateWorkspace',
    workspace: idOf('workspace'),
    name: 'Castell',
    personal: false,
    creator,
    member: idOf('member'),
  })
  await inWorkspace({ do: 'PlaceLegalHold', pack: PACK, reason: 'a claim' })
  await on.command({ do: 'ErasePeople', people: [first] })
  const server = await on.server()
  await on.until(() => [...on.jobs.values()].some(({ queue, attempts }) => queue === 'erasure' && attempts > 1), 'two tries')
  expect(await on.keys.existing(STREAM, first)).not.toBeNull()
  expect(on.deletions).toEqual([])
  await inWorkspace({ do: 'LiftLegalHold', pack: PACK })
  await on.until(() => isGone(on), 'the deletion')
  await server.stop()

  const older = await prepared()
  const restored = commandHandler({ log: older.log, keys: older.keys, world: older.world })
  const outside = { lines: async () => on.deletions }
  expect(await repeatDeletions({ handler: restored, keys: older.keys, outside })).toBe(1)
  expect(await repeatDeletions({ handler: restored, keys: older.keys, outside })).toBe(0)
  expect((await older.events()).at(-1)).toMatchObject({ fact: { type: 'PersonErased' }, meta: { actor: { principal: RESTORER } } })
  const again = await older.server()
  await older.until(() => isGone(older), 'the deletion')
  await again.stop()
})

test('a start asks about all people whose data was ever deleted in a few questions, and repeats what a restore took back', async () => {
  const on = await prepared()
  const asked = { time: '2026-03-01T09:00:00.000Z', by: `user:${idOf('creator')}` }
  const erased = (pack: string, people: readonly string[]) => ({
    erased: { workspace: idOf('workspace'), pack, people: [...people] },
    ...asked,
  })
  const lines: DeletionLine[] = [erased(PACK, [idOf('nobody any more'), first])]
  for (let at = 0; at < 1_200; at++) {
    const [pack, person, someone] = [idOf(`pack ${at}`), idOf(`person ${at}`), idOf(`someone ${at}`)]
    await on.keys.keyFor(`pack-${pack}`, person)
    await on.keys.destroy(`pack-${pack}`, person)
    await on.keys.destroyAll(`user-${someone}`)
    lines.push(erased(pack, [person]), { departed: { user: someone }, ...asked })
  }
  const bare = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  let questions = 0
  const counted = <A extends readonly unknown[], R>(ask: (...given: A) => R) => {
    return (...given: A) => {
      questions += 1
      return ask(...given)
    }
  }
  const keys = { storedAll: counted(on.keys.storedAll) }
  const start = () => repeatDeletions({ handler: { ...bare, handle: counted(bare.handle) }, keys, outside: { lines: async () => lines } })
  expect(await start()).toBe(1)
  expect(questions).toBeLessThan(10)
  expect((await on.events()).at(-1)).toMatchObject({ fact: { type: 'PersonErased', data: { people: [first] } } })
  // Its key is there until the deletion has got so far.
  expect(await start()).toBe(0)
})

test('a restore deletes again what the address book held of a person, and hides them again, once', async () => {
  const [team, ann, ben] = [idOf('team'), idOf('ann'), idOf('ben')]
  const address = 'ann@example.com'
  const known = contactKey(team, address)
  const origin = { actor: { principal: `user:${idOf('creator')}`, capacity: 'team' }, correlation: 't', causation: 't' } as const
  const book = (on: Stage) => commandsOf(contacts, commandHandler({ log: on.log, keys: on.keys, world: on.world }))
  const begun = async () => {
    const on = stage()
    const details = (name: string) => ({ name, email: `${name}@example.com`, mobile: '' })
    for (const [key, name] of [
      [ann, 'ann'],
      [ben, 'ben'],
    ] as const)
      await book(on).perform({
        key: team,
        who: { as: 'installation' },
        commands: [{ do: 'AddContact', key, details: details(name) }],
        origin,
      })
    return on
  }
  const on = await begun()
  await book(on).perform({ key: team, who: { as: 'installation' }, commands: [{ do: 'EraseContact', address, known }], origin })
  const server = await on.server()
  await on.until(() => on.deletions.length === 2, 'the deletion')
  await on.rest()
  await server.stop()
  expect(await on.keys.existing(streamOfContacts(team), ann)).toBeNull()

  // As it was before.
  const older = await begun()
  const outside = { lines: async () => on.deletions }
  const restored = commandHandler({ log: older.log, keys: older.keys, world: older.world })
  expect(await repeatDeletions({ handler: restored, keys: older.keys, outside })).toBe(2)
  expect(await repeatDeletions({ handler: restored, keys: older.keys, outside })).toBe(0)
  const { byKey, byAddress, erased } = await book(older).load(team)
  expect([...byKey.keys()]).toEqual([ben])
  expect(byAddress.has(address)).toBe(false)
  expect([...erased].sort()).toEqual([ann, known].sort())
  const again = await older.server()
  await older.until(async () => (await older.keys.existing(streamOfContacts(team), ann)) === null, 'the deletion')
  await again.stop()
  expect(await older.keys.existing(streamOfContacts(team), ben)).not.toBeNull()
})

test('killed at any step, the deletion of a profile is ended by the next start: nothing of them can be read, and their address is free', async () => {
  const [someone, team, member] = [idOf('someone'), idOf('team'), idOf('member')]
  const stream = `user-${someone}`
  const actor = { principal: `user:${someone}`, capacity: 'team' } as const
  const origin = { actor, correlation: 't', causation: 't', address: '198.51.100.1' }
  const deaths = await killedEverywhere({
    async begin() {
      const on = stage()
      on.files.set('picture of theirs', { pack: stream, bytes: new Uint8Array(1) })
      const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
      for (const command of [
        { do: 'RegisterUser', user: someone, firstName: 'Wilhelmina', lastName: 'Gone', email: CREATOR.email },
        { do: 'JoinWorkspace', workspace: team, member },
        { do: 'EraseProfile', joined: 'whatever' },
      ] as const)
        await commandsOf(user, handler).perform({ key: someone, who: { as: 'installation' }, commands: [command], origin })
      const readIt = { do: 'ReadNotifications', notifications: [idOf('notification')] } as const
      await commandsOf(inbox, handler).perform({ key: someone, who: { as: 'user', user: someone }, commands: [readIt], origin })
      // As after a restore, or where their administrator came too late.
      for (const command of [
        {
          do: 'CreateWorkspace',
          workspace: team,
          name: 'Castell',
          personal: false,
          creator: idOf('creator'),
          member: idOf('first member'),
        },
        { do: 'AddMember', member, user: someone, administrator: false },
      ] as const)
        await commandsOf(workspace, handler).perform({ key: team, who: { as: 'installation' }, commands: [command], origin })
      return on
    },
    done: (on) => [...on.jobs.values()].some(({ queue, state }) => queue === 'departure' && state === 'done'),
    async check(on, where) {
      expect(on.deletions, where).toContainEqual({ departed: { user: someone }, time: expect.any(String), by: `user:${someone}` })
      expect(on.ended, where).toEqual(
        expect.arrayContaining([`password ${someone}`, `links ${someone}`, `user:${someone}`, `address ${someone} ${CREATOR.email}`]),
      )
      for (const own of [stream, `inbox-${someone}`]) expect(await on.keys.existing(own, 'pack'), where).toBeNull()
      expect(
        [...on.files.values()].filter(({ pack }) => pack === stream),
        where,
      ).toEqual([])
      const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
      const { members } = (await handler.load(`workspace-${team}`, workspace)).state
      expect(
        members.map((one) => one.user),
        where,
      ).toEqual([idOf('creator')])
      const history = JSON.stringify(await handler.history(stream, user))
      for (const text of ['Wilhelmina', CREATOR.email, '198.51.100.1']) expect(history, where).not.toContain(text)
      expect(verifyChain(await on.log.read(stream, 0n, 10)), where).toEqual([])
    },
  })
  expect(deaths).toContain('before keys.destroyAll')
})

test('a mail to the owner about a person goes with that person’s data', async () => {
  const on = stage()
  const asked = sent(
    having(packInSetup('first', 'second'), { do: 'SetNotificationRule', rule: idOf('rule'), event: 'email-failed', action: 'notify' }),
  )
  const request = asked.state.signatories[0]!.request!.id
  const notice = idOf('notice')
  await on.happened(
    having(
      asked,
      { do: 'RecordRequestFailed', signatory: first, request, bounced: true, detail: '' },
      { do: 'GiveNotification', rule: idOf('rule'), about: first, occasion: request, notice },
      reject('second', 'Wrong rent'),
    ),
  )
  const mail = {
    key: keyOfNotice(notice),
    owner: PACK,
    workspace: null,
    kind: 'notice',
    to: CREATOR.email,
    subject: '',
    text: '',
    html: '',
  }
  on.post.rows.set(mail.key, { mail, state: 'sent', detail: null })
  await on.command({ do: 'ErasePeople', people: [first] })
  const server = await on.server()
  await on.until(() => on.ended.length > 0, 'the end of their sessions')
  // The sender's process comes too late.
  await on.rest()
  expect([...on.post.rows.keys()]).not.toContain(mail.key)
  await server.stop()
})
