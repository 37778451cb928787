import { spawnSync } from 'node:child_process'
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemWorld } from '#platform/ports'
import {
  destinations,
  ForbiddenDestination,
  isDelivered,
  isGone,
  issueKey,
  type LookUp,
  MOST_ATTEMPTS,
  nextAttemptIn,
  signedHeaders,
  webhookPost,
} from '#platform/webhooks'
import { testWorld } from '#tests/world'

const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) }
const BODY = JSON.stringify({ type: 'document.completed', data: { document: { name: 'Vertrag “Ä” — عقد' } } })
const ID = '01900000-0000-7000-8000-000000000001'
const seconds = () => Math.floor(Date.now() / 1000)
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

describe('signatures', () => {
  test('of a shared secret are verified by another implementation, and a changed body, id or time is not', () => {
    const key = issueKey('v1', random)
    const headers = signedHeaders([key], ID, seconds(), BODY)
    const judge = new Webhook(key.verifiesWith)
    expect(judge.verify(BODY, headers)).toEqual(JSON.parse(BODY))
    expect(() => judge.verify(BODY.replace('Ä', 'A'), headers)).toThrow()
    expect(() => judge.verify(BODY, { ...headers, 'webhook-id': 'another' })).toThrow()
    expect(() => judge.verify(BODY, { ...headers, 'webhook-timestamp': String(seconds() - 1) })).toThrow()
    expect(() => new Webhook(issueKey('v1', random).verifiesWith).verify(BODY, headers)).toThrow()
  })

  test('of two secrets are verified by whichever of them the receiver holds', () => {
    const [former, current] = [issueKey('v1', random), issueKey('v1', random)]
    const headers = signedHeaders([current, former], ID, seconds(), BODY)
    for (const { verifiesWith } of [former, current]) expect(new Webhook(verifiesWith).verify(BODY, headers)).toEqual(JSON.parse(BODY))
  })

  test('by ed25519 are verified with the public key alone, also by openssl', async () => {
    const key = issueKey('v1a', random)
    expect([key.secret.slice(0, 5), key.verifiesWith.slice(0, 5), key.label]).toEqual(['whsk_', 'whpk_', key.verifiesWith])
    const headers = signedHeaders([key], ID, 1_770_000_000, BODY)
    const [version, signature] = headers['webhook-signature']!.split(',')
    expect(version).toBe('v1a')
    const raw = Buffer.from(key.verifiesWith.slice(5), 'base64')
    expect(raw.length).toBe(32)
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' })
    const signed = Buffer.from(`${ID}.1770000000.${BODY}`)
    expect(verify(null, signed, publicKey, Buffer.from(signature!, 'base64'))).toBe(true)
    expect(verify(null, Buffer.concat([signed, Buffer.from(' ')]), publicKey, Buffer.from(signature!, 'base64'))).toBe(false)
    if (spawnSync('openssl', ['version']).status !== 0) return
    const folder = await mkdtemp(join(tmpdir(), 'paraph-ed25519-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
    await writeFile(join(folder, 'signed'), signed)
    await writeFile(join(folder, 'signature'), Buffer.from(signature!, 'base64'))
    const asked = ['pkeyutl', '-verify', '-pubin', '-inkey', 'key.pem', '-rawin', '-in', 'signed', '-sigfile', 'signature']
    expect(spawnSync('openssl', asked, { cwd: folder, encoding: 'utf8' }).stdout).toContain('Verified Successfully')
  })
})

describe('the schedule', () => {
  const answer = (status: number, retryAfter: string | null = null) => ({ status, text: '', retryAfter })
  const NOW = Date.parse('2026-03-02T09:00:00.000Z')
  test('waits 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, a little more for some, and then gives up', () => {
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]
    for (const [at, expected] of minutes.entries()) {
      expect(nextAttemptIn(at + 1, answer(500), NOW, 0)).toBe(expected * 60_000)
      const jittered = nextAttemptIn(at + 1, { failed: 'timed-out' }, NOW, 0.999)!
      expect(jittered > expected * 60_000 && jittered <= expected * 66_000).toBe(true)
    }
    expect(nextAttemptIn(MOST_ATTEMPTS, answer(500), NOW, 0)).toBeNull()
  })
  test('gives a receiver the time that it asks for, in seconds or as a date, and a day at most', () => {
    expect(nextAttemptIn(1, answer(503, '1800'), NOW, 0)).toBe(1_800_000)
    expect(nextAttemptIn(1, answer(429, 'Mon, 02 Mar 2026 10:00:00 GMT'), NOW, 0)).toBe(3_600_000)
    expect(nextAttemptIn(1, answer(503, '99999999'), NOW, 0)).toBe(86_400_000)
    for (const nonsense of ['soon', '-5', '', 'Mon, 02 Mar 2020 10:00:00 GMT', '1e9']) {
      expect(nextAttemptIn(1, answer(503, nonsense), NOW, 0), nonsense).toBe(5_000)
    }
  })
  test('takes 2xx alone for success, and 410 for the end', () => {
    expect([200, 204, 299].every((status) => isDelivered(answer(status)))).toBe(true)
    expect([199, 300, 302, 304, 400, 410, 500].some((status) => isDelivered(answer(status)))).toBe(false)
    expect(isDelivered({ failed: 'unreachable' })).toBe(false)
    expect([isGone(answer(410)), isGone(answer(404))]).toEqual([true, false])
  })
})

const nowhere: LookUp = async () => []
describe('where webhooks may go', () => {
  const publicOnly = destinations([], nowhere)
  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://0/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'http://93.184.216.34/',
    'http://planner.example/',
    'ftp://93.184.216.34/',
  ])('not to %s', (url) => {
    expect(() => publicOnly.check(new URL(url))).toThrow(ForbiddenDestination)
  })
  test('to public addresses by https, and to the networks that an operator allows, also without it', () => {
    for (const url of ['https://93.184.216.34/', 'https://[2606:2800:220:1::1]/', 'https://planner.example/'])
      publicOnly.check(new URL(url))
    const own = destinations(['10.1.0.0/16', '::1'], nowhere)
    for (const url of ['http://10.1.2.3/', 'https://10.1.2.3/', 'http://[::1]:8080/']) own.check(new URL(url))
    for (const url of ['http://10.2.0.1/', 'https://10.2.0.1/', 'http://127.0.0.1/', 'http://93.184.216.34/']) {
      expect(() => own.check(new URL(url)), url).toThrow(ForbiddenDestination)
    }
  })
  test('not where one of a name’s addresses is private', async () => {
    const looked = (addresses: readonly string[], all: boolean) => {
      const { lookup } = destinations([], async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
      return new Promise((resolve) => lookup('planner.example', { all }, (error, found) => resolve(error ?? found)))
    }
    expect(await looked(['93.184.216.34'], false)).toBe('93.184.216.34')
    expect(await looked(['93.184.216.34'], true)).toEqual([{ address: '93.184.216.34', family: 4 }])
    for (const addresses of [['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:7f00:1'], []]) {
      expect(await looked(addresses, true)).toBeInstanceOf(ForbiddenDestination)
    }
  })
})

