import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Credential } from '#pdf/signature'

/** How a service that says whether certificates are revoked behaves: as it should, or not. */
export type ServiceMood = 'fine' | 'down' | 'hangs' | 'garbage' | 'other-certificate' | 'expired' | 'another-signer' | 'unknown'

export interface CertificateAuthority {
  readonly root: string
  /** A key with a certificate that names both services, and the root above it. */
  readonly credential: Extract<Credential, { kind: 'pem' }>
  /** The same as PKCS#12; its password is `secret`. */
  readonly pkcs12: Uint8Array
  /** Where its services are, as sentences name them. */
  readonly host: string
  readonly moods: { ocsp: ServiceMood; crl: ServiceMood }
  /** All requests since the beginning. */
  readonly asked: { ocsp: number; crl: number }
  /** Its list of revoked certificates as it is now. */
  list(): Buffer
  /** Takes the certificate back: from now on both services say that it was at this time. */
  revoke(reason?: 'keyCompromise' | 'superseded', at?: number): void
  close(): Promise<void>
}

interface Offered {
  readonly ocsp?: boolean
  readonly crl?: boolean
}

/** `openssl ca` and `openssl ocsp` behind HTTP on loopback. `offered`: which services its certificates name. */
export async function startCertificateAuthority({ ocsp = true, crl = true }: Offered = {}): Promise<CertificateAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-ca-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const moods: CertificateAuthority['moods'] = { ocsp: 'fine', crl: 'fine' }
  const asked = { ocsp: 0, crl: 0 }

  const answers: Record<'ocsp' | 'crl', (mood: ServiceMood, query: Buffer) => Buffer> = {
    crl: (mood) => readFileSync(at(mood === 'expired' ? 'old.crl' : mood === 'another-signer' ? 'stranger.crl' : 'root.crl')),
    ocsp(mood, query) {
      writeFileSync(at('query.der'), query)
      const request = mood === 'other-certificate' ? ['-reqin', 'other.der'] : ['-reqin', 'query.der']
      const by = mood === 'another-signer' ? 'stranger' : 'responder'
      const index = mood === 'unknown' ? 'empty.txt' : 'index.txt'
      const signer = ['-rsigner', `${by}.pem`, '-rkey', `${by}.key`, '-CA', 'root.pem']
      openssl('ocsp', '-index', index, ...signer, ...request, '-respout', 'answer.der', '-nmin', mood === 'expired' ? '1' : '600')
      return readFileSync(at('answer.der'))
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const kind = request.url === '/ocsp' ? 'ocsp' : 'crl'
      asked[kind]++
      const mood = moods[kind]
      // Kept open, and never answered.
      if (mood === 'hangs') return
      if (mood === 'down') return void response.writeHead(503).end()
      response.writeHead(200)
      response.end(mood === 'garbage' ? Buffer.from('<html>Under construction</html>') : answers[kind](mood, Buffer.concat(chunks)))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  const places = [
    ...(ocsp ? [`authorityInfoAccess = OCSP;URI:http://${host}/ocsp`] : []),
    ...(crl ? [`crlDistributionPoints = URI:http://${host}/root.crl`] : []),
  ]
  writeFileSync(at('openssl.cnf'), CONFIGURATION.replace('PLACES', places.join('\n')))
  for (const name of ['index.txt', 'empty.txt']) writeFileSync(at(name), '')
  writeFileSync(at('serial.ca'), '1001\n')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'openssl.cnf']
  for (const [name, subject] of [
    ['root', 'Root under test'],
    ['stranger', 'Root under test'],
  ] as const) {
    const made = ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '3650', '-subj', `/CN=${subject}`, '-extensions', 'root']
    openssl('req', '-x509', ...key, ...made)
  }
  for (const [name, kind, subject] of [
    ['own', 'leaf', 'Office under test'],
    ['other', 'leaf', 'Another office'],
    ['responder', 'responder', 'Responder under test'],
  ] as const) {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${subject}`)
    // The stories of these tests take place before they are played.
    const dates = ['-startdate', '20200101000000Z', '-enddate', '20490101000000Z']
    openssl('ca', '-batch', '-notext', '-config', 'openssl.cnf', '-in', `${name}.csr`, '-out', `${name}.pem`, '-extensions', kind, ...dates)
  }
  openssl('ocsp', '-issuer', 'root.pem', '-cert', 'other.pem', '-no_nonce', '-reqout', 'other.der')
  const list = (name: string, ...more: string[]) => {
    openssl('ca', '-gencrl', '-config', 'openssl.cnf', '-out', `${name}.pem`, ...more)
    openssl('crl', '-in', `${name}.pem`, '-outform', 'DER', '-out', name)
  }
  list('root.crl', '-crldays', '300')
  list('old.crl', '-crl_lastupdate', '20260101000000Z', '-crl_nextupdate', '20260201000000Z')
  list('stranger.crl', '-crldays', '300', '-cert', 'stranger.pem', '-keyfile', 'stranger.key')
  const held = ['-inkey', 'own.key', '-in', 'own.pem', '-certfile', 'root.pem']
  openssl('pkcs12', '-export', ...held, '-out', 'own.p12', '-passout', 'pass:secret')
  const text = (name: string) => readFileSync(at(name), 'utf8')
  return {
    root: text('root.pem'),
    credential: { kind: 'pem', certificate: text('own.pem') + text('root.pem'), privateKey: text('own.key') },
    pkcs12: readFileSync(at('own.p12')),
    host,
    moods,
    asked,
    list: () => readFileSync(at('root.crl')),
    revoke(reason = 'keyCompromise', when = Date.now()) {
      const date = new Date(when)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)
      const line = /^[VR]\t(\S+)\t[^\t]*\t(.*CN=Office under test)$/m
      writeFileSync(at('index.txt'), text('index.txt').replace(line, `R\t$1\t${date},${reason}\t$2`))
      list('root.crl', '-crldays', '300')
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
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
[leaf]
basicConstraints = CA:false
keyUsage = critical,digitalSignature,nonRepudiation
PLACES
[responder]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = OCSPSigning
noCheck = ignored
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
`
