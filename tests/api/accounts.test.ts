import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { streamOfUser, user as userAggregate } from '#domain/user'
import { personalWorkspaceOf } from '#domain/workspace'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import { memoryEventLog } from '#platform/event-log'
import { type Jobs, memoryJobs } from '#platform/jobs'
import { type Mailer, mailMigrations, openMailer } from '#platform/mail'
import { systemWorld } from '#platform/ports'
import { migrate } from '#platform/postgres'
import { commonPasswords, knownDevices, oneTimeLinks, passwords, sessionMigrations, sessions, throttle } from '#platform/sessions'
import { memorySubjectKeys } from '#platform/subject-keys'
import { type Follower, followLog, memoryProcessStore } from '#processes/engine'
import { invitationsProcess } from '#processes/invitations'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { type TestWorld, testWorld } from '#tests/world'
import {
  type AccountRefused,
  type Accounts,
  createAccounts,
  createMembers,
  definePasswordMails,
  LOGIN_LIMITS,
  type LoggedIn,
  type LogInOutcome,
  type LoginFrom,
  type MemberRow,
  type Members,
  type RequestOrigin,
} from '../../command-api/accounts/index.ts'
import type { AccountParts } from '../../command-api/accounts/parts.ts'
import { accountStreams } from '../../command-api/accounts/streams.ts'
import { accountProblem } from '../../command-api/edge/account-problem.ts'
import { newId } from '../support/prepared.ts'

let database: TestDatabase
let world: TestWorld
let parts: AccountParts
let accounts: Accounts
let members: Members
let handler: CommandHandler
let mailer: Mailer
let jobs: Jobs
let log: ReturnType<typeof memoryEventLog>
let newMembers: Follower
let home: string
/** As of another process. */
let anotherHandler: () => typeof handler
let outcomes: LogInOutcome[]
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [...sessionMigrations, ...mailMigrations])
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query(
    'TRUNCATE session, password, password_removed, one_time_link, login_attempt, known_device, guessing_episode, mail_outbox',
  )
  world = testWorld()
  outcomes = []
  const { pool } = database
  // Lost races pause on real timers; all else goes by the world's own time.
  const running = { ...world, timers: systemWorld(world.log).timers }
  log = memoryEventLog(running)
  const keys = memorySubjectKeys(world)
  anotherHandler = () => commandHandler({ log, keys, world: running })
  handler = anotherHandler()
  mailer = openMailer({ pool, world, key: new Uint8Array(32), from: 'a@b.example', transport: null })
  jobs = memoryJobs(world)
  const links = oneTimeLinks({ pool, world })
  const guard = throttle({ pool, world, limits: LOGIN_LIMITS })
  parts = {
    handler,
    links,
    tokenKey,
    world,
    jobs,
    throttle: guard,
    devices: knownDevices({ pool, world, key: tokenKey }),
    passwordRules: { least: 5, isCommon: commonPasswords('assets/common-passwords/list.txt') },
    noteLogIn: (outcome) => void outcomes.push(outcome),
    sessions: sessions({ pool, world }),
    passwords: passwords({ pool, world }),
    withExample: true,
  }
  accounts = createAccounts(parts)
  members = createMembers(parts)
  const mails = { handler, links, mailer, tokenKey, publicUrl: 'https://sign.example' }
  definePasswordMails(jobs, mails)
  for (const queue of invitationsProcess.queues({ handler, links, mailer, config: mails }))
    jobs.define(queue.name, queue.handler, queue.settings)
  await jobs.start()
  newMembers = followLog(
    { log, store: memoryProcessStore({ jobs, log }), world: running },
    invitationsProcess.reader({ keys: memorySubjectKeys(world), handler }),
  )
})

// A mail of one test must not arrive in the outbox of the next.
afterEach(async () => {
  await newMembers.stop()
  await jobs.stop()
})

const tokenKey = new Uint8Array(32).fill(1)
const asked: RequestOrigin = { correlation: 'request-1', causation: 'request-1' }
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'Ada@example.com', password: 'correct horse', network: '192.0.2.1' }
const bob = { firstName: 'Bob', lastName: 'Ross', email: 'bob@example.com', isAdmin: false }

async function first(): Promise<LoggedIn & { workspace: string }> {
  const made = (await accounts.registerFirst(ada, asked)) as LoggedIn
  const [membership] = await accounts.membershipsOf(made.user)
  home = membership!.workspace
  return { ...made, workspace: home }
}
const logIn = (email: string, password: string, network = '192.0.2.1') => accounts.logIn({ email, password, network })
const by = (token: string, password: string, network = '192.0.2.1') => ({ token, password, network })
const linkFor = async (email: string) => (await accounts.makeResetToken(email))!
const WITHIN = { timeout: 60_000, interval: 10 }

async function mails() {
  const people = (await members.list(home)).map(({ user }) => `user:${user}`)
  return mailer.list({ workspace: home, people, limit: 50, before: null })
}
async function mailedToken(count: number): Promise<string> {
  const rows = await vi.waitFor(async () => {
    const found = await mails()
    expect(found).toHaveLength(count)
    expect(found[0]!.state).toBe('kept')
    return found
  }, WITHIN)
  return (await mailer.reveal(rows[0]!.id))!.split('#reset/')[1]!
}

