import type { AuditRecord } from '#contract/documents'
import { eventually, linkOf, sent } from '../support/prepared.ts'
import { expect, test } from './support/server.ts'
import { begins, onwards, stands } from './support/signer.ts'
import { swipe } from './support/swipe.ts'

const box = (y: number, custom_id: string) => ({ type: 'check', x: 72, y, width: 24, height: 24, signer: 0, custom_id }) as const

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('the history holds which page was in view on a phone, though never all of it, and fields visited while offline', {
  tag: '@long',
}, async ({ page, account, context }) => {
  const made = await sent(account, 'Looked at', ['Anna Okafor'], [box(140, 'by_road'), box(180, 'by_rail')])
  const words = async () => {
    const { audit_records } = await account.get<{ audit_records: readonly AuditRecord[] }>(`/app/audit_trail/${made.pack}`)
    return audit_records.filter(({ code }) => code === 'VisitObserved').map((record) => record.words)
  }
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await stands(page, 'By road')
  const first = await eventually(words, ({ length }) => length > 0)
  expect(first).toEqual([expect.stringMatching(/^was shown a page for a second or longer and came to .*by_road/)])

  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/visit'))
  await context.setOffline(true)
  await onwards(page).click()
  await stands(page, 'By rail')
  await failed
  await context.setOffline(false)
  const all = await eventually(words, ({ length }) => length > 1)
  expect(all.slice(1)).toEqual([expect.stringMatching(/^came to .*by_rail/)])

  // The second page by hand.
  await page.getByRole('button', { name: 'Read', exact: true }).tap()
  await swipe(page, [
    { x: 200, y: 700 },
    { x: 200, y: 400 },
    { x: 200, y: 120 },
  ])
  const more = await eventually(words, ({ length }) => length > 2)
  expect(more.slice(2)).toEqual(['moved to a page and kept still for a second or longer'])
})
