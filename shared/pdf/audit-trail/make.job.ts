import { PDFDocument } from 'pdf-lib'
import { save } from '#pdf/document'
import { auditPages } from '#pdf/evidence-pages'
import { stampFile } from '#pdf/stamp'
import { loadMetrics } from '#pdf/text-layout'
import type { Answer } from '#pdf/worker-pool'
import type { AuditFileRequest, MadeAuditFile } from './types.ts'

const A4 = { width: 595, height: 842 }

/** The same history makes the same bytes. */
export default async (request: AuditFileRequest): Promise<Answer<MadeAuditFile>> => {
  const words = [request.title, request.lead, ...request.rows.flatMap(({ who, what }) => [who, what])].join(' ')
  const numbered = (page: number, pages: number) => `${page} / ${pages}`
  const pages = auditPages({ ...request, numbered }, A4, await loadMetrics(words))
  const blank = await save(await PDFDocument.create({ updateMetadata: false }))
  const { bytes } = await stampFile(blank, [], {}, undefined, pages)
  return { value: { ok: true, bytes }, transfer: [bytes.buffer as ArrayBuffer] }
}
