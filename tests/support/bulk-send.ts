import type { DryRunRecord } from '#contract/bulk-mapping'
import { bulkSend, type Mapping } from '#domain/bulk-send'
import { digestOf } from '#domain/kernel'
import { recipientLists } from '#domain/recipient-lists'
import { commandsOf } from '#platform/command-handler'
import { postgresRecipientRows } from '#projections/recipient-rows'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, newId, prepared } from './prepared.ts'
import type { TestServer } from './server.ts'

const origin = (user: string) =>
  ({ actor: { principal: `user:${user}`, capacity: 'team' }, correlation: 'test', causation: newId() }) as const
const everything = new Set([
  'can_browse',
  'can_view_bulk_sends',
  'can_do_bulk_actions',
  'can_upload_documents',
  'can_configure_mapping',
  'can_revert_document_status',
])

/** A recipient list of the workspace with these columns and rows, in the place of those that it had. */
export async function listWith(
  server: TestServer,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  list = newId(),
): Promise<string> {
  const { handler, world, config, ...rest } = server.application.services
  const { pool } = rest as unknown as { pool: Parameters<typeof postgresRecipientRows>[0]['pool'] }
  const store = postgresRecipientRows({ pool, clock: world.clock, defaultCountry: config.defaultCountry })
  const file = newId()
  const announced = { key: file, workspace: server.workspace, list }
  const as = { columns: columns.map((name) => ({ name, type: 'text' as const })), format: { decimal: '.', dates: 'day-month' } as const }
  await store.announce(announced)
  const numbered = rows.map((values, at) => ({ number: at + 2, values }))
  await store.write(
    announced,
    as,
    (async function* () {
      yield numbered
    })(),
  )
  const outcome = await commandsOf(recipientLists, handler).perform({
    key: server.workspace,
    who: { as: 'team', permissions: everything },
    commands: [
      { do: 'CreateRecipientList', list, description: 'Customers' },
      {
        do: 'ImportRecipientFile',
        list,
        import: file,
        appendTo: null,
        digest: digestOf(JSON.stringify(rows)),
        rows: rows.length,
        last: rows.length + 1,
        ...as,
      },
    ],
    origin: origin(newId()),
  })
  if ('refused' in outcome) throw new Error(outcome.refused)
  return list
}

/** A template with one signer, who signs one field, and a text field of the sender. */
export async function templateOf(account: Client, name = 'Care plan') {
  const source = await prepared(
    account,
    name,
    ['Somebody'],
    [
      { type: 'signature', x: 72, y: 300, width: 180, height: 48, signer: 0, required: true },
      { type: 'text', x: 72, y: 400, width: 180, height: 24, signer: 'self', required: true },
    ],
  )
  const { document } = await account.get<{ document: { key: string } }>(`/app/documents/${source.pack}/convert_to_template`)
  const { view } = await account.get<{ view: { signatories: { uuid: string }[]; fields: Record<string, { key: string; type: string }> } }>(
    `/app/documents/${document.key}/view`,
  )
  const text = Object.values(view.fields).find(({ type }) => type === 'text')!.key
  return { key: document.key, signer: view.signatories[0]!.uuid, text }
}

export async function mapped(server: TestServer, key: string, template: string, mapping: Mapping): Promise<void> {
  const outcome = await commandsOf(bulkSend, server.application.services.handler).perform({
    key,
    who: { as: 'team', workspace: server.workspace, permissions: everything },
    commands: [{ do: 'ChangeBulkSendMapping', template, mapping }],
    origin: origin(newId()),
  })
  if ('refused' in outcome) throw new Error(outcome.refused)
}

/** The report of a check of all rows. */
export async function checked(account: Client, key: string): Promise<DryRunRecord> {
  const at = `/app/bulk_sends/${key}/dry_run`
  await account.post(at, {})
  const { dry_run } = await eventually(
    () => account.get<{ dry_run: DryRunRecord | null }>(at),
    ({ dry_run: report }) => report?.state === 'done' || report?.state === 'failed',
  )
  return dry_run!
}
