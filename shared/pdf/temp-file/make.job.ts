import { fieldTypeOf } from '#domain/pack'
import { appearanceOf } from '#pdf/appearance'
import { stampFile } from '#pdf/stamp'
import { loadMetrics } from '#pdf/text-layout'
import type { Answer } from '#pdf/worker-pool'
import { withForm } from './form.ts'
import type { MadeTempFile, TempFileRequest } from './types.ts'
import { watermarked } from './watermark.ts'

export default async (request: TempFileRequest): Promise<Answer<MadeTempFile>> => {
  const bytes = request.make === 'form' ? await withForm(request.pdf, request.fields) : await preview(request)
  return { value: { ok: true, bytes }, transfer: [bytes.buffer as ArrayBuffer] }
}

/** Each field as it will be sealed. */
async function preview({ pdf, fields, images }: Extract<TempFileRequest, { make: 'preview' }>): Promise<Uint8Array> {
  const metrics = await loadMetrics()
  const stamps = fields.map((field) => {
    const { page, x, y, width, height } = field
    return { page, x, y, width, height, paints: appearanceOf(field, metrics), covers: fieldTypeOf(field).covers }
  })
  return watermarked((await stampFile(pdf, stamps, images)).bytes)
}
