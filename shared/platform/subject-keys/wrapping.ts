import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import type { SubjectKey } from './port.ts'

const IV = 12
const TAG = 16

/** The master key is wrong, or the stored key was changed. */
export class KeyUnreadable extends Error {
  constructor(stream: string, cause: unknown) {
    super(`a key of ${stream} can't be unwrapped: is PARAPH_MASTER_KEY the one this installation was made with?`, { cause })
    this.name = 'KeyUnreadable'
  }
}

export function masterKeyOf(bytes: Uint8Array): KeyObject {
  if (bytes.length !== 32) throw new RangeError(`the master key has ${bytes.length} bytes instead of 32`)
  return createSecretKey(bytes)
}

/** iv, ciphertext, tag. Bound to its place, so that a key moved to another row does not open there. */
export function wrap(master: KeyObject, stream: string, subject: string, key: Uint8Array, iv: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', master, iv).setAAD(place(stream, subject))
  return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

export function unwrap(master: KeyObject, stream: string, subject: string, wrapped: Uint8Array): SubjectKey {
  try {
    const cipher = createDecipheriv('aes-256-gcm', master, wrapped.subarray(0, IV)).setAAD(place(stream, subject))
    cipher.setAuthTag(wrapped.subarray(wrapped.length - TAG))
    return createSecretKey(Buffer.concat([cipher.update(wrapped.subarray(IV, wrapped.length - TAG)), cipher.final()]))
  } catch (error) {
    throw new KeyUnreadable(stream, error)
  }
}

const place = (stream: string, subject: string) => Buffer.from(JSON.stringify([stream, subject]), 'utf8')
