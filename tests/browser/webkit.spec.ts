import { mkdir, writeFile } from 'node:fs/promises'
import { asked, eventually, linkOf, type PreparedField, sent, viewOf } from '../support/prepared.ts'
import { expect, test } from './support/server.ts'
import { hasWebKit, startWebKit } from './support/webkit.ts'

const field = (type: string, y: number, label: string, more: object = {}): PreparedField => ({
  type,
  x: 320,
  y,
  width: type === 'check' ? 18 : 180,
  height: type === 'check' ? 18 : 40,
  signer: 0,
  required: true,
  label,
  ...more,
})
const FIELDS = [
  field('date', 300, 'Last day', { required: false }),
  field('date', 360, 'First day'),
  field('text', 420, 'Job title'),
  field('check', 480, 'Terms'),
  field('signature', 560, 'Signature'),
]

test('in WebKit a signer leaves an empty date that looks empty, fills in, ticks, draws a signature and finishes', { tag: '@long' }, async ({
  account,
}) => {
  test.skip(!hasWebKit(), 'webkit2gtk-driver and xvfb are not installed')
  const { pack, signers, fields } = await sent(account, 'Signed in WebKit', ['Anna Okafor'], FIELDS)
  await asked(account, pack)
  const link = await linkOf(account, pack, signers[0]!)
  const webkit = await startWebKit()
  const picture = async (name: string) => {
    await mkdir('test-results/screens', { recursive: true })
    await writeFile(`test-results/screens/webkit-${name}.png`, await webkit.picture())
  }
  const presses = async (button: RegExp) => (await webkit.finds('button', button)).click()
  try {
    await webkit.goes(link)
    await (await webkit.finds('input[type=checkbox]', /I agree to sign electronically/)).click()
    await presses(/^Begin$/)

    await webkit.finds('h2', /^Last day/)
    const empty = await webkit.finds('input[type=date]', /Last day/)
    await picture('empty-date')
    expect(await empty.hasInk()).toBe(false)
    await presses(/^Next: First day/)
    const day = await webkit.finds('input[type=date]', /First day/)
    await presses(/^Today$/)
    await eventually(() => day.hasInk(), Boolean)
    await picture('date')
    await presses(/^Next: Job title/)

    await (await webkit.finds('textarea', /Job title/)).types('Consultant – Zürich')
    await presses(/^Next: Terms/)
    await (await webkit.finds('input[type=checkbox]', /Terms/)).click()
    await presses(/^Next: Signature/)

    const pad = await webkit.finds('[role=img]', /drawing area/)
    await pad.draws([0.2, 0.6], [0.3, 0.2], [0.4, 0.7], [0.6, 0.3], [0.8, 0.6])
    await picture('signature')
    await presses(/^Review/)
    await presses(/^Sign and finish/)
    await webkit.finds('h1, h2', /You have signed/)
    await picture('signed')
  } catch (error) {
    await picture('failed')
    throw error
  } finally {
    await webkit.quits()
  }
  const { view } = await eventually(
    () => viewOf(account, pack),
    (seen) => seen.view.status === 'complete',
  )
  const values = fields.map((key) => view.fields[key]!.value)
  const today = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)
  expect(values).toEqual([null, today, 'Consultant – Zürich', expect.anything(), expect.objectContaining({ method: 'drawn' })])
})
