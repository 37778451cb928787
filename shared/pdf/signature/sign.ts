import { PDF } from '@libpdf/core'
import type { Credential } from './credential.ts'
import { signerOf } from './signer.ts'

export interface Attachment {
  readonly name: string
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly description: string
}
export interface Signing {
  readonly credential: Credential
  /** What the signature claims as its time, in Unix milliseconds. */
  readonly at: number
  readonly reason?: string
  readonly location?: string
  readonly attachments?: readonly Attachment[]
}
/** The file can't be signed without being rewritten, or came out otherwise than it must. */
export class CannotSign extends Error {
  override name = 'CannotSign'
}

/**
 * Adds a PAdES signature of level B-B over the whole file as a second revision. The first stays byte for byte what it
 * was: after this nobody may write the file anew.
 */
export async function signFile(pdf: Uint8Array, { credential, at, reason, location, attachments = [] }: Signing): Promise<Uint8Array> {
  const signer = await signerOf(credential)
  const document = await PDF.load(pdf)
  const blocker = document.canSaveIncrementally()
  if (blocker !== null) throw new CannotSign(`the file can't be saved incrementally: ${blocker}`)
  const date = new Date(at)
  for (const { name, bytes, mimeType, description } of attachments) {
    document.addAttachment(name, bytes, { description, mimeType, createdAt: date, modifiedAt: date })
  }
  const { bytes } = await document.sign({
    signer,
    level: 'B-B',
    signingTime: date,
    fieldName: 'Seal',
    ...(reason === undefined ? {} : { reason }),
    ...(location === undefined ? {} : { location }),
  })
  if (!startsWith(bytes, pdf)) throw new CannotSign('signing changed what was signed')
  return bytes
}

function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return bytes.length > prefix.length && Buffer.compare(bytes.subarray(0, prefix.length), prefix) === 0
}
