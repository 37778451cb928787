import { stampFile } from '#pdf/stamp'
import type { Answer } from '#pdf/worker-pool'
import type { Stamped, StampRequest } from './types.ts'

export default async ({ pdf, stamps, images, about, added }: StampRequest): Promise<Answer<Stamped>> => {
  const { bytes, pages, unpacked } = await stampFile(pdf, stamps, images, about, added)
  return { value: { ok: true, bytes, pages, unpacked }, transfer: [bytes.buffer as ArrayBuffer] }
}