describe('a request', () => {
  async function receiver(listener: RequestListener) {
    const server = createServer(listener)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }
  function poster({ lookUp = nowhere, timers = systemWorld(testWorld().log).timers, allowed = ['127.0.0.0/8'] } = {}) {
    const post = webhookPost({ destinations: destinations(allowed, lookUp), timers })
    onTestFinished(() => post.close())
    return post
  }
  const headers = { 'content-type': 'application/json' }

  test('answers with the status and the first kilobyte', async () => {
    const port = await receiver((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => response.writeHead(503, { 'retry-after': '1800' }).end(Buffer.concat(chunks)))
    })
    expect(await poster()(`http://127.0.0.1:${port}/`, headers, 'x\0y')).toEqual({ status: 503, text: 'xy', retryAfter: '1800' })
  })

  test('follows no redirect', async () => {
    let asked = 0
    const port = await receiver((_request, response) => {
      asked++
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end('moved')
    })
    expect(await poster()(`http://127.0.0.1:${port}/`, headers, '{}')).toEqual({ status: 302, text: 'moved', retryAfter: null })
    expect(asked).toBe(1)
  })

  test('reads no more than it shows of an answer without an end', async () => {
    let written = 0
    const port = await receiver((_request, response) => {
      const chunk = Buffer.alloc(65_536, 'x')
      const more = () => {
        while (written < 100_000_000 && !response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const posted = await poster()(`http://127.0.0.1:${port}/`, headers, '{}')
    expect(posted).toEqual({ status: 200, text: 'x'.repeat(1024), retryAfter: null })
    expect(written).toBeLessThan(50_000_000)
  })

  test('takes the status of half an answer, and says that there is none where the connection breaks before it', async () => {
    const port = await receiver((request, response) => {
      if (request.url === '/broken') return void request.socket.destroy()
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => request.socket.destroy())
    })
    const post = poster()
    expect(await post(`http://127.0.0.1:${port}/`, headers, '{}')).toEqual({ status: 200, text: 'half', retryAfter: null })
    expect(await post(`http://127.0.0.1:${port}/broken`, headers, '{}')).toEqual({ failed: 'unreachable' })
    expect(await post('http://127.0.0.1:1/', headers, '{}')).toEqual({ failed: 'unreachable' })
  })

  test('waits 14 seconds for an answer, and 15 for none', async () => {
    const held: (() => void)[] = []
    const isAsked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const port = await receiver((_request, response) => {
      held.push(() => response.end('at last'))
      isAsked[held.length - 1]!.resolve()
    })
    const world = testWorld()
    const post = poster({ timers: world.timers })
    const slow = post(`http://127.0.0.1:${port}/`, headers, '{}')
    await isAsked[0]!.promise
    world.advance(14_000)
    held[0]!()
    expect(await slow).toEqual({ status: 200, text: 'at last', retryAfter: null })
    const never = post(`http://127.0.0.1:${port}/`, headers, '{}')
    await isAsked[1]!.promise
    world.advance(15_000)
    expect(await never).toEqual({ failed: 'timed-out' })
    expect(world.waiting()).toBe(0)
  })

  test('goes to the address that was checked, and asks for none again where the name leads elsewhere by then', async () => {
    const reached: (string | undefined)[] = []
    const server = createServer().on('connection', ({ localAddress }) => void reached.push(localAddress))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    let asked = 0
    const lookUp: LookUp = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    const post = poster({ lookUp, allowed: ['127.0.0.1'] })
    // Nothing there speaks TLS.
    expect(await post(`https://planner.example:${port}/`, headers, '{}')).toEqual({ failed: 'unreachable' })
    expect([asked, reached]).toEqual([1, ['127.0.0.1']])
    expect(await post(`https://planner.example:${port}/`, headers, '{}')).toEqual({ failed: 'forbidden' })
    expect([asked, reached.length]).toEqual([2, 1])
    // By http a name is not even looked up.
    expect(await post(`http://planner.example:${port}/`, headers, '{}')).toEqual({ failed: 'forbidden' })
    expect(asked).toBe(2)
  })
})
