import { createCipheriv, createDecipheriv } from 'node:crypto'
import { base64url, canonicalise, type Disclosure, type Json, type SealedLeaves } from '#domain/kernel'
import type { SubjectKey } from '#platform/subject-keys'

const TAG = 16

/** Encrypts one subject's disclosures. Bound to the event by its hash: the box does not open with another one. */
export function sealBox(subject: string, key: SubjectKey, hash: string, leaves: readonly Disclosure[], iv: Uint8Array): SealedLeaves {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(hash, 'utf8'))
  const text = canonicalise(leaves as unknown as Json)
  const box = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { subject, iv: base64url(iv), box: base64url(box) }
}

/** @throws when the box was changed, belongs to another event or was sealed under another key */
export function openBox(sealed: SealedLeaves, key: SubjectKey, hash: string): readonly Disclosure[] {
  const box = Buffer.from(sealed.box, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.iv, 'base64url')).setAAD(Buffer.from(hash, 'utf8'))
  cipher.setAuthTag(box.subarray(box.length - TAG))
  const text = cipher.update(box.subarray(0, box.length - TAG))
  // Throws where the tag does not fit; of this cipher nothing more comes.
  cipher.final()
  return JSON.parse(text.toString('utf8')) as Disclosure[]
}
