import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRecord } from '#contract/documents'
import { LIVE } from '#contract/live'
import type { TrustedProxies } from '#platform/configuration'
import { type TestServer, testServer } from '#tests/server'
import { addressBehind, networkOf } from '../../command-api/edge/client-address.ts'
import { listen } from '../support/live-client.ts'
import { sent } from '../support/prepared.ts'

const STRANGERS = 15

let server: TestServer
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_TRUST_PROXY: 'true' }, limits: { unknown: STRANGERS } })
})
afterAll(() => server.close())

describe('where a request comes from', () => {
  const from = (proxies: TrustedProxies, forwarded: string | undefined, connected: string | undefined = '10.0.0.9') =>
    addressBehind(proxies)({
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: connected },
    } as unknown as IncomingMessage)

  test('without a proxy nobody is believed', () => {
    expect(from('nobody', '203.0.113.1')).toBe('10.0.0.9')
  })

  test('of one proxy only what it wrote itself is believed, which comes last', () => {
    expect(from('nearest', '203.0.113.1')).toBe('203.0.113.1')
    expect(from('nearest', '192.0.2.66, 203.0.113.1')).toBe('203.0.113.1')
    expect(from('nearest', undefined)).toBe('10.0.0.9')
  })

  test('of several, what the last of them wrote that is known', () => {
    const chain = ['10.0.0.0/8', '2001:db8:1::/48', '198.51.100.7']
    expect(from(chain, '192.0.2.66, 203.0.113.1, 198.51.100.7')).toBe('203.0.113.1')
    expect(from(chain, '192.0.2.66, 203.0.113.1, 2001:db8:1::5')).toBe('203.0.113.1')
    expect(from(chain, '192.0.2.66, 203.0.113.1', '203.0.113.200')).toBe('203.0.113.200')
    expect(from(chain, '198.51.100.7, 10.1.1.1')).toBe('198.51.100.7')
    expect(from(chain, '203.0.113.1', '::ffff:10.0.0.9')).toBe('203.0.113.1')
  })

  test('what is no address goes for nothing, a port behind one is left out, IPv4 is written as such', () => {
    for (const proxies of ['nearest', ['10.0.0.0/8']] as const) {
      expect(from(proxies, 'unknown')).toBe('10.0.0.9')
      expect(from(proxies, '<script>alert(1)</script>')).toBe('10.0.0.9')
      expect(from(proxies, `203.0.113.1, ${'x'.repeat(10_000)}`)).toBe('10.0.0.9')
      expect(from(proxies, '203.0.113.1:51234')).toBe('203.0.113.1')
      expect(from(proxies, '[2001:db8::7]:51234')).toBe('2001:db8::7')
      expect(from(proxies, '::FFFF:203.0.113.1')).toBe('203.0.113.1')
    }
    expect(from('nobody', undefined, '::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(addressBehind('nobody')({ headers: {}, socket: {} } as unknown as IncomingMessage)).toBe('')
  })

  test('limits count by the network that one client has to itself', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::2'))
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'))
    expect(networkOf('')).toBe('')
  })
})

test('the history holds the address that the proxy saw, whatever a client writes before it', async () => {
  const { owner } = server
  owner.remember({ 'x-forwarded-for': '192.0.2.66, 203.0.113.1' })
  const { pack } = await sent(owner, 'Lease', ['Ada Kern'], [{ type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }])
  const { audit_records } = await owner.get<{ audit_records: readonly AuditRecord[] }>(`/app/audit_trail/${pack}`)
  const said = audit_records.map(({ address }) => address).filter((address) => address !== null)
  expect([said.length > 0, new Set(said)]).toEqual([true, new Set(['203.0.113.1'])])
})

test('nobody escapes a limit by another address of their network, or by one they make up', async () => {
  const ask = (forwarded: string) => server.raw('/nowhere', { headers: { 'x-forwarded-for': forwarded } })
  for (const address of [(n: number) => `2001:db8:5:5::${n}`, (n: number) => `192.0.2.${n}, 203.0.113.5`]) {
    const statuses: number[] = []
    for (let n = 1; n <= STRANGERS + 2; n++) statuses.push((await ask(address(n))).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
  }
})

describe('live connections', () => {
  const stranger = { session: 'made-up', forwarded: '203.0.113.7' }

  test('of one address that nobody is admitted for are refused before anything is looked up; who is admitted counts for nothing', async () => {
    const known = { cookie: server.owner.cookie(), forwarded: stranger.forwarded }
    for (let n = 0; n < 3 * STRANGERS; n++) (await listen(server.url, known)).socket.close()
    const refusals: string[] = []
    for (let n = 0; n < STRANGERS + 3; n++)
      refusals.push(
        await listen(server.url, stranger).then(
          () => 'admitted',
          ({ message }) => message,
        ),
      )
    expect(refusals.slice(0, STRANGERS)).toEqual(Array(STRANGERS).fill('not-logged-in'))
    expect(refusals.slice(-2)).toEqual(['websocket error', 'websocket error'])
    await expect(listen(server.url, known)).rejects.toThrow()
    ;(await listen(server.url, { ...known, forwarded: '203.0.113.8' })).socket.close()
  })

  test('are asked for once on each line', async () => {
    const address = `${server.url.replace('http', 'ws')}${LIVE.path}/?EIO=4&transport=websocket`
    const line = new WebSocket(address)
    const received: string[] = []
    line.addEventListener('message', ({ data }) => received.push(String(data)))
    line.addEventListener('open', () => {
      for (let n = 0; n < 20; n++) line.send('40{"session_token":"made-up"}')
    })
    await new Promise((resolve) => line.addEventListener('close', resolve))
    expect(received.filter((packet) => packet.startsWith('44')).length).toBeLessThan(2)
  })
})
