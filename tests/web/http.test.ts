import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { HEADERS, succeeded } from '#contract/envelope'
import { HttpOffline, HttpRefused, http, identify, onTrouble, putFile, type Trouble, troublesOf } from '../../web/http/index.ts'
import { httpCalls } from '../../web/live/calls.ts'

const answer = succeeded({ value: z.number() })
const troubles: Trouble[] = []
let stop = () => {}

function answering(...responses: (Response | Error)[]) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => {
    const next = responses.length > 1 ? responses.shift()! : responses[0]!
    if (next instanceof Error) throw next
    return next.clone()
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)
const refusal = (status: number, more: object = {}) => json({ success: false, code: 'nope', message: 'No.', ...more }, { status })
const kinds = () => troubles.map(({ kind }) => kind).filter((kind) => kind !== 'online')

beforeEach(() => {
  troubles.length = 0
  stop = onTrouble((trouble) => troubles.push(trouble))
  identify({ crossSite: 'token', session: null, workspace: 'account', appVersion: '1' })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('every call carries the cross-site token, the workspace and the version; a change also its idempotency key', async () => {
  const fetched = answering(json({ success: true, value: 1 }))
  expect((await http.post('/app/x', answer, { data: { a: 1 } })).value).toBe(1)
  const [url, init] = fetched.mock.calls[0]!
  const headers = init.headers as Record<string, string>
  expect(url).toBe('/app/x')
  expect(JSON.parse(String(init.body))).toEqual({ data: { a: 1 } })
  expect(headers[HEADERS.crossSite]).toBe('token')
  expect(headers[HEADERS.workspace]).toBe('account')
  expect(headers[HEADERS.appVersion]).toBe('1')
  expect(headers[HEADERS.idempotencyKey]).toMatch(/^[0-9a-f-]{36}$/)
  await http.get('/app/x', answer)
  const second = fetched.mock.calls[1]![1].headers as Record<string, string>
  expect(second[HEADERS.crossSite]).toBe('token')
  expect(second[HEADERS.idempotencyKey]).toBeUndefined()
})

test('what a page saves says that it comes again until it is answered, and nothing else says so', async () => {
  const fetched = answering(json({ success: true, revision: 1, date_updated: '2026-03-01T09:00:00.000Z' }))
  await httpCalls.save('pack', { id: 'a key', kind: 'document', keys: ['pack'], body: { message: 'Please sign.' } })
  await http.post('/app/x', z.unknown(), { data: {} })
  const [saved, posted] = fetched.mock.calls.map(([, { headers }]) => headers as Record<string, string>)
  expect([saved![HEADERS.comesAgain], saved![HEADERS.idempotencyKey]]).toEqual(['true', 'a key'])
  expect(posted![HEADERS.comesAgain]).toBeUndefined()
})

test('[S-240] while somebody signs by a link, every call carries that session in its header, and an upload too', async () => {
  const fetched = answering(json({ success: true, value: 1 }))
  identify({ session: 'of the link' })
  for (const ask of [http.get, http.post, http.put, http.del]) await ask('/app/x', answer)
  const carried = fetched.mock.calls.map(([, { headers }]) => (headers as Record<string, string>)[HEADERS.session])
  const sent = new Map<string, string>()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly upload = { addEventListener() {} }
      readonly status = 200
      #loaded = () => {}
      open() {}
      setRequestHeader(name: string, value: string) {
        sent.set(name, value)
      }
      addEventListener(name: string, listener: () => void) {
        if (name === 'load') this.#loaded = listener
      }
      send() {
        this.#loaded()
      }
    },
  )
  await putFile('/app/uploads/x', new Blob(['picture']), () => undefined)
  expect([...carried, sent.get(HEADERS.session)]).toEqual(Array(5).fill('of the link'))
})

test('a command that got no answer is sent again with the same key and the same bytes', async () => {
  const fetched = answering(new TypeError('failed'), json({ success: true, value: 2 }))
  await http.post('/app/x', answer, { data: { a: 1 } })
  const [first, second] = fetched.mock.calls.map(([, init]) => init)
  expect(second!.body).toBe(first!.body)
  expect(second!.headers).toEqual(first!.headers)
})

test('a line on which no answer begins is given up, and the command is sent again on another with the same key', async () => {
  vi.useFakeTimers()
  const lines: AbortSignal[] = []
  const keys: unknown[] = []
  const fetched = vi.fn((_url: string, init: RequestInit) => {
    lines.push(init.signal!)
    keys.push((init.headers as Record<string, string>)[HEADERS.idempotencyKey])
    return lines.length === 1 ? new Promise<Response>(() => undefined) : Promise.resolve(json({ success: true, value: 3 }))
  })
  vi.stubGlobal('fetch', fetched)
  const posted = http.post('/app/x', answer)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(lines.map(({ aborted }) => aborted)).toEqual([false])
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await posted).value).toBe(3)
  // The one that answered is not cut off later, while its answer is still being read.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines.map(({ aborted }) => aborted)).toEqual([true, false])
  expect(keys[1]).toBe(keys[0])

  const begun = http.get('/app/x', answer, { begun: new Promise(() => undefined) })
  await vi.advanceTimersByTimeAsync(31_000)
  expect((await begun).value).toBe(3)

  const leaving = new AbortController()
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) => new Promise((_, fail) => signal!.addEventListener('abort', () => fail(signal!.reason))),
  )
  const left = http.get('/app/x', answer, { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(kinds()).toEqual([])
})