test('the first account is offered until it exists, and becomes administrator of a team that others can join', async () => {
  expect(await accounts.noneYet()).toBe(true)
  const { token, user } = await first()
  expect(await accounts.noneYet()).toBe(false)
  expect(await accounts.find(token)).toMatchObject({
    as: 'account',
    user,
    memberships: [
      { name: 'Ada’s team', isAdmin: true, isPersonal: false },
      { name: 'Personal workspace', isAdmin: true, isPersonal: true },
    ],
  })
  expect(await accounts.profileOf(user)).toMatchObject({ fullName: 'Ada Byron', email: 'Ada@example.com' })
  expect(await accounts.registerFirst({ ...ada, email: 'eve@example.com' }, asked)).toEqual({ refused: 'first-account-exists' })
})

test('a person who makes the first account and loses the answer is let in by asking again, into one team; nobody else is, and not by guessing', async () => {
  const both = (await Promise.all([accounts.registerFirst(ada, asked), accounts.registerFirst(ada, asked)])) as LoggedIn[]
  const { user } = both[0]!
  for (const { token } of [...both, (await accounts.registerFirst({ ...ada, email: ' ADA@example.com' }, asked)) as LoggedIn])
    expect(await accounts.find(token)).toMatchObject({ user, memberships: [{ name: 'Ada’s team' }, { isPersonal: true }] })
  expect(await accounts.membershipsOf(user)).toHaveLength(2)
  const { workspace } = (await accounts.membershipsOf(user))[0]!
  await members.add(workspace, bob, { user }, asked)
  home = workspace
  await accounts.choosePassword(by(await mailedToken(1), 'happy trees'), asked)
  expect(await accounts.registerFirst({ ...ada, email: bob.email, password: 'happy trees' }, asked)).toEqual({
    refused: 'first-account-exists',
  })
  for (let guess = 0; guess < 10; guess++)
    expect(await accounts.registerFirst({ ...ada, password: `guess ${guess}` }, asked)).toEqual({ refused: 'first-account-exists' })
  expect(await accounts.registerFirst(ada, asked)).toEqual({ refused: 'too-many-attempts' })
})

test('once the first person has left, nobody is first again, and nobody’s password is changed by asking for it', async () => {
  const { user, workspace } = await first()
  await members.add(workspace, { ...bob, isAdmin: true }, { user }, asked)
  await accounts.choosePassword(by(await mailedToken(1), 'happy trees'), asked)
  const own = (await members.list(workspace)).find((one) => one.user === user)!
  expect(await members.remove(workspace, own.key, { user }, asked)).toBeNull()
  expect(await accounts.noneYet()).toBe(false)
  for (const email of [bob.email, ada.email, 'eve@example.com'])
    expect(await accounts.registerFirst({ ...ada, email, password: 'chosen by Eve' }, asked)).toEqual({ refused: 'first-account-exists' })
  expect(await logIn(bob.email, 'chosen by Eve')).toEqual({ refused: 'login-failed' })
  expect(await logIn(bob.email, 'happy trees')).toHaveProperty('token')
  expect(await logIn(ada.email, ada.password)).toHaveProperty('token')
})

test('of two who want to be first at the same moment one is', async () => {
  const outcomes = await Promise.all([
    accounts.registerFirst(ada, asked),
    accounts.registerFirst({ ...ada, email: 'eve@example.com' }, asked),
  ])
  expect(outcomes.filter((outcome) => 'token' in outcome)).toHaveLength(1)
})

test('a first account needs a name, an address and a password, each refused in its words', async () => {
  expect(await accounts.registerFirst({ ...ada, firstName: ' ' }, asked)).toEqual({ refused: 'valid-name-required' })
  expect(await accounts.registerFirst({ ...ada, email: 'ada@' }, asked)).toEqual({ refused: 'valid-email-required' })
  expect(await accounts.registerFirst({ ...ada, password: '1234' }, asked)).toEqual({ refused: 'password-too-short', slots: { least: 5 } })
  expect(await accounts.noneYet()).toBe(true)
})

test('somebody logs in by address, however it is written, and out again', async () => {
  await first()
  const { token } = (await logIn(' ADA@example.com', 'correct horse')) as LoggedIn
  expect(await accounts.find(token)).not.toBeNull()
  await accounts.logOut(token)
  expect(await accounts.find(token)).toBeNull()
})

test('a wrong password and an unknown address are the same refusal, and guessing is slowed down for both alike', async () => {
  await first()
  for (const email of ['ada@example.com', 'nobody@example.com']) {
    for (let guess = 0; guess < 10; guess++) expect(await logIn(email, `guess ${guess}`)).toEqual({ refused: 'login-failed' })
    expect(await logIn(email, 'correct horse')).toEqual({ refused: 'too-many-attempts' })
  }
  world.advance(16 * 60_000)
  expect(await logIn('ada@example.com', 'correct horse')).toHaveProperty('token')
})

const guess = (email: string, password: string, from: Partial<LoginFrom> = {}) =>
  accounts.logIn({ email, password, network: '198.51.100.0/24', ...from })
/** The same accounts, where a password is known to be right or wrong without the work of hashing it. */
const quick = (isRight: boolean) =>
  createAccounts({ ...parts, passwords: { ...parts.passwords, verify: async () => (isRight ? { holds: async () => true } : null) } })
/** So many wrong passwords, ten from each of ever other networks. */
async function guesses(email: string, count: number): Promise<void> {
  const crowd = quick(false)
  for (let at = 0; at < count; at++) {
    const outcome = await crowd.logIn({ email, password: `guess ${at}`, network: `10.${Math.floor(at / 10)}.0.0/24` })
    expect([at, outcome]).toEqual([at, { refused: 'login-failed' }])
  }
}

