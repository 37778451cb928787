import type { Answer } from '#pdf/worker-pool'
import { withoutValues } from './remove-values.ts'
import type { PrintedLook } from './types.ts'

export default async ({ pdf, looks }: { pdf: Uint8Array; looks: readonly PrintedLook[] }): Promise<Answer<Uint8Array>> => {
  const value = await withoutValues(pdf, looks)
  return { value, transfer: [value.buffer as ArrayBuffer] }
}