test('a change with an unknown outcome is sent again with the same key; what is only read is not', async () => {
  vi.useFakeTimers()
  const away = () => refusal(503, { code: 'too-late' })
  const fetched = answering(away(), away(), json({ success: true, value: 4 }))
  const posted = http.post('/app/x', answer)
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await posted).value).toBe(4)
  const keys = fetched.mock.calls.map(([, { headers }]) => (headers as Record<string, string>)[HEADERS.idempotencyKey])
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)

  // By the specification some changes are asked for by GET.
  answering(away(), json({ success: true, value: 5 }))
  const got = http.get('/app/x', answer, { idempotencyKey: 'k' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await got).value).toBe(5)

  const once = answering(away())
  await expect(http.get('/app/x', answer)).rejects.toMatchObject({ code: 'too-late' })
  expect(once).toHaveBeenCalledTimes(1)
  const kept = answering(away())
  await expect(http.post('/app/x', answer, { retries: 0 })).rejects.toMatchObject({ code: 'too-late' })
  expect(kept).toHaveBeenCalledTimes(1)
})

test('an upload on which nothing passes any more is given up, one that goes on slowly is not, nor one that was called off', async () => {
  vi.useFakeTimers()
  class Request extends EventTarget {
    readonly upload = new EventTarget()
    open() {}
    setRequestHeader() {}
    send() {
      requests.push(this)
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
      this.dispatchEvent(new Event('loadend'))
    }
  }
  const requests: Request[] = []
  vi.stubGlobal('XMLHttpRequest', Request)
  const calledOff = new AbortController()
  const ends = [undefined, calledOff.signal].map((signal) =>
    putFile('/app/uploads/x', new Blob(['picture']), () => undefined, signal).catch((thrown: unknown) => thrown),
  )
  calledOff.abort()
  expect(await ends[1]).toMatchObject({ name: 'AbortError' })
  for (let minute = 0; minute < 5; minute++) {
    await vi.advanceTimersByTimeAsync(50_000)
    requests[0]!.upload.dispatchEvent(new Event('progress'))
  }
  const first = vi.fn()
  void ends[0]!.then(first)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(first).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await ends[0]).toBeInstanceOf(HttpOffline)
})

test('[D-537] a field save that failed is no message to anybody, whether nothing or a broken server answered; other saves are', async () => {
  const save = (kind: 'field' | 'document') =>
    httpCalls.save('p', { id: 'k', kind, keys: ['d'], body: [] } as unknown as Parameters<typeof httpCalls.save>[1])
  answering(new TypeError('failed'))
  expect(await save('field')).toEqual({ answer: 'failed', offline: true })
  expect(kinds()).toEqual([])
  answering(refusal(503))
  expect(await save('field')).toEqual({ answer: 'failed', offline: false })
  expect(kinds()).toEqual([])
  // That nobody is logged in any more is news all the same.
  answering(refusal(401))
  await save('field')
  expect(kinds()).toEqual(['unauthorised'])
  answering(new TypeError('failed'))
  await save('document')
  expect(kinds()).toEqual(['unauthorised', 'offline'])
})

test('[S-311] without a connection the call says so', async () => {
  answering(new TypeError('failed'))
  await expect(http.get('/app/x', answer, { retries: 0 })).rejects.toBeInstanceOf(HttpOffline)
  expect(kinds()).toEqual(['offline'])
})

test('a refusal comes with its code, its words and whom to blame', async () => {
  answering(refusal(409, { at: ['field'] }))
  const thrown = await http.post('/app/x', answer).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(HttpRefused)
  expect(thrown).toMatchObject({ code: 'nope', message: 'No.', at: ['field'], status: 409 })
  expect(kinds()).toEqual([])
})

test('[S-304] a failure of the server concerns the page, whatever its body is', async () => {
  answering(new Response('<html>', { status: 500 }))
  await expect(http.get('/app/x', answer)).rejects.toBeInstanceOf(HttpRefused)
  expect(kinds()).toEqual(['server-error'])
})

test('[S-305] a missing session concerns the page, unless the caller handles it', async () => {
  answering(refusal(401, { redirect_url: '/elsewhere' }))
  await http.get('/app/x', answer).catch(() => undefined)
  await http.get('/app/x', answer, { ignoreUnauthorised: true }).catch(() => undefined)
  expect(troubles.filter(({ kind }) => kind === 'unauthorised')).toEqual([
    { kind: 'unauthorised', message: 'No.', redirectUrl: '/elsewhere' },
  ])
})

test('an answer that is not what the contract says is refused instead of being used', async () => {
  answering(json({ success: true, value: 'one' }))
  await expect(http.get('/app/x', answer)).rejects.toMatchObject({ code: 'unreadable-answer' })
})

test('[S-303 S-309] a redirect leads to the login page, another version of the server is reported', () => {
  const outcome = { status: 200, redirected: false, message: null, redirectUrl: null, serverVersion: '2' }
  expect(troublesOf(outcome, '1', false)).toEqual([{ kind: 'new-version', version: '2' }])
  expect(troublesOf(outcome, '2', false)).toEqual([])
  expect(troublesOf(outcome, '', false)).toEqual([])
  expect(troublesOf({ ...outcome, status: 302, serverVersion: null }, '1', false)).toEqual([{ kind: 'to-login' }])
  expect(troublesOf({ ...outcome, status: 0, redirected: true, serverVersion: null }, '1', true)).toEqual([])
})

test('[W-273] a refusal that comes without words is said in the general ones', async () => {
  answering(json({ success: false }, { status: 409 }))
  await expect(http.get('/app/x', answer)).rejects.toMatchObject({ message: 'Error, please try again.', status: 409 })
})