test('ten wrong passwords from ten addresses lock nobody out, and ten from one only who is there', async () => {
  await first()
  for (let at = 0; at < 10; at++)
    expect(await guess(ada.email, 'wrong', { network: `10.0.${at}.0/24` })).toEqual({ refused: 'login-failed' })
  expect(await guess(ada.email, ada.password)).toHaveProperty('token')
  for (let at = 0; at < 10; at++) await guess(ada.email, 'wrong', { network: '10.9.9.0/24' })
  expect(await guess(ada.email, ada.password, { network: '10.9.9.0/24' })).toEqual({ refused: 'too-many-attempts' })
  expect(await guess(ada.email, ada.password)).toHaveProperty('token')
})

test('while a whole crowd guesses, strangers are refused, and the owner is let in by a device that they logged in on before, or by a mailed link', async () => {
  const { device } = await first()
  await guesses(ada.email, 100)
  expect(await guess(ada.email, ada.password)).toEqual({ refused: 'too-many-attempts' })
  expect(await guess('grace@example.com', 'anything')).toEqual({ refused: 'login-failed' })
  expect(await guess(ada.email, ada.password, { device: `${device}x` })).toEqual({ refused: 'too-many-attempts' })
  const known = (await guess(ada.email, ada.password, { device })) as LoggedIn
  expect(known.token).toBeDefined()
  // What is kept in the browser is another each time.
  expect(await guess(ada.email, ada.password, { device })).toEqual({ refused: 'too-many-attempts' })
  expect(await accounts.requestPasswordReset({ email: ada.email, network: '10.77.0.0/24' })).toBeNull()
  const chosen = (await accounts.choosePassword(by(await linkFor(ada.email), 'battery staple', '10.77.0.0/24'), asked)) as LoggedIn
  expect(chosen.token).toBeDefined()
  expect(await guess(ada.email, 'battery staple')).toHaveProperty('token')
})

test('a device that is stolen guesses ten times, at no other account, and is known no more; a new password makes all unknown', async () => {
  const { workspace, user, device } = await first()
  await members.add(workspace, bob, { user }, asked)
  const bobs = (await accounts.choosePassword(by(await mailedToken(1), 'happy trees'), asked)) as LoggedIn
  await guesses(ada.email, 100)
  await guesses(bob.email, 100)
  // It opens nothing by itself.
  expect(await accounts.find(device!)).toBeNull()
  const stolen = async (of: string | null, email: string, password: string) => {
    const outcome = await guess(email, password, { device: of })
    return 'refused' in outcome ? outcome.refused : 'in'
  }
  expect(await stolen(device, bob.email, 'happy trees')).toBe('too-many-attempts')
  const tries = await Promise.all(Array.from({ length: 15 }, (_, at) => stolen(device, ada.email, `guess ${at}`)))
  expect(tries.filter((one) => one === 'login-failed')).toHaveLength(10)
  expect(await stolen(device, ada.email, ada.password)).toBe('too-many-attempts')
  await parts.passwords.set(bobs.user, 'sad trees')
  expect(await stolen(bobs.device, bob.email, 'sad trees')).toBe('too-many-attempts')
  const stored = JSON.stringify((await database.pool.query('SELECT * FROM known_device')).rows)
  for (const token of [device!, bobs.device!]) for (const part of token.split('.')) expect(stored).not.toContain(part)
})

test('one browser is known to all who logged in on it, and each of their mistakes counts for them alone', async () => {
  const { workspace, user, device } = await first()
  await members.add(workspace, bob, { user }, asked)
  const both = (await accounts.choosePassword({ ...by(await mailedToken(1), 'happy trees'), device }, asked)) as LoggedIn
  await guesses(ada.email, 100)
  await guesses(bob.email, 100)
  for (let at = 0; at < 10; at++) await guess(bob.email, 'wrong', { device: both.device })
  expect(await guess(bob.email, 'happy trees', { device: both.device })).toEqual({ refused: 'too-many-attempts' })
  expect(await guess(ada.email, ada.password, { device: both.device })).toHaveProperty('token')
})

test('a success is no guess: a person who logs in hundreds of times is let in', async () => {
  await first()
  for (let at = 0; at < 105; at++) expect(await quick(true).logIn({ ...ada, network: '198.51.100.0/24' })).toHaveProperty('token')
  expect(new Set(outcomes)).toEqual(new Set(['in']))
})

test('the owner gets one mail about wrong passwords, whatever else is tried before a quiet day; nobody gets one for an address that nobody has', async () => {
  const { device } = await first()
  await guesses('nobody@example.com', 12)
  await guesses(ada.email, 9)
  await guess(ada.email, 'another', { device })
  const mailCount = async (count: number) => vi.waitFor(async () => expect(await mails()).toHaveLength(count), WITHIN)
  await mailCount(1)
  world.advance(23 * 3_600_000)
  await guesses(ada.email, 12)
  world.advance(24 * 3_600_000)
  await guesses(ada.email, 12)
  await mailCount(2)
  for (const mail of await mails()) {
    expect(mail).toMatchObject({ to: 'Ada@example.com', subject: 'Wrong passwords for your account' })
    expect(mail.text).toContain('Dear Ada Byron')
  }
})

