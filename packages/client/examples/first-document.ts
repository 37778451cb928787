import { readFile, writeFile } from 'node:fs/promises'
import { connect } from '../src/index.ts'

const { PARAPH_URL: url = '', KEY: key = '', SECRET: secret = '', SIGNER = 'ada@example.com' } = process.env

const paraph = connect({ url, key, secret })
const { key: lease, document } = await paraph.upload(await readFile('lease.pdf'), 'lease.pdf')
const signer = crypto.randomUUID()
const signatories = [{ uuid: signer, role: 'Tenant', name: 'Ada Lovelace', email: SIGNER }]
await paraph.call('POST /app/documents/{key}/update_document', {
  path: { key: lease },
  body: { data: { signatories, signing_order: [[signer]] } },
})
const field = {
  uuid: crypto.randomUUID(),
  document_key: document,
  type: 'signature',
  page: 0,
  x: 72,
  y: 600,
  width: 160,
  height: 48,
  signatory_uuid: signer,
}
await paraph.call('POST /app/documents/{key}/add_update_data_field', { path: { key: lease }, body: { data: [field] } })
await paraph.send(lease)
await paraph.until(lease, 'sealed')
await writeFile('lease.signed.pdf', await paraph.finalFile(lease))
