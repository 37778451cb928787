import { beforeAll, expect, test } from 'vitest'
import { loadMetrics } from '#pdf/text-layout'
import { filledBy, having, idOf, packInSetup, request, sent, sign, signedBy } from '#tests/pack'
import { life } from './mortal.ts'
import { type Stage, stage } from './stage.ts'

beforeAll(async () => {
  await loadMetrics()
})

const off = (about: 'signing' | 'viewing') => ({ do: 'SwitchNotifications', signatory: idOf('first'), about, on: false }) as const
const writtenTo = (on: Stage, kind: string) =>
  on.post.delivered
    .filter(({ mail }) => mail.kind === kind)
    .map(({ mail }) => mail.to)
    .sort()

test('[D-175] a signatory without signing notifications is not written to, takes their turn all the same, and holds up nobody', async () => {
  const on = stage()
  await on.happened(having(packInSetup('first', 'second'), off('signing'), off('signing')))
  const server = await on.server()
  await on.command(request)
  await on.until(() => writtenTo(on, 'request').length === 1, 'the other one’s request')
  await on.rest()
  expect(writtenTo(on, 'request')).toEqual(['second@example.org'])
  const first = (await on.state()).signatories.find(({ uuid }) => uuid === idOf('first'))!
  expect(first).toMatchObject({ status: 'awaiting_signatures', request: null })
  // Neither asking again nor a corrected address writes to them.
  const again = { do: 'ResendRequest', signatory: idOf('first'), request: idOf('again') } as const
  await expect(on.command(again)).rejects.toThrow('notifications-off')
  await on.command({ do: 'CorrectAddress', signatory: idOf('first'), email: 'elsewhere@example.org', request: idOf('corrected') })
  await on.rest()
  expect(writtenTo(on, 'request')).toEqual(['second@example.org'])
  await server.stop()
})

test('a creator who has left the team does not get the finished document', async () => {
  const on = stage()
  on.files.set(idOf('file'), { pack: idOf('pack'), bytes: new TextEncoder().encode('pages') })
  await on.happened(filledBy(sent(packInSetup('first')), 'first'))
  const server = await on.server(life(), { makerOf: async () => null })
  await on.command(sign('first'))
  await on.until(() => writtenTo(on, 'copy').length > 0, 'the copies')
  await on.rest()
  expect(writtenTo(on, 'copy')).toEqual(['first@example.org'])
  await server.stop()
})

test('[D-176] a recipient without viewing notifications does not get the finished document; the others are', async () => {
  const on = stage()
  on.files.set(idOf('file'), { pack: idOf('pack'), bytes: new TextEncoder().encode('pages') })
  const before = sent(having(packInSetup('first', 'second'), off('viewing')))
  await on.happened(filledBy(signedBy(before, 'first'), 'second'))
  const server = await on.server()
  await on.command(sign('second'))
  await on.until(() => writtenTo(on, 'copy').length === 2, 'the copies')
  await on.rest()
  expect(writtenTo(on, 'copy')).toEqual(['mira@example.com', 'second@example.org'])
  expect(Object.keys((await on.state()).finalCopies)).not.toContain(idOf('first'))
  await server.stop()
})
