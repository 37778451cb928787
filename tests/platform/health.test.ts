import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { liveWorld } from '#tests/live-world'
import { startMailServer } from '#tests/smtp'
import { mailHealth } from '../../cli/health.ts'

const health = (smtpUrl: string | null) => mailHealth({ configuration: { mail: { smtpUrl } }, world: liveWorld() })

test('a mail server that greets is well; one that takes connections and says nothing is not, nor is one that is not there', async () => {
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  expect(await health(mails.url)).toMatchObject({ ok: true, words: 'the mail server answers' })

  const silent = createServer((socket) => void socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const asked = await Promise.all(['smtp', 'smtps'].map((protocol) => health(`${protocol}://127.0.0.1:${port}`)))
  for (const finding of asked)
    expect(finding).toMatchObject({ ok: false, words: expect.stringContaining('takes connections and says nothing') })
  silent.close()
  await once(silent, 'close')
  expect(await health(`smtp://127.0.0.1:${port}`)).toMatchObject({ ok: false, words: 'the mail server does not answer' })
  expect(await health(null)).toMatchObject({ ok: true })
})
