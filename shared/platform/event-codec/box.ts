import { createCipheriv, createDecipheriv } from 'node:crypto'
import { base64url, canonicalise, type Disclosure, type Json, type SealedLeaves } from '#domain/kernel'
import type { SubjectKey } from '#platform/subject-keys'

const TAG = 16

function encrypted(key: SubjectKey, context: string, text: string, iv: Uint8Array): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context, 'utf8'))
  return base64url(Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]))
}
function decrypted(key: SubjectKey, context: string, sealed: string, iv: string): string {
  const box = Buffer.from(sealed, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url')).setAAD(Buffer.from(context, 'utf8'))
  cipher.setAuthTag(box.subarray(box.length - TAG))
  const text = cipher.update(box.subarray(0, box.length - TAG))
  // Throws where the tag does not fit; of this cipher nothing more comes.
  cipher.final()
  return text.toString('utf8')
}

/** Encrypts one subject's disclosures. Bound to the event by its hash: the box does not open with another one. */
export function sealBox(subject: string, key: SubjectKey, hash: string, leaves: readonly Disclosure[], iv: Uint8Array): SealedLeaves {
  return { subject, iv: base64url(iv), box: encrypted(key, hash, canonicalise(leaves as unknown as Json), iv) }
}

/** @throws when the box was changed, belongs to another event or was sealed under another key */
export function openBox(sealed: SealedLeaves, key: SubjectKey, hash: string): readonly Disclosure[] {
  return JSON.parse(decrypted(key, hash, sealed.box, sealed.iv)) as Disclosure[]
}

/** A text outside the log that ends with a subject's key, bound to where it stands: `iv.box`. @param iv 12 bytes, never used twice */
export const sealText = (key: SubjectKey, context: string, text: string, iv: Uint8Array): string =>
  `${base64url(iv)}.${encrypted(key, context, text, iv)}`

/** @throws when the text was changed, stood elsewhere or was sealed under another key */
export function openText(key: SubjectKey, context: string, sealed: string): string {
  const [iv, box] = sealed.split('.') as [string, string]
  return decrypted(key, context, box, iv)
}
