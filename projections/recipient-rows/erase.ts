import { recipientLists } from '#domain/recipient-lists'
import { type CommandHandler, type CommandOrigin, commandsOf } from '#platform/command-handler'
import type { RecipientRows } from './rows.ts'

/** Deletes all rows of a workspace that name a person, by the person's `contactKey`, and counts them out of their lists. */
export async function eraseRecipients(
  { handler, recipientRows }: { readonly handler: CommandHandler; readonly recipientRows: Pick<RecipientRows, 'erase'> },
  workspace: string,
  person: string,
  origin: CommandOrigin,
): Promise<void> {
  const erased = await recipientRows.erase(workspace, person)
  for (const list of new Set(erased.map((one) => one.list))) {
    const rows = erased.filter((one) => one.list === list).map((one) => ({ import: one.import, rows: one.rows }))
    const who = { as: 'installation' } as const
    await commandsOf(recipientLists, handler).perform({ key: workspace, who, commands: [{ do: 'EraseRecipientRows', list, rows }], origin })
  }
}
