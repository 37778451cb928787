import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { bits, explicit, integer, objectId, octets, sequence, set, tagged, time, utf8 } from '../../shared/pdf/signature/der.ts'

export interface ServerCertificate {
  /** PEM; the certificate vouches for itself. */
  readonly certificate: string
  readonly key: string
}

const SHA256_WITH_ECDSA = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17'

/** A certificate for a server that is named by its IPv4 address. */
export function certificateFor(address: string): ServerCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId(SHA256_WITH_ECDSA))
  const name = sequence(set(sequence(objectId(COMMON_NAME), utf8('a server'))))
  const addresses = sequence(tagged(0x87, Buffer.from(address.split('.').map(Number))))
  const certificate = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(Date.now() - 3_600_000), time(Date.now() + 24 * 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(sequence(objectId(SUBJECT_ALTERNATIVE_NAME), octets(addresses)))),
  )
  const signature = sign('sha256', certificate, { key: privateKey, dsaEncoding: 'der' })
  const der = sequence(certificate, algorithm, bits(signature))
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** TLS in front of a server of HTTP/2 that has none. */
export async function tlsFront(
  { certificate, key }: ServerCertificate,
  to: number,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer({ cert: certificate, key, ALPNProtocols: ['h2'] }, (near) => {
    const far = connect(to, '127.0.0.1')
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: async () => void server.close() }
}
