import { certificatesOf, verifyFile } from '#pdf/verification'
import type { Answer } from '#pdf/worker-pool'
import type { Checked, CheckRequest } from './types.ts'

export default async ({ pdf, options }: CheckRequest): Promise<Answer<Checked>> => {
  if (options.trust !== undefined && !holdsCertificates(options.trust)) return { value: { ok: false, reason: 'trust-list' } }
  return { value: { ok: true, report: await verifyFile(pdf, options) } }
}

function holdsCertificates(pem: string): boolean {
  try {
    return certificatesOf(pem).length > 0
  } catch {
    return false
  }
}