test('an operator sees an attack in the log: by account and network, without anybody’s name, address or password, and in numbers', async () => {
  await first()
  for (let at = 0; at < 11; at++) await guess(ada.email, `guess ${at}`, { network: '203.0.113.0/24' })
  await guess(ada.email, 'guess by device', { network: '198.51.100.0/24' })
  await guess('nobody@example.com', 'guess', { network: '198.51.100.0/24' })
  const lines = world.logged.filter(({ words }) => words === 'a log-in failed').map(({ what }) => what as Record<string, unknown>)
  expect(lines.map(({ reason, attempts }) => [reason, attempts])).toEqual([
    ...Array.from({ length: 10 }, (_, at) => ['wrong-password', at + 1]),
    ['too-many-attempts', 10],
    ['wrong-password', 11],
    ['wrong-password', 1],
  ])
  const ids = (name: string) => lines.map((line) => line[name])
  expect(new Set(ids('account')).size).toBe(2)
  expect(new Set(ids('network')).size).toBe(2)
  expect(ids('account').slice(0, 12)).toEqual(Array(12).fill(ids('account')[0]))
  expect(JSON.stringify(lines)).not.toMatch(/ada|example|guess|203\.0|198\.51/i)
  expect(outcomes).toEqual([...Array(10).fill('wrong'), 'refused', 'wrong', 'wrong'])
})

test('mails to choose a password, asked for by strangers, leave the owner theirs', async () => {
  const { device } = await first()
  const ask = (network: string, own: string | null = null) => accounts.requestPasswordReset({ email: ada.email, network, device: own })
  for (let at = 0; at < 5; at++) expect(await ask('10.1.0.0/24')).toBeNull()
  expect(await ask('10.1.0.0/24')).toEqual({ refused: 'too-many-attempts' })
  for (let at = 0; at < 15; at++) expect(await ask(`10.2.${at}.0/24`)).toBeNull()
  expect(await ask('10.3.0.0/24')).toEqual({ refused: 'too-many-attempts' })
  expect(await ask('10.3.0.0/24', device)).toBeNull()
})

test('a common password is refused wherever one is chosen, whichever letters are capitals, and so is one shorter than is configured', async () => {
  expect(await accounts.registerFirst({ ...ada, password: 'PassWord1' }, asked)).toEqual({ refused: 'password-common' })
  expect(await accounts.noneYet()).toBe(true)
  const { user, workspace } = await first()
  await members.add(workspace, bob, { user }, asked)
  const [invited, reset] = [await mailedToken(1), await linkFor(ada.email)]
  for (const token of [invited, reset]) {
    expect(await accounts.choosePassword(by(token, 'iloveyou'), asked)).toEqual({ refused: 'password-common' })
    expect(await accounts.passwordLinkWorks(token)).toBe(true)
  }
  const strict = createAccounts({ ...parts, passwordRules: { ...parts.passwordRules, least: 12 } })
  expect(await strict.choosePassword(by(invited, 'happy trees'), asked)).toEqual({ refused: 'password-too-short', slots: { least: 12 } })
  expect(await strict.choosePassword(by(invited, 'happier trees'), asked)).toHaveProperty('token')
})

test('somebody sees where they are logged in, and ends one session or all others; their devices are known no more', async () => {
  const here = await first()
  const from = (network: string, browser: string, device: string | null = null) => ({ network, browser, system: 'Windows', device })
  const phone = (await guess(ada.email, ada.password, from('203.0.113.0/24', 'Firefox'))) as LoggedIn
  world.advance(10 * 60_000)
  const [other, third] = [(await guess(ada.email, ada.password)) as LoggedIn, (await guess(ada.email, ada.password)) as LoggedIn]
  const current = (await accounts.find(here.token))!.session
  const listed = await accounts.sessionsOf(here.user)
  expect(listed).toHaveLength(4)
  const ofPhone = listed.find(({ from }) => from?.browser === 'Firefox')!
  expect(ofPhone).toMatchObject({ from: { network: '203.0.113.0/24', system: 'Windows' } })
  expect([ofPhone.began, ofPhone.seen].map(Number)).toEqual([world.clock.now() - 600_000, world.clock.now() - 600_000])
  // Used from elsewhere, it says so.
  await parts.sessions.find(phone.token, () => '192.0.2.0/24')
  const now = (await accounts.sessionsOf(here.user)).find(({ session }) => session.id === ofPhone.session.id)
  expect(now).toMatchObject({ seen: new Date(world.clock.now()), from: { network: '192.0.2.0/24' } })

  expect(await accounts.endSession(here.user, ofPhone.session.id, current)).toMatchObject({ id: ofPhone.session.id })
  const isKnown = (device: string | null) => parts.devices.knows(here.user, device!)
  expect([await isKnown(phone.device), await isKnown(other.device), await isKnown(here.device)]).toEqual([false, true, true])
  expect(await accounts.endSession(here.user, ofPhone.session.id, current)).toBeNull()
  expect(await accounts.find(phone.token)).toBeNull()
  expect(await accounts.endSession('somebody-else', listed[0]!.session.id, current)).toBeNull()
  expect(await accounts.endOtherSessions(here.user, current)).toHaveLength(2)
  for (const { token } of [other, third]) expect(await accounts.find(token)).toBeNull()
  expect(await accounts.find(here.token)).not.toBeNull()
  await guesses(ada.email, 100)
  for (const { device } of [phone, other, third])
    expect(await guess(ada.email, ada.password, { device })).toEqual({ refused: 'too-many-attempts' })
  expect(await guess(ada.email, ada.password, { device: here.device })).toHaveProperty('token')
})

