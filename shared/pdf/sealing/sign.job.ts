import { BadCredential, CannotSign, CertificateRevoked, NoRevocationData, NoTimestamp, signFile } from '#pdf/signature'
import type { Answer } from '#pdf/worker-pool'
import type { NotSealed, Signed, SignRequest } from './types.ts'

export default async ({ pdf, ...signing }: SignRequest): Promise<Answer<Signed | NotSealed>> => {
  try {
    const bytes = await signFile(pdf, { ...signing, certify: true })
    return { value: { ok: true, bytes }, transfer: [bytes.buffer as ArrayBuffer] }
  } catch (error) {
    if (error instanceof BadCredential) return { value: { ok: false, reason: 'certificate', words: error.message } }
    if (error instanceof CertificateRevoked) return { value: { ok: false, reason: 'revoked', words: error.message } }
    if (error instanceof NoRevocationData) return { value: { ok: false, reason: 'revocation-service', words: error.message } }
    if (error instanceof NoTimestamp) return { value: { ok: false, reason: 'timestamp-authority', words: error.message } }
    if (error instanceof CannotSign) return { value: { ok: false, reason: 'damaged', words: error.message } }
    throw error
  }
}
