import { correctionsOf, fileOfRow, keyOfRow, keysIn, type RecipientList, recipientLists, versionNow } from '#domain/recipient-lists'
import { type CommandHandler, type CommandOrigin, commandsOf } from '#platform/command-handler'
import type { RecipientRows } from './rows.ts'

/** Deletes all rows of a workspace that name a person, by the person's `contactKey`, and counts them out of their lists. */
export async function eraseRecipients(
  { handler, recipientRows }: { readonly handler: CommandHandler; readonly recipientRows: Pick<RecipientRows, 'erase'> },
  workspace: string,
  person: string,
  origin: CommandOrigin,
): Promise<void> {
  const lists = commandsOf(recipientLists, handler)
  const erased = await recipientRows.erase(workspace, person)
  for (const list of new Set(erased.map((one) => one.list))) {
    const there = (await lists.load(workspace)).living.get(list)
    const rows = there
      ? rowsLess(
          there,
          erased.filter((one) => one.list === list),
        )
      : []
    const who = { as: 'installation' } as const
    await lists.perform({ key: workspace, who, commands: [{ do: 'EraseRecipientRows', list, rows }], origin })
  }
}

/** How many rows each file has less. A corrected row is counted once, with its file, and only where what stands now is gone. */
function rowsLess(list: RecipientList, erased: readonly { readonly import: string; readonly numbers: readonly number[] }[]) {
  const now = versionNow(list)
  const keys = new Set(keysIn(now))
  const corrections = new Set(correctionsOf(list))
  const less = new Map<string, number>()
  for (const { import: key, numbers } of erased) {
    for (const number of numbers) {
      const isGone = keys.has(key) ? keyOfRow(now, number) === key : !corrections.has(key)
      const file = corrections.has(key) ? fileOfRow(now, number) : key
      if (isGone && file !== null) less.set(file, (less.get(file) ?? 0) + 1)
    }
  }
  return [...less].map(([key, rows]) => ({ import: key, rows }))
}
