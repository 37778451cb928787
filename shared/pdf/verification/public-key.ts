import { p256, p384, p521 } from '@noble/curves/nist.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { bitsOf, child, childrenOf, type Der, NotDer, objectIdOf, readDer, same, TAG } from './der.ts'

export type DigestName = 'SHA-256' | 'SHA-384' | 'SHA-512'
const DIGESTS = { 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 } as const
const DIGEST_IDS: Readonly<Record<string, DigestName>> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
/** What digests look like inside an RSA signature (RFC 8017, 9.2). */
const DIGEST_INFO: Readonly<Record<DigestName, string>> = {
  'SHA-256': '3031300d060960864801650304020105000420',
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
}
const CURVES = { '1.2.840.10045.3.1.7': p256, '1.3.132.0.34': p384, '1.3.132.0.35': p521 } as const
const RSA = '1.2.840.113549.1.1.1'
const EC = '1.2.840.10045.2.1'
const SIGNATURES: Readonly<Record<string, { readonly key: typeof RSA | typeof EC; readonly digest: DigestName | null }>> = {
  '1.2.840.113549.1.1.1': { key: RSA, digest: null },
  '1.2.840.113549.1.1.11': { key: RSA, digest: 'SHA-256' },
  '1.2.840.113549.1.1.12': { key: RSA, digest: 'SHA-384' },
  '1.2.840.113549.1.1.13': { key: RSA, digest: 'SHA-512' },
  '1.2.840.10045.4.3.2': { key: EC, digest: 'SHA-256' },
  '1.2.840.10045.4.3.3': { key: EC, digest: 'SHA-384' },
  '1.2.840.10045.4.3.4': { key: EC, digest: 'SHA-512' },
}

export const digestWith = (name: DigestName, bytes: Uint8Array): Uint8Array => DIGESTS[name](bytes)
/** For what old standards name by it; never for what is proven. */
export const sha1Of = (bytes: Uint8Array): Uint8Array => sha1(bytes)

/**
 * Of the two numbers that make an ECDSA signature right, s and n − s, whether this is the lower: with one of them anybody can
 * write the other without any key. There is only one for RSA.
 */
export function isLower(spki: Uint8Array, signature: Uint8Array): boolean {
  const curve = curveOf(spki)
  try {
    return curve === null || !curve.Signature.fromBytes(signature, 'der').hasHighS()
  } catch {
    return false
  }
}

/** The same ECDSA signature by the lower number. */
export function lowerSignature(spki: Uint8Array, signature: Uint8Array): Uint8Array {
  const curve = curveOf(spki)
  if (!curve) return signature
  const { r, s } = curve.Signature.fromBytes(signature, 'der')
  const { n } = curve.Point.CURVE()
  return new curve.Signature(r, s > n / 2n ? n - s : s).toBytes('der')
}

function curveOf(spki: Uint8Array) {
  const [algorithm] = childrenOf(readDer(spki), TAG.sequence)
  const [keyId, curveId] = childrenOf(algorithm ?? readDer(spki), TAG.sequence)
  if (!keyId || !curveId || objectIdOf(keyId) !== EC) return null
  return CURVES[objectIdOf(curveId) as keyof typeof CURVES] ?? null
}

/** The digest that an AlgorithmIdentifier names; its parameters are nothing or absent. */
export function digestNameOf(algorithm: Der): DigestName {
  const parts = childrenOf(algorithm, TAG.sequence)
  const name = DIGEST_IDS[objectIdOf(child(parts, 0))]
  if (!name || parts.length > 2 || (parts[1] && (parts[1].tag !== TAG.nothing || parts[1].content.length > 0)))
    throw new NotDer('a digest that is not known here')
  return name
}

/**
 * Whether `signature` is one by this key over `data`. RSA as of PKCS #1 v1.5 and ECDSA over the curves of NIST: what
 * browsers, PDF readers and openssl agree on.
 */
export function verifies(spki: Uint8Array, algorithm: Der, data: Uint8Array, signature: Uint8Array, digest?: DigestName): boolean {
  try {
    return isSignedBy(spki, algorithm, data, signature, digest)
  } catch (error) {
    // A key that cannot be read signed nothing.
    if (error instanceof NotDer) return false
    throw error
  }
}

function isSignedBy(spki: Uint8Array, algorithm: Der, data: Uint8Array, signature: Uint8Array, digest?: DigestName): boolean {
  const [id, parameters] = childrenOf(algorithm, TAG.sequence)
  const known = id && SIGNATURES[objectIdOf(id)]
  const name = known?.digest ?? digest
  if (!known || !name || (parameters && (parameters.tag !== TAG.nothing || parameters.content.length > 0))) return false
  const [keyAlgorithm, bits] = childrenOf(readDer(spki), TAG.sequence)
  if (!keyAlgorithm || !bits) return false
  const [keyId, curveId] = childrenOf(keyAlgorithm, TAG.sequence)
  if (!keyId || objectIdOf(keyId) !== known.key) return false
  const key = bitsOf(bits)
  const hash = digestWith(name, data)
  if (known.key === RSA) return verifiesRsa(key, signature, hash, name)
  const curve = curveId && CURVES[objectIdOf(curveId) as keyof typeof CURVES]
  if (!curve) return false
  try {
    return curve.verify(signature, hash, key, { prehash: false, lowS: false, format: 'der' })
  } catch {
    return false
  }
}

function verifiesRsa(key: Uint8Array, signature: Uint8Array, hash: Uint8Array, name: DigestName): boolean {
  const [modulus, exponent] = childrenOf(readDer(key), TAG.sequence).map(({ content }) => numberOf(content))
  if (!modulus || !exponent) return false
  const size = Math.ceil(modulus.toString(16).length / 2)
  const value = numberOf(signature)
  // Shorter keys can be broken; an exponent of 1 would let anybody sign.
  if (size < 256 || exponent < 3n || signature.length !== size || value >= modulus) return false
  const info = [...bytesOf(DIGEST_INFO[name]), ...hash]
  const expected = Uint8Array.from([0, 1, ...Array<number>(size - info.length - 3).fill(0xff), 0, ...info])
  const opened = power(value, exponent, modulus)
    .toString(16)
    .padStart(size * 2, '0')
  return same(Uint8Array.from(bytesOf(opened)), expected)
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
}
const bytesOf = (hex: string): number[] =>
  Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
