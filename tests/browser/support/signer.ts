import type { Page } from 'playwright/test'
import type { Client } from '../../../cli/demo/client.ts'
import { viewOf } from '../../support/prepared.ts'
import { expect } from './server.ts'

/** The sender changes the status, whatever else happens to the document meanwhile: a mail that went out counts too. */
export async function turns(account: Client, pack: string, status: 'setup' | 'complete'): Promise<void> {
  await expect(async () => {
    const { revision } = await viewOf(account, pack)
    await account.post(`/app/documents/${pack}/update_document`, { data: { status, revision } })
  }).toPass()
}

/** Opens the link, agrees and begins: consent counts once it is answered, or a returning signer is asked again. */
export async function begins(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('checkbox', { name: 'I agree to sign electronically' }).check()
  const begin = page.getByRole('button', { name: 'Begin' })
  await begin.click()
  await expect(begin).toBeHidden()
}

/** Chooses typing where there is a choice, and types. */
export async function typesName(page: Page, name: string): Promise<void> {
  const ways = page.getByRole('radiogroup', { name: 'How you sign' })
  const text = page.getByRole('textbox', { name: /Type it/ })
  await expect(ways.or(text).first()).toBeVisible()
  if (await ways.isVisible()) await ways.getByText('Type').click()
  await text.fill(name)
}

export const onwards = (page: Page) => page.getByRole('button', { name: /^(Next|Review)/ })
export const finishing = (page: Page) => page.getByRole('button', { name: 'Sign and finish' })
export const stands = (page: Page, heading: string) => expect(page.getByRole('heading', { name: heading })).toBeVisible()
