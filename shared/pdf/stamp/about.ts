import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'

/** A sealed file's description of itself, for readers who find it without the rest. */
export interface About {
  /** The pack's key. */
  readonly pack: string
}

const PRODUCT = 'Paraph'
const PRODUCER = PDFName.of('Producer')

/** Added to the original's own description: its title and author stay, and so does its producer, as the first of two. */
export function sayWhatItIs(document: PDFDocument, { pack }: About): void {
  const { context } = document
  const { Info: held } = context.trailerInfo
  const known = held === undefined ? undefined : context.lookup(held)
  const info = known instanceof PDFDict ? known : context.obj({})
  const before = info.lookup(PRODUCER)
  const maker = before instanceof PDFString || before instanceof PDFHexString ? before.decodeText() : ''
  info.set(PRODUCER, PDFHexString.fromText(maker === '' ? PRODUCT : `${maker}; sealed by ${PRODUCT}`))
  info.set(PDFName.of('ParaphPack'), PDFString.of(pack))
  if (known !== info) context.trailerInfo.Info = context.register(info)
}
