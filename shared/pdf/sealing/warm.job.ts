import { PDFDocument } from 'pdf-lib'
import { save } from '#pdf/document'
import { makeSelfSignedCertificate, signFile } from '#pdf/signature'
import { stampFile } from '#pdf/stamp'
import { CORE_FONT_NAMES } from '#pdf/text-layout'
import type { Answer } from '#pdf/worker-pool'

const ROUNDS = 5
const PAGES = 40

/** A thread is slow on its first files: compilers wait to see what is worth their while. */
export default async (): Promise<Answer<null>> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  for (let page = 0; page < PAGES; page++) document.addPage()
  const pdf = await save(document)
  const credential = makeSelfSignedCertificate({ commonName: 'Warming up', from: 0, until: 1, serial: new Uint8Array(16) })
  const stamps = Array.from({ length: PAGES }, (_, page) => ({
    page,
    x: 50,
    y: 50,
    paints: CORE_FONT_NAMES.map((font) => {
      return { kind: 'text', x: 0, baseline: 10, width: 50, size: 10, font, text: 'Warm', color: '#000000', dir: 'ltr' } as const
    }),
  }))
  for (let round = 0; round < ROUNDS; round++) {
    const { bytes } = await stampFile(pdf, stamps, {})
    await signFile(bytes, { credential, at: 0 })
  }
  return { value: null }
}
