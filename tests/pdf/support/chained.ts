import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Credential } from '#pdf/signature'

/** A certificate issued by one that was issued by a third, which is left out: so most certificates that are bought come. */
export function underIntermediate(): { credential: Credential; leaf: string; intermediate: string; root: string } {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-chain-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const issuer = [
    '[ca]',
    'default_ca = own',
    '[own]',
    'database = index.txt',
    'serial = serial',
    'new_certs_dir = .',
    'default_md = sha256',
    'policy = any',
  ]
  const kinds = [
    '[any]',
    'commonName = supplied',
    '[between]',
    'basicConstraints = critical,CA:true',
    '[leaf]',
    'basicConstraints = CA:false',
  ]
  writeFileSync(join(folder, 'issuer.cnf'), [...issuer, ...kinds, ''].join('\n'))
  writeFileSync(join(folder, 'index.txt'), '')
  openssl('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-days', '3650', '-subj', '/CN=Root above')
  // The stories of these tests take place before they are played.
  const dates = ['-startdate', '20200101000000Z', '-enddate', '20490101000000Z']
  for (const [name, by, holder] of [
    ['between', 'root', 'Between'],
    ['leaf', 'between', 'Office below'],
  ] as const) {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${holder}`)
    const who = ['-cert', `${by}.pem`, '-keyfile', `${by}.key`, '-create_serial', '-extensions', name]
    openssl('ca', '-batch', '-notext', '-config', 'issuer.cnf', ...who, '-in', `${name}.csr`, '-out', `${name}.pem`, ...dates)
  }
  return {
    credential: { kind: 'pem', certificate: text('leaf.pem') + text('between.pem'), privateKey: text('leaf.key') },
    leaf: text('leaf.pem'),
    intermediate: text('between.pem'),
    root: text('root.pem'),
  }
}
