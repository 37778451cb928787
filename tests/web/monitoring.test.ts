import { afterEach, expect, test, vi } from 'vitest'
import { monitor } from '../../web/monitoring/index.ts'
import { isReportable, redactAll } from '../../web/monitoring/redact.ts'
import { monitoringOf } from '../../web/monitoring/settings.ts'

const init = vi.fn()
vi.mock('@sentry/browser', () => ({
  init: (options: object) => init(options),
  browserTracingIntegration: () => ({ name: 'traces' }),
  replayIntegration: () => ({ name: 'replays' }),
  makeFetchTransport: () => null,
}))
afterEach(() => vi.unstubAllGlobals())

const DSN = 'https://key@errors.example/7'

/** What a page that is loaded from this host sets up. */
async function begun(hostname: string, replays: boolean) {
  init.mockClear()
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('document', { querySelector: (name: string) => (name === 'meta[name="error-reporting"]' ? { content: DSN } : null) })
  monitor({ replays })
  await vi.dynamicImportSettled()
  return init.mock.calls.map(([options]) => options)
}

test('[S-388 S-389 S-390 S-391] a tenth of the traces, a twentieth of the sessions and every session with an error are sent, and nothing else is tuned', async () => {
  const [options] = await begun('sign.example.com', true)
  const { beforeBreadcrumb, beforeSend, transport, integrations, ...tuned } = options
  expect(tuned).toEqual({ dsn: DSN, tracesSampleRate: 0.1, replaysSessionSampleRate: 0.05, replaysOnErrorSampleRate: 1 })
  expect(integrations).toEqual([{ name: 'traces' }, { name: 'replays' }])
  expect(await begun('sign.example.com', false)).toMatchObject([{ tracesSampleRate: 0.1, integrations: [{ name: 'traces' }] }])
  expect(await begun('localhost', true)).toEqual([])
  expect(monitoringOf(DSN, 'sign.example.com')).toEqual({
    dsn: DSN,
    tracesSampleRate: 0.1,
    replaysSessionSampleRate: 0.05,
    replaysOnErrorSampleRate: 1,
  })
})

test('[S-386 S-387] nothing is sent on localhost, nor where nobody is configured', () => {
  for (const host of ['localhost', 'paraph.localhost', '127.0.0.1', '127.8.0.1', '[::1]']) expect(monitoringOf(DSN, host)).toBeNull()
  expect(monitoringOf(null, 'sign.example.com')).toBeNull()
  expect(monitoringOf('', 'sign.example.com')).toBeNull()
  for (const host of ['localhost.example.com', '128.0.0.1', 'my-localhost']) expect(monitoringOf(DSN, host), host).not.toBeNull()
})

test('addresses lose what opens something and what somebody searched for, wherever they stand; keys of records stay', () => {
  const token = 'Zk3-9_aQpLm2xYwV8nRt5g'
  const key = '01a20024-7d81-701f-bf68-628565a5fc9f'
  const bytes = new Uint8Array([1, 2])
  expect(
    redactAll({
      url: `https://paraph.example/sign/${token}?utm=1#x`,
      spans: [`GET /app/password_resets/${token}`, `GET /app/documents/${key}/view?since=3`, `#reset/${token}`],
      list: 'https://paraph.example/app/documents?search=Anna%20Okafor',
      asset: '/assets/documents-DHlqLL9n.js',
      words: 'Is this right? Yes',
      disguised: `/sign/${key}${token}`,
      count: 3,
      none: null,
      bytes,
    }),
  ).toEqual({
    url: 'https://paraph.example/sign/…#x',
    spans: ['GET /app/password_resets/…', `GET /app/documents/${key}/view`, '#reset/…'],
    list: 'https://paraph.example/app/documents',
    asset: '/assets/documents-DHlqLL9n.js',
    words: 'Is this right? Yes',
    disguised: '/sign/…',
    count: 3,
    none: null,
    bytes,
  })
})

test('only a browser’s own messages are sent as they are', () => {
  expect(['TypeError', 'Error', 'Refused', undefined].map(isReportable)).toEqual([true, false, false, false])
})
