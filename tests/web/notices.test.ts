import { expect, test, vi } from 'vitest'

// The messages themselves need a page; what they say and for how long does not.
vi.mock('../../web/ui/index.ts', () => ({ MESSAGE_SECONDS: 10, NEW_VERSION_SECONDS: 15 }))

const { RELOAD_AFTER_401_MS, reactionTo } = await import('../../web/features/shell/notices.ts')

test('[S-303] a redirect of a call leads to the login page', () => {
  expect(reactionTo({ kind: 'to-login' })).toEqual({ leave: 'login' })
})

test('[S-304] a failure of the server is said as a danger', () => {
  expect(reactionTo({ kind: 'server-error' })).toMatchObject({ kind: 'danger', text: 'An error occurred, please try again', seconds: 10 })
})

test('[S-305 S-306 S-307] 401 goes where the answer says, else shows its message, else the default one', () => {
  const at = (message: string | null, redirectUrl: string | null) => reactionTo({ kind: 'unauthorised', message, redirectUrl })
  expect(at('Away', '/elsewhere')).toEqual({ leave: 'address', to: '/elsewhere' })
  expect(at('Your session has ended.', null)).toMatchObject({ kind: 'danger', text: 'Your session has ended.' })
  expect(at(null, null)).toMatchObject({ kind: 'danger', text: 'You do not have authorization to perform this action.' })
})

test('[S-308] 401 without an address reloads the page after 5 s', () => {
  expect(reactionTo({ kind: 'unauthorised', message: null, redirectUrl: null })).toMatchObject({ after: 'reload' })
  expect(RELOAD_AFTER_401_MS).toBe(5000)
})

test('[S-309 S-310] a new version is a warning of 15 s with a way to refresh', () => {
  expect(reactionTo({ kind: 'new-version', version: '2' })).toMatchObject({ kind: 'warning', seconds: 15, after: 'offer-refresh' })
})

test('[S-311] no connection is a warning in the words of the specification', () => {
  expect(reactionTo({ kind: 'offline' })).toMatchObject({
    kind: 'warning',
    text: 'It appears your internet is down. Hang on while we try to reconnect...',
  })
})
