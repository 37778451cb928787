import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How the authority behaves: as it should, or not. */
export type Mood = 'fine' | 'down' | 'late' | 'truncated' | 'other-digest' | 'other-nonce' | 'refuses'

export interface TimeAuthority {
  readonly url: string
  /** PEM of the root under which it is issued. */
  readonly root: string
  /** PEM of its own certificate. */
  readonly own: string
  /** Its issuer's list of revoked certificates as it is now, as PEM. */
  list(): Buffer
  /** Takes its certificate back, as its issuer would: from now on its list says so. */
  revoke(): void
  mood: Mood
  /** Whether it says who is revoked. */
  lists: boolean
  asked: number
  close(): Promise<void>
}

export const hasOpenssl = spawnSync('openssl', ['version']).error === undefined

/** `openssl ts` behind HTTP on loopback: a real RFC 3161 authority under a root of its own. */
export async function startTimeAuthority(options: { expired?: boolean; key?: 'rsa' | 'ec' } = {}): Promise<TimeAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-tsa-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const newKey = options.key === 'ec' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['-newkey', 'rsa:2048']
  const authority = {
    url: '',
    root: '',
    own: '',
    mood: 'fine' as Mood,
    lists: true,
    asked: 0,
    list: () => readFileSync(at('root.crl')),
    revoke: () => {},
    close: async () => {},
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/root.crl') return void response.writeHead(authority.lists ? 200 : 503).end(readFileSync(at('root.crl')))
      const number = ++authority.asked
      const query = Buffer.concat(chunks)
      if (authority.mood === 'down') return void response.writeHead(503).end()
      // Kept open, and never answered.
      if (authority.mood === 'late') return
      // Another digest than the one asked for: the last byte of the imprint is turned.
      if (authority.mood === 'other-digest') query[query.length - 1 - nonceAndFlag(query)]! ^= 1
      // As in an answer from before: the last byte of the nonce, behind which stands the wish for certificates.
      if (authority.mood === 'other-nonce') query[query.length - 1 - FLAG]! ^= 1
      if (authority.mood === 'refuses') query.fill(0, 0, 4)
      writeFileSync(at(`${number}.tsq`), query)
      const run = spawnSync(
        'openssl',
        ['ts', '-reply', '-config', 'openssl.cnf', '-section', 'tsa_config', '-queryfile', `${number}.tsq`, '-out', `${number}.tsr`],
        { cwd: folder },
      )
      const answer = run.status === 0 || authority.mood === 'refuses' ? readFileSync(at(`${number}.tsr`)) : Buffer.alloc(0)
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
      response.end(authority.mood === 'truncated' ? answer.subarray(0, answer.length - 40) : answer)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  authority.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  writeFileSync(at('openssl.cnf'), CONFIGURATION.replace('LIST', `${authority.url}root.crl`))
  openssl(
    'req',
    '-x509',
    '-config',
    'openssl.cnf',
    ...newKey,
    '-nodes',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '3650',
    '-subj',
    '/CN=Time root under test',
    '-extensions',
    'root',
  )
  openssl(
    'req',
    '-config',
    'openssl.cnf',
    ...newKey,
    '-nodes',
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.csr',
    '-subj',
    '/CN=Time authority under test',
  )
  const dates = options.expired ? ['-startdate', '20200101000000Z', '-enddate', '20210101000000Z'] : ['-days', '3000']
  writeFileSync(at('index.txt'), '')
  writeFileSync(at('serial.ca'), '01\n')
  openssl('ca', '-batch', '-notext', '-config', 'openssl.cnf', '-in', 'tsa.csr', '-out', 'tsa.pem', '-extensions', 'tsa', ...dates)
  writeFileSync(at('serial'), '01\n')

  // As PEM, as some authorities serve it.
  const list = () => openssl('ca', '-gencrl', '-config', 'openssl.cnf', '-crldays', '3000', '-out', 'root.crl')
  list()
  authority.revoke = () => {
    openssl('ca', '-config', 'openssl.cnf', '-revoke', 'tsa.pem', '-crl_reason', 'keyCompromise')
    list()
  }
  authority.root = readFileSync(at('root.pem'), 'utf8')
  authority.own = readFileSync(at('tsa.pem'), 'utf8')
  authority.close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return authority
}

const FLAG = 3
/** How many bytes of a request stand after its imprint: the nonce with its head, and the wish for certificates. */
function nonceAndFlag(query: Buffer): number {
  for (let length = 8; length <= 17; length++) {
    if (query[query.length - FLAG - length - 2] === 0x02 && query[query.length - FLAG - length - 1] === length) return FLAG + length + 2
  }
  throw new Error('a request without a nonce')
}

const CONFIGURATION = `
[req]
distinguished_name = name
prompt = no
[name]
[root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[tsa]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
crlDistributionPoints = URI:LIST
[ca]
default_ca = own
[own]
database = index.txt
serial = serial.ca
new_certs_dir = .
certificate = root.pem
private_key = root.key
default_md = sha256
policy = any
[any]
commonName = supplied
[tsa_config]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
certs = root.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = yes
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`