test('[W-215 W-220] a person who is added gets an account and a mail, chooses a password and is a member', async () => {
  const { user, workspace } = await first()
  const added = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  expect(added).toMatchObject({ workspace, fullName: 'Bob Ross', email: 'bob@example.com', isAdmin: false, hasPassword: false })
  const token = await mailedToken(1)
  const [mail] = await mails()
  expect(mail).toMatchObject({
    to: 'bob@example.com',
    subject: 'You have been added to Ada’s team',
    text: expect.stringContaining('Ada Byron'),
  })
  expect(await accounts.passwordLinkWorks(token)).toBe(true)
  const { token: session } = (await accounts.choosePassword(by(token, 'happy trees'), asked)) as LoggedIn
  const found = await accounts.find(session)
  expect(found?.memberships[0]).toMatchObject({ workspace, isAdmin: false })
  expect(found?.memberships[0]?.permissions.has('can_upload_documents')).toBe(true)
  expect(found?.memberships[0]?.permissions.has('can_manage_account')).toBe(false)
  expect((await members.list(workspace)).map((row) => row.fullName)).toEqual(['Ada Byron', 'Bob Ross'])
  expect(await accounts.choosePassword(by(token, 'second time'), asked)).toEqual({ refused: 'password-link-dead' })
})

test('[W-143 W-144 W-145] adding refuses a bad address, the same address again, and a missing name', async () => {
  const { user, workspace } = await first()
  const add = (person: Partial<typeof bob>) => members.add(workspace, { ...bob, ...person }, { user }, asked)
  const says = async (person: Partial<typeof bob>) => accountProblem((await add(person)) as AccountRefused).message
  expect(await says({ email: 'bob' })).toBe('A valid email address is required')
  expect(await says({ firstName: '' })).toBe('A valid name is required')
  await add({})
  expect(await says({ email: 'BOB@example.com' })).toBe('You may not add the same user more than once.')
  expect(await add({ email: 'ada@example.com' })).toEqual({ refused: 'member-twice' })
})

