/** Writes sample.pdf, which people try Paraph with: node assets/make-sample.ts */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFFont, type PDFPage, type RGB, rgb } from 'pdf-lib'
import { AREAS, CLAUSES, INTRODUCTION, PARTIES, TITLE } from './sample-text.ts'

const A4 = { width: 595.28, height: 841.89 }
const MARGIN = { left: 72, right: 72, top: 84, bottom: 72 }
const COLUMN = A4.width - MARGIN.left - MARGIN.right
const INK = rgb(0.122, 0.227, 0.541)
const BLACK = rgb(0.1, 0.11, 0.13)
const GREY = rgb(0.42, 0.43, 0.46)
const HAIR = rgb(0.8, 0.81, 0.84)

const document = await PDFDocument.create({ updateMetadata: false })
document.registerFontkit(fontkit)
const face = (path: string, name: string) =>
  document.embedFont(readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${path}`))), {
    subset: true,
    customName: name,
  })
const regular = await face('400Regular/NotoSans_400Regular.ttf', 'PARAPH+NotoSans-Regular')
const bold = await face('600SemiBold/NotoSans_600SemiBold.ttf', 'PARAPH+NotoSans-SemiBold')

const pages: PDFPage[] = []
let y = 0
newPage()
heading()
for (const { title, text } of CLAUSES) clause(title, text)
signatures()
pages.forEach(footer)

document.setTitle(TITLE)
document.setLanguage('en')
document.setProducer('Paraph')
document.setCreationDate(new Date(Date.UTC(2026, 0, 1)))
document.setModificationDate(new Date(Date.UTC(2026, 0, 1)))
writeFileSync(new URL('sample.pdf', import.meta.url), await document.save())

function newPage(): void {
  pages.push(document.addPage([A4.width, A4.height]))
  y = A4.height - MARGIN.top
}
function page(): PDFPage {
  return pages.at(-1)!
}

function heading(): void {
  page().drawRectangle({ x: MARGIN.left, y: y + 26, width: 28, height: 4, color: INK })
  line(TITLE, bold, 22, INK)
  y -= 10
  paragraph(INTRODUCTION, 10.5, GREY)
  y -= 10
  for (const { label, text } of PARTIES) {
    page().drawText(label, { x: MARGIN.left, y, size: 9, font: bold, color: BLACK })
    for (const row of wrapped(text, regular, 10, COLUMN - 90)) {
      page().drawText(row, { x: MARGIN.left + 90, y, size: 10, font: regular, color: BLACK })
      y -= 15
    }
    y -= 3
  }
  y -= 4
  rule(y)
  y -= 26
}

function clause(title: string, text: string): void {
  const rows = wrapped(text, regular, 10, COLUMN)
  if (y - 18 - rows.length * 15.5 < MARGIN.bottom + 20) newPage()
  line(title, bold, 11.5, BLACK)
  y -= 1
  for (const row of rows) line(row, regular, 10, BLACK, 15.5)
  y -= 12
}

/** Two columns, one a party, with room above each line. */
function signatures(): void {
  if (y < MARGIN.bottom + 250) newPage()
  y -= 10
  line('Signatures', bold, 13, INK)
  y -= 4
  paragraph('Signed by the parties on the dates below. Each party keeps an identical copy.', 10, GREY)
  const gap = 36
  const width = (COLUMN - gap) / 2
  const top = y - 14
  AREAS.forEach((party, column) => {
    const x = MARGIN.left + column * (width + gap)
    page().drawText(party, { x, y: top, size: 10.5, font: bold, color: BLACK })
    let at = top - 62
    for (const [label, room] of [
      ['Signature', 50],
      ['Name', 42],
      ['Date', 0],
    ] as const) {
      page().drawLine({ start: { x, y: at }, end: { x: x + width, y: at }, thickness: 0.75, color: GREY })
      page().drawText(label, { x, y: at - 12, size: 8, font: regular, color: GREY })
      at -= room
    }
  })
}

function footer(sheet: PDFPage, index: number): void {
  const at = MARGIN.bottom - 26
  sheet.drawLine({ start: { x: MARGIN.left, y: at + 14 }, end: { x: A4.width - MARGIN.right, y: at + 14 }, thickness: 0.5, color: HAIR })
  sheet.drawText(`${TITLE} – made to try things out, binding on nobody`, { x: MARGIN.left, y: at, size: 8, font: regular, color: GREY })
  const number = `${index + 1} / ${pages.length}`
  sheet.drawText(number, { x: A4.width - MARGIN.right - widthOf(number, regular, 8), y: at, size: 8, font: regular, color: GREY })
}

function rule(at: number): void {
  page().drawLine({ start: { x: MARGIN.left, y: at }, end: { x: A4.width - MARGIN.right, y: at }, thickness: 0.75, color: HAIR })
}
function paragraph(text: string, size: number, color: RGB): void {
  for (const row of wrapped(text, regular, size, COLUMN)) line(row, regular, size, color)
}
function line(text: string, font: PDFFont, size: number, color: RGB, pitch = size * 1.5): void {
  page().drawText(text, { x: MARGIN.left, y, size, font, color })
  y -= pitch
}
function widthOf(text: string, font: PDFFont, size: number): number {
  return font.widthOfTextAtSize(text, size)
}
function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const rows: string[] = []
  let row = ''
  for (const word of text.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`
    if (row !== '' && widthOf(longer, font, size) > width) {
      rows.push(row)
      row = word
    } else row = longer
  }
  return [...rows, row]
}
