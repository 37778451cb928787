import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import type { Signer } from '@libpdf/core'
import { chainOf, lowerSignature, readCertificate } from '#pdf/verification'
import type { Credential } from './credential.ts'

/** The key is no key, the certificate is none, or they don't belong together. */
export class BadCredential extends Error {
  override name = 'BadCredential'
}

/** What signs with a credential. Reading one costs some milliseconds: threads keep the last. */
export async function signerOf(credential: Credential): Promise<Signer> {
  try {
    return plain(credential.kind === 'pkcs12' ? await pkcs12Signer(credential) : pemSigner(credential))
  } catch (error) {
    throw error instanceof BadCredential ? error : new BadCredential('the credential cannot be read', { cause: error })
  }
}

/**
 * Signs as a verifier wants it: with the certificates above its own that lead upwards, in that order and no others, and with
 * the lower of the two numbers that make an ECDSA signature right, so that nobody can write the other unseen.
 */
function plain(signer: Signer): Signer {
  const others = (signer.certificateChain ?? []).map((der) => readCertificate(Uint8Array.from(der)))
  const own = readCertificate(Uint8Array.from(signer.certificate))
  const [, ...above] = chainOf(own, others)
  return {
    certificate: signer.certificate,
    certificateChain: above.map(({ bytes }) => bytes),
    keyType: signer.keyType,
    signatureAlgorithm: signer.signatureAlgorithm,
    sign: async (data, algorithm) => {
      const signature = await signer.sign(data, algorithm)
      return signer.keyType === 'EC' ? lowerSignature(own.key, signature) : signature
    },
  }
}

/** The certificates of a credential as PEM, its own first. @throws BadCredential */
export async function chainIn(credential: Credential): Promise<readonly string[]> {
  const { certificate, certificateChain = [] } = await signerOf(credential)
  return [certificate, ...certificateChain].map((der) => new X509Certificate(der).toString())
}

/** The library is loaded with the first file of this kind: it is large, and the server has nothing else to do with it. */
async function pkcs12Signer({ bytes, password }: Extract<Credential, { kind: 'pkcs12' }>): Promise<Signer> {
  const { P12Signer } = await import('@libpdf/core')
  return P12Signer.create(bytes, password)
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function pemSigner({ certificate, chain = [], privateKey }: Extract<Credential, { kind: 'pem' }>): Signer {
  const [first = certificate, ...more] = certificate.match(PEM_CERTIFICATE) ?? []
  const own = new X509Certificate(first)
  const key = createPrivateKey(privateKey)
  if (!own.checkPrivateKey(key)) throw new BadCredential('the private key belongs to another certificate')
  const keyType = keyTypeOf(key)
  return {
    certificate: own.raw,
    certificateChain: [...more, ...chain].map((pem) => new X509Certificate(pem).raw),
    keyType,
    signatureAlgorithm: keyType === 'EC' ? 'ECDSA' : 'RSASSA-PKCS1-v1_5',
    sign: async (data, algorithm) => sign(algorithm.replace('-', '').toLowerCase(), data, { key, dsaEncoding: 'der' }),
  }
}

function keyTypeOf(key: KeyObject): 'RSA' | 'EC' {
  if (key.asymmetricKeyType === 'rsa') return 'RSA'
  if (key.asymmetricKeyType === 'ec') return 'EC'
  throw new BadCredential(`keys of type ${key.asymmetricKeyType} cannot sign a PDF`)
}
