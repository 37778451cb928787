import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf, type TestServer, testServer } from '#tests/server'

const TERMS = 'https://example.com/terms-2026.html'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_TERMS_URL: TERMS, PARAPH_PASSWORD_MIN: '9' } })
})
afterAll(() => server.close())

test('an account holder accepts the terms of the installation, themselves, and no others than those that stand there now', async () => {
  const [mira, ben] = [await server.member('Reading'), await server.member('Waiting')]
  const accepted = async (of: typeof mira) => {
    const { terms_url, user } = await of.get<{ terms_url: string; user: { has_accepted_terms: boolean } }>('/app/session')
    const { user: same } = await of.get<{ user: { has_accepted_terms: boolean } }>('/app/user')
    expect([terms_url, same.has_accepted_terms]).toEqual([TERMS, user.has_accepted_terms])
    return user.has_accepted_terms
  }
  const accept = (data: object) => mira.post<{ user: object }>('/app/user', { data })
  expect(await accepted(mira)).toBe(false)
  const before = await refusalOf(accept({ accepted_terms_with_checkbox: true, terms_url: 'https://example.com/terms-2025.html' }))
  expect(before).toMatchObject({ status: 409, code: 'terms-changed' })
  expect((await refusalOf(accept({ accepted_terms_with_checkbox: false, terms_url: TERMS }))).status).toBe(400)
  expect(await accepted(mira)).toBe(false)
  expect((await accept({ accepted_terms_with_checkbox: true, terms_url: TERMS })).user).toMatchObject({ has_accepted_terms: true })
  expect([await accepted(mira), await accepted(ben)]).toEqual([true, false])
})

test('[S-176 S-177] a password shorter than is configured is refused in the specification’s words, and pages learn how long it must be', async () => {
  expect(await server.owner.get('/app/session')).toMatchObject({ password_min: 9 })
  await server.member('Selma')
  const token = await server.application.services.accounts.makeResetToken('selma@example.com')
  const choose = (password: string) =>
    server.raw(`/app/password_resets/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': 'none' },
      body: JSON.stringify({ password }),
    })
  const short = await choose('8 letter')
  expect([short.status, short.body.message]).toEqual([400, 'Please enter a password at least 9 characters long'])
  const common = await choose('Password123')
  expect([common.status, common.body.code]).toEqual([400, 'password-common'])
  expect((await choose('9 letters')).status).toBe(200)
})
