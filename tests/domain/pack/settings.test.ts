import { describe, expect, test } from 'vitest'
import { facts, type Given, given, having, leadsTo, nothing, packInSetup, refused } from '#tests/pack'

const setup = packInSetup('first')
const methods = (drawn: boolean, typed: boolean, uploaded: boolean): Given => ({ do: 'SetSigningMethods', drawn, typed, uploaded })

describe('signing methods', () => {
  test('[D-358] with the last one off, uploaded comes on', () => {
    given(setup)
      .when(methods(false, false, false))
      .then(facts(['SigningMethodsChanged', { drawn: false, typed: false, uploaded: true }]))
    given(having(setup, methods(false, false, true)))
      .when(methods(false, false, false))
      .then(nothing)
  })

  test('are otherwise as they are chosen', () => {
    given(setup)
      .when(methods(true, false, false))
      .then(facts(['SigningMethodsChanged', { drawn: true, typed: false, uploaded: false }]))
  })
})

describe('the address after signing', () => {
  const set = (url: string): Given => ({ do: 'SetPostSigningUrl', url })

  test('[D-364] gets http:// where it lacks a scheme, and is otherwise unchanged', () => {
    given(setup)
      .when(set('example.org/thanks'))
      .then(facts(['PostSigningUrlChanged', { url: 'http://example.org/thanks' }]))
    for (const url of ['https://example.org/a?b#c', 'HTTP://example.org'])
      given(setup)
        .when(set(url))
        .then(facts(['PostSigningUrlChanged', { url }]))
    given(having(setup, set('example.org')))
      .when(set(''))
      .then(facts(['PostSigningUrlChanged', { url: '' }]))
  })

  test('leads a browser to a web page and nowhere else', () => {
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data://text/html,x', 'http://', 'https://exa mple.org']) {
      given(setup).when(set(url)).then(refused('url-invalid'))
    }
    given(setup)
      .when(set(`example.org/${'x'.repeat(2_000)}`))
      .then(refused('too-long'))
  })
})

test('a subject is one line, a message as it is written, each within bounds', () => {
  given(setup)
    .when({ do: 'SetSubject', subject: ' Please\r\nBcc: x@y.org ' })
    .then(leadsTo((state) => expect(state.settings.subject).toBe('Please Bcc: x@y.org')))
  const message = 'Dear all,\n\nplease <b>sign</b> 🖋️'
  given(setup)
    .when({ do: 'SetMessage', message })
    .then(facts(['MessageChanged', { message }]))
  given(setup)
    .when({ do: 'SetSubject', subject: 'x'.repeat(501) })
    .then(refused('too-long'))
  given(setup)
    .when({ do: 'SetMessage', message: 'x'.repeat(10_001) })
    .then(refused('too-long'))
})

test('[D-430] the lock of the fields is kept', () => {
  expect(having(setup, { do: 'LockFields' }).state.settings.fieldsLocked).toBe(true)
  expect(having(setup, { do: 'LockFields' }, { do: 'UnlockFields' }).state.settings.fieldsLocked).toBe(false)
})
