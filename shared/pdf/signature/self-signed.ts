import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Credential } from './credential.ts'
import { bits, boolean, explicit, integer, objectId, octets, sequence, set, tagged, time, utf8 } from './der.ts'

export interface CertificateRequest {
  /** What a reader shows as the signer, for example `Paraph at sign.example.org (self-signed)`. */
  readonly commonName: string
  readonly organisation?: string
  /** Unix milliseconds. */
  readonly from: number
  readonly until: number
  /** 16 random bytes: the serial number. */
  readonly serial: Uint8Array
}

const OID = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const

/** A new P-256 key and a certificate that it signs itself, for an installation that has no other. */
export function makeSelfSignedCertificate(request: CertificateRequest): Extract<Credential, { kind: 'pem' }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicDer = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = sequence(objectId(OID.ecdsaWithSha256))
  const name = sequence(
    ...(request.organisation === undefined ? [] : [attribute(OID.organisation, request.organisation)]),
    attribute(OID.commonName, request.commonName),
  )
  // A serial number is positive and at most 20 bytes long (RFC 5280).
  const serial = Buffer.from(request.serial.subarray(0, 16))
  serial[0] = (serial[0]! & 0x7f) | 0x40
  const certificate = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    name,
    sequence(time(request.from), time(request.until)),
    name,
    publicDer,
    explicit(3, extensions(publicDer)),
  )
  const signature = sign('sha256', certificate, { key: privateKey, dsaEncoding: 'der' })
  return {
    kind: 'pem',
    certificate: pem('CERTIFICATE', sequence(certificate, algorithm, bits(signature))),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function attribute(type: string, value: string): Buffer {
  return set(sequence(objectId(type), utf8(value)))
}

function extensions(publicDer: Uint8Array): Buffer {
  const extension = (id: string, critical: boolean, value: Uint8Array) =>
    sequence(objectId(id), ...(critical ? [boolean(true)] : []), octets(value))
  const keyId = createHash('sha1').update(publicDer).digest()
  return sequence(
    extension(OID.basicConstraints, true, sequence()),
    // digitalSignature and nonRepudiation
    extension(OID.keyUsage, true, bits(Buffer.from([0xc0]), 6)),
    extension(OID.extendedKeyUsage, false, sequence(objectId(OID.documentSigning))),
    extension(OID.subjectKeyId, false, tagged(0x04, keyId)),
  )
}

function pem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