test('in a workspace of 5,000 members a page loads those on it, and nobody else', async () => {
  const { user, workspace } = await first()
  const crowd = Array.from({ length: 5_000 }, () => ({ do: 'AddMember', member: newId(), user: newId(), administrator: false }) as const)
  const origin = { actor: { principal: `user:${user}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const
  const { workspaces } = accountStreams(handler, tokenKey)
  for (const commands of [crowd.slice(0, 2_500), crowd.slice(2_500)])
    await workspaces.perform({ key: workspace, who: { as: 'user', user }, commands, origin })
  const cold = anotherHandler()
  const loads = vi.spyOn(cold, 'load')
  const page = (await createMembers({ ...parts, handler: cold }).page(workspace, { limit: 50, cursor: crowd[99]!.member }))!
  expect(page).toMatchObject({ count: 5_001, cursor: crowd[149]!.member })
  expect(page.rows.map(({ key }) => key)).toEqual(crowd.slice(100, 150).map(({ member }) => member))
  expect(loads.mock.calls.filter(([stream]) => stream.startsWith('user-'))).toHaveLength(50)
})

test('who is added again by the same call, after an answer that was lost, was added; by another call they are there already', async () => {
  const { user, workspace } = await first()
  const member = newId()
  const add = (more: { member?: string }) => members.add(workspace, { ...bob, ...more }, { user }, asked)
  const both = await Promise.all([add({ member }), add({ member })])
  expect(both[0]).toMatchObject({ key: member, email: 'bob@example.com' })
  expect(both[1]).toEqual(both[0])
  expect(await add({ member })).toEqual(both[0])
  expect(await add({ member: newId() })).toEqual({ refused: 'member-twice' })
  expect(await add({})).toEqual({ refused: 'member-twice' })
  expect((await members.list(workspace)).map(({ key }) => key)).toContain(member)
  expect(await members.list(workspace)).toHaveLength(2)
})

test('somebody who may not add people makes no account by trying', async () => {
  const { user, workspace } = await first()
  const added = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  expect(await members.add(workspace, { ...bob, email: 'cyd@example.com' }, { user: added.user }, asked)).toEqual({
    refused: 'not-an-administrator',
  })
  expect(await accounts.makeResetToken('cyd@example.com')).toBeNull()
})

test('two administrators who take the account administration from each other at once, by two servers, leave one of them', async () => {
  const { user, workspace } = await first()
  const [owner] = await members.list(workspace)
  const bobs = (await members.add(workspace, { ...bob, isAdmin: true }, { user }, asked)) as MemberRow
  const elsewhere = createMembers({ ...parts, handler: anotherHandler() })
  // Both have seen the team as it is.
  await Promise.all([members.list(workspace), elsewhere.list(workspace)])
  const take = { permissions: { can_manage_account: false } }
  const outcomes = await Promise.all([
    members.changeRights(workspace, bobs.key, take, { user }, asked),
    elsewhere.changeRights(workspace, owner!.key, take, { user: bobs.user }, asked),
  ])
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
  expect(outcomes).toContainEqual({ refused: 'not-an-administrator' })
  const managing = (await members.list(workspace)).filter(({ permissions }) => permissions.has('can_manage_account'))
  expect(managing).toHaveLength(1)
})

test('[W-218 W-219] a right that is taken away is gone with the next request', async () => {
  const { user, workspace } = await first()
  const added = (await members.add(workspace, { ...bob, isAdmin: true }, { user }, asked)) as MemberRow
  const { token } = (await accounts.choosePassword(by(await mailedToken(1), 'happy trees'), asked)) as LoggedIn
  expect((await accounts.find(token))?.memberships[0]?.isAdmin).toBe(true)
  expect(await members.setAdministrator(workspace, added.key, false, { user }, asked)).toBeNull()
  expect((await accounts.find(token))?.memberships[0]?.isAdmin).toBe(false)
  expect(await members.remove(workspace, added.key, { user }, asked)).toBeNull()
  expect((await accounts.find(token))?.memberships).toMatchObject([{ isPersonal: true }])
  // Asked again, after an answer that was lost, it is done; who never was a member is none.
  expect(await members.remove(workspace, added.key, { user }, asked)).toBeNull()
  expect(await members.remove(workspace, newId(), { user }, asked)).toEqual({ refused: 'member-missing' })
  const again = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  expect(await members.remove(workspace, added.key, { user }, asked)).toEqual({ refused: 'member-missing' })
  // Likewise for a member who leaves, and once more where the way was cut off half-way.
  expect(await members.remove(workspace, again.key, { user: added.user }, asked)).toBeNull()
  expect(await members.remove(workspace, again.key, { user: added.user }, asked)).toBeNull()
  expect(await members.isTheirs(workspace, added.user, again.key)).toBe(true)
  expect(await members.isTheirs(workspace, user, again.key)).toBe(false)
  expect((await members.list(workspace)).map(({ fullName }) => fullName)).toEqual(['Ada Byron'])
})

/** Teams as a process keeps them that comes to a halt before it asks something of this stream for the first time. */
function haltingBefore(stream: string) {
  const there = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const halting: CommandHandler = {
    ...handler,
    async handle(command) {
      if (command.stream === stream) {
        there.resolve()
        await goesOn.promise
      }
      return handler.handle(command)
    },
  }
  return { members: createMembers({ handler: halting, tokenKey, world }), halts: there.promise, goOn: goesOn.resolve }
}

/** Bob is in the team, and a process that removes him comes to a halt before his own list of teams says so. */
async function halfRemoved() {
  const { user, workspace } = await first()
  const removed = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  const other = haltingBefore(`user-${removed.user}`)
  const removing = other.members.remove(workspace, removed.key, { user }, asked)
  await other.halts
  return { user, workspace, removed, removing, goOn: other.goOn }
}

test('a removed member belongs to the team no more, though their own list of teams still names it', async () => {
  const { workspace, removed, removing, goOn } = await halfRemoved()
  expect((await accounts.joinedBy(removed.user)).map((one) => one.workspace)).toEqual([workspace])
  expect(await accounts.membershipsOf(removed.user)).toEqual([])
  goOn()
  expect(await removing).toBeNull()
})

test('a member added again while their removal is not quite done belongs to the team, whatever of it comes late', async () => {
  const { user, workspace, removed, removing, goOn } = await halfRemoved()
  const again = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  expect(again.user).toBe(removed.user)
  goOn()
  expect(await removing).toBeNull()
  expect((await accounts.membershipsOf(again.user)).map((one) => one.workspace)).toEqual([workspace])
})

describe('a member who left is added again while their profile is deleted', () => {
  async function former() {
    const { user, workspace } = await first()
    const before = (await members.add(workspace, bob, { user }, asked)) as MemberRow
    await members.remove(workspace, before.key, { user }, asked)
    return { user, workspace, before }
  }

  test('after it was asked whether it may go: it stays, and is said to be needed', async () => {
    const { user, workspace, before } = await former()
    const joined = await accounts.joinedBy(before.user)
    const again = (await members.add(workspace, bob, { user }, asked)) as MemberRow
    expect(await accounts.eraseProfile(before.user, joined, { user }, asked)).toEqual({ refused: 'joined-meanwhile' })
    expect(await members.list(workspace)).toContainEqual(again)
    expect((await accounts.membershipsOf(again.user)).map((one) => one.workspace)).toEqual([workspace])
  })

  test('whose removal was not quite done when it was asked: they stay where they were added', async () => {
    const { user, workspace } = await first()
    const before = (await members.add(workspace, bob, { user }, asked)) as MemberRow
    const other = haltingBefore(`user-${before.user}`)
    void other.members.remove(workspace, before.key, { user }, asked)
    await other.halts
    const joined = await accounts.joinedBy(before.user)
    const again = (await members.add(workspace, bob, { user }, asked)) as MemberRow
    expect(await accounts.eraseProfile(before.user, joined, { user }, asked)).toEqual({ refused: 'joined-meanwhile' })
    expect(await members.list(workspace)).toContainEqual(again)
  })

  const recorded = async (workspace: string) =>
    (await accountStreams(handler, tokenKey).loadWorkspace(workspace)).members.map((member) => member.user)

  test.each([
    { says: 'while their address is still theirs', isGivenBack: false },
    { says: 'once their address was given back', isGivenBack: true },
  ])('by a process that died when the team knew of them: whoever adds them again $says adds somebody else', async ({ isGivenBack }) => {
    const { user, workspace, before } = await former()
    const other = haltingBefore(`workspace-${workspace}`)
    void other.members.add(workspace, bob, { user }, asked)
    await other.halts
    expect(await accounts.eraseProfile(before.user, await accounts.joinedBy(before.user), { user }, asked)).toBeNull()
    const dies = { do: 'AddMember', member: before.key, user: before.user, administrator: false } as const
    await accountStreams(handler, tokenKey).tellWorkspaceAs(workspace, dies, { user }, asked)
    if (isGivenBack) await accounts.releaseAddress(before.user, bob.email)
    expect((await members.list(workspace)).map(({ email }) => email)).toEqual([ada.email])
    const again = (await members.add(workspace, bob, { user }, asked)) as MemberRow
    expect(again).toMatchObject({ email: bob.email, fullName: 'Bob Ross' })
    expect((await recorded(workspace)).sort()).toEqual([user, again.user].sort())
  })

  for (const [when, stream] of [
    ['before they are noted in their own list', (of: string) => `user-${of}`],
    ['before the team knows of them', (_: string, workspace: string) => `workspace-${workspace}`],
  ] as const) {
    test(`${when}: it is a new person who is added, and nobody without a name stands in the team`, async () => {
      const { user, workspace, before } = await former()
      const other = haltingBefore(stream(before.user, workspace))
      const adding = other.members.add(workspace, bob, { user }, asked)
      await other.halts
      expect(await accounts.eraseProfile(before.user, await accounts.joinedBy(before.user), { user }, asked)).toBeNull()
      other.goOn()
      const again = (await adding) as MemberRow
      expect(again).toMatchObject({ email: bob.email, fullName: 'Bob Ross' })
      expect(again.user).not.toBe(before.user)
      expect((await recorded(workspace)).sort()).toEqual([user, again.user].sort())
      expect((await accounts.membershipsOf(again.user)).map((one) => one.workspace)).toEqual([workspace])
    })
  }
})

test('a forgotten password is reset by a mailed link that works once and ends every session', async () => {
  const { token: old } = await first()
  expect(await accounts.requestPasswordReset({ email: 'ada@example.com', network: '192.0.2.1' })).toBeNull()
  const token = await mailedToken(1)
  const { token: fresh } = (await accounts.choosePassword(by(token, 'battery staple'), asked)) as LoggedIn
  expect(await accounts.find(old)).toBeNull()
  expect(await accounts.find(fresh)).not.toBeNull()
  expect(await logIn('ada@example.com', 'correct horse')).toEqual({ refused: 'login-failed' })
  expect(await logIn('ada@example.com', 'battery staple')).toHaveProperty('token')
})

test('a person who is cut off while choosing a password does it again by the same link, and nobody stays logged in', async () => {
  const { token: old } = await first()
  const token = await linkFor('ada@example.com')
  for (const part of ['before the sessions end', 'before it is recorded'] as const) {
    const dies = () => Promise.reject(new Error(part))
    const cutOff =
      part === 'before the sessions end'
        ? { ...parts, sessions: { ...parts.sessions, endAllOf: dies } }
        : { ...parts, handler: { ...handler, handle: dies } }
    await expect(createAccounts(cutOff).choosePassword(by(token, 'battery staple'), asked)).rejects.toThrow(part)
    expect(await accounts.passwordLinkWorks(token)).toBe(true)
  }
  const { user } = (await accounts.choosePassword(by(token, 'battery staple'), asked)) as LoggedIn
  expect(await accounts.find(old)).toBeNull()
  expect(await logIn('ada@example.com', 'battery staple')).toHaveProperty('token')
  expect(await accounts.profileOf(user)).toMatchObject({ verified: true })
})

test('a person who chose a password and lost the answer is let in by the same link with the same password, and nobody by guessing', async () => {
  const { user } = await first()
  const token = await linkFor('ada@example.com')
  const { token: lost } = (await accounts.choosePassword(by(token, 'battery staple'), asked)) as LoggedIn
  const again = (await accounts.choosePassword(by(token, 'battery staple'), asked)) as LoggedIn
  expect(again).toMatchObject({ user })
  // It was chosen once: sessions opened since stay open.
  expect(await accounts.find(lost)).not.toBeNull()
  expect(await accounts.find(again.token)).not.toBeNull()
  expect(await accounts.passwordLinkWorks(token)).toBe(false)
  for (let guess = 0; guess < 10; guess++)
    expect(await accounts.choosePassword(by(token, `guess ${guess}`), asked)).toEqual({ refused: 'password-link-dead' })
  expect(await accounts.choosePassword(by(token, 'battery staple'), asked)).toEqual({ refused: 'too-many-attempts' })
  expect(await logIn('ada@example.com', 'battery staple')).toEqual({ refused: 'too-many-attempts' })
  world.advance(25 * 3_600_000)
  expect(await accounts.choosePassword(by(token, 'battery staple'), asked)).toEqual({ refused: 'password-link-dead' })
})

test('a login by the old password while another is chosen is refused', async () => {
  const { user } = await first()
  const token = await linkFor('ada@example.com')
  const { verify } = parts.passwords
  const slow = createAccounts({
    ...parts,
    passwords: {
      ...parts.passwords,
      async verify(...tried) {
        const verified = await verify(...tried)
        await accounts.choosePassword(by(token, 'battery staple'), asked)
        return verified
      },
    },
  })
  expect(await slow.logIn({ email: 'ada@example.com', password: 'correct horse', network: '192.0.2.1' })).toEqual({
    refused: 'login-failed',
  })
  const { rowCount } = await database.pool.query('SELECT FROM session WHERE owner = $1', [`user:${user}`])
  expect(rowCount).toBe(1)
})

test('asking for an unknown address is answered alike, and mails nobody', async () => {
  await first()
  expect(await accounts.requestPasswordReset({ email: 'nobody@example.com', network: '192.0.2.1' })).toBeNull()
  await accounts.requestPasswordReset({ email: 'ada@example.com', network: '192.0.2.1' })
  await mailedToken(1)
})

test('a link that is too old, shortened or made up is refused', async () => {
  await first()
  const token = await linkFor('ada@example.com')
  expect(await accounts.choosePassword(by(token.slice(0, -1), 'battery staple'), asked)).toEqual({ refused: 'password-link-dead' })
  world.advance(25 * 3_600_000)
  expect(await accounts.choosePassword(by(token, 'battery staple'), asked)).toEqual({ refused: 'password-link-dead' })
})

test('a password that is refused does not use the link up', async () => {
  await first()
  const token = await linkFor('ada@example.com')
  expect(await accounts.choosePassword(by(token, '1234'), asked)).toMatchObject({ refused: 'password-too-short' })
  expect(await accounts.choosePassword(by(token, 'battery staple'), asked)).toHaveProperty('token')
})

test('somebody may set up another team, and belongs to both', async () => {
  const { user, workspace } = await first()
  const made = (await members.create({ name: 'Legal' }, { user }, asked)) as { workspace: string }
  expect((await accounts.membershipsOf(user)).map((one) => [one.workspace, one.name])).toEqual([
    [workspace, 'Ada’s team'],
    [personalWorkspaceOf(user).workspace, 'Personal workspace'],
    [made.workspace, 'Legal'],
  ])
  expect(await members.create({ name: ' ' }, { user }, asked)).toEqual({ refused: 'workspace-name-required' })
})

test('a person who left and had their profile deleted can be added again, as another person, also before their address was given back', async () => {
  const { user, workspace } = await first()
  const before = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  expect(await members.remove(workspace, before.key, { user }, asked)).toBeNull()
  expect(await accounts.eraseProfile(before.user, [], { user }, asked)).toBeNull()
  expect(await accounts.profileOf(before.user)).toBeNull()
  const after = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  expect(after).toMatchObject({ email: bob.email, fullName: 'Bob Ross', hasPassword: false })
  expect(after.user).not.toBe(before.user)
  await accounts.releaseAddress(before.user, bob.email)
  expect(((await members.add(workspace, bob, { user }, asked)) as { refused?: string }).refused).toBe('member-twice')
})

test('a deleted person sets up no team, and no link brings a password of theirs back', async () => {
  const { user, workspace } = await first()
  const before = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  const token = await mailedToken(1)
  await members.remove(workspace, before.key, { user }, asked)
  expect(await accounts.eraseProfile(before.user, await accounts.joinedBy(before.user), { user }, asked)).toBeNull()
  expect(await members.create({ name: 'Of nobody' }, { user: before.user }, asked)).toEqual({ refused: 'user-missing' })
  // As it is while the rest of them is being taken away.
  expect(await accounts.choosePassword(by(token, 'happy trees'), asked)).toEqual({ refused: 'password-link-dead' })
  const { rows } = await database.pool.query('SELECT FROM password WHERE account = $1', [before.user])
  expect(rows).toEqual([])
  expect((await database.pool.query('SELECT FROM session WHERE owner = $1', [`user:${before.user}`])).rows).toEqual([])
})

test('whose profile is deleted is not let in from that moment on, whatever is still being taken away', async () => {
  const { user, workspace } = await first()
  const before = (await members.add(workspace, bob, { user }, asked)) as MemberRow
  await accounts.choosePassword(by(await mailedToken(1), 'happy trees'), asked)
  const { token } = (await logIn(bob.email, 'happy trees')) as LoggedIn
  const link = await linkFor(bob.email)
  await members.remove(workspace, before.key, { user }, asked)
  expect(await accounts.eraseProfile(before.user, await accounts.joinedBy(before.user), { user }, asked)).toBeNull()
  expect(await logIn(bob.email, 'happy trees')).toEqual({ refused: 'login-failed' })
  expect(await accounts.find(token)).toBeNull()
  // By a link that is not gone yet none is set, however quick they are to log in with it.
  let quick: unknown = null
  const late = createAccounts({
    ...parts,
    passwords: {
      ...parts.passwords,
      async set(account, password) {
        await parts.passwords.set(account, password)
        quick = await logIn(bob.email, password)
      },
    },
  })
  expect(await late.choosePassword(by(link, 'sad trees'), asked)).toEqual({ refused: 'password-link-dead' })
  expect(quick).toEqual({ refused: 'login-failed' })
})

test('names, addresses and passwords stand nowhere in the log in clear', async () => {
  const { user, workspace } = await first()
  await members.add(workspace, bob, { user }, asked)
  const stored: unknown[] = []
  for (const stream of [`user-${user}`, `workspace-${workspace}`, 'installation-first-account'])
    stored.push(await log.read(stream, 0n, 100))
  const text = JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).toContain('UserRegistered')
  expect(text).not.toMatch(/Ada|Byron|ada@|horse|argon2/)
})

test('a support session is over when its time is, by the clock of the server', async () => {
  const { user } = await first()
  const sol = newId()
  await handler.handle({
    ...{
      stream: streamOfUser(sol),
      aggregate: userAggregate,
      origin: { actor: { principal: 'process:test', capacity: 'process' }, ...asked },
    },
    decide: () => [
      { type: 'UserRegistered' as const, data: { user: sol, firstName: 'Sol', lastName: '', email: 'sol@example.com' } },
      { type: 'InstallationAdministratorAppointed' as const, data: {} },
    ],
  })
  const begin = { access: newId(), email: ada.email, reason: 'She asked', minutes: 30, from: { network: '192.0.2.9' } }
  const { token } = (await accounts.beginSupport({ user: sol }, begin, asked)) as LoggedIn
  const holder = async () => {
    const session = await parts.sessions.find(token)
    return session && accounts.accountIn(session)
  }
  expect(await holder()).toMatchObject({ user, support: { by: sol, reason: 'She asked' } })
  // Not even themselves where their own session is asked for.
  expect(await accounts.find(token)).toBeNull()
  world.advance(30 * 60_000 - 1)
  expect(await holder()).not.toBeNull()
  world.advance(1)
  expect(await holder()).toBeNull()
})
