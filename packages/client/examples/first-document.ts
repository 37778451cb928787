import { readFile, writeFile } from 'node:fs/promises'
import { connect } from '../src/index.ts'

const { PARAPH_URL: url = '', KEY: key = '', SECRET: secret = '' } = process.env
const paraph = connect({ url, key, secret })
const lease = await paraph.upload(await readFile('lease.pdf'), 'lease.pdf')
const signature = { type: 'signature', page: 0, x: 72, y: 600, width: 160, height: 48, signer: 0 }
await paraph.prepare(lease, { signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }], fields: [signature] })
await paraph.send(lease)
await paraph.until(lease, 'sealed')
await writeFile('lease.signed.pdf', await paraph.finalFile(lease))
