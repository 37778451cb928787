import { verify, X509Certificate } from 'node:crypto'
import type { Credential } from './credential.ts'
import { BadCredential, signerOf } from './signer.ts'

export interface Inspected {
  /** PEM, the own certificate first. */
  readonly certificates: readonly string[]
  /** Unix milliseconds. */
  readonly from: number
  readonly until: number
  /** It signs itself: nobody else vouches for it. */
  readonly selfSigned: boolean
  /** Its issuer is not among the certificates that come with it. */
  readonly chainMissing: boolean
}

/**
 * Looks at a credential before anything is sealed with it: it can be read, its key signs, and what it signs is what the
 * certificate verifies. @throws BadCredential, in a sentence for the operator
 */
export async function inspectCredential(credential: Credential): Promise<Inspected> {
  const signer = await signerOf(credential).catch((error: unknown) => {
    throw inWords(credential, error)
  })
  const own = new X509Certificate(signer.certificate)
  const chain = (signer.certificateChain ?? []).map((der) => new X509Certificate(der))
  const probe = Buffer.from('Paraph asks whether this key and this certificate belong together.')
  if (!verifies(own, probe, await signer.sign(new Uint8Array(probe), 'SHA-256'))) throw new BadCredential(MISMATCH)
  // Not checkIssued: a certificate that may sign files and nothing else, our own, would not have issued itself.
  const selfSigned = own.subject === own.issuer && own.verify(own.publicKey)
  return {
    certificates: [own, ...chain].map(String),
    from: Date.parse(own.validFrom),
    until: Date.parse(own.validTo),
    selfSigned,
    chainMissing: !selfSigned && !chain.some((one) => own.checkIssued(one)),
  }
}

const MISMATCH = 'The private key of the sealing certificate belongs to another certificate.'

function verifies({ publicKey }: X509Certificate, data: Buffer, signature: Uint8Array): boolean {
  return verify('sha256', data, publicKey, signature)
}

function inWords(credential: Credential, error: unknown): BadCredential {
  const words = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : ''
  const say = (sentence: string) => new BadCredential(sentence, { cause: error })
  if (/belongs to another certificate/.test(words)) return say(MISMATCH)
  if (/keys of type/.test(words)) return say('The key of the sealing certificate is neither RSA nor EC: it cannot seal.')
  if (credential.kind === 'pem')
    return say('The sealing certificate or its key cannot be read: both must be PEM, and the key without a password.')
  if (/integrity|mac|decrypt|password/i.test(words)) return say('The password of the PKCS#12 file with the sealing certificate is wrong.')
  if (/no private key/i.test(words)) return say('The PKCS#12 file with the sealing certificate holds no private key.')
  return say('The PKCS#12 file with the sealing certificate cannot be read.')
}
