import type { Metrics } from '#pdf/text-layout'
import { COLOURS, MARGIN, Sheet, set } from './sheet.ts'
import type { EvidencePage, PageSize, SealPageText } from './types.ts'

const NAMES = 150
const ROW = { size: 9.5, gap: 6 } as const

/** The pages on which the seal is seen: what sealed the file and when, who signed it, when, having shown who they are how, and which fields were left out. */
export function sealPages(text: SealPageText, size: PageSize, metrics: Metrics): readonly EvidencePage[] {
  const sheets = [new Sheet(size, metrics)]
  let sheet = sheets[0]!
  let top = heading(sheet, text.title, text.document)
  top = facts(sheet, text.facts, top, metrics)
  titled(text.signersTitle)
  if (text.signers.length === 0) top = sheet.write(text.nobody, { x: MARGIN, top, width: sheet.inner, size: ROW.size, color: COLOURS.soft })
  for (const signer of text.signers) row(signer, tick)
  if (text.leftOut.length > 0) titled(text.leftOutTitle)
  for (const field of text.leftOut) row(field, dash)
  return sheets.map((one, at) => {
    one.foot(text.foot, text.numbered(at + 1, sheets.length))
    return one.done()
  })

  function titled(title: string): void {
    // With its first row below it.
    if (top + 26 + 60 > sheet.bottom) turn()
    top = sheet.write(title, { x: MARGIN, top: top + 26, width: sheet.inner, size: 13 }) + 8
  }

  function row({ name, lines }: SealPageText['signers'][number], mark: typeof tick): void {
    const indent = 24
    const width = sheet.inner - indent
    const heights = [
      set(name, { x: 0, top: 0, width, size: 11 }, metrics),
      ...lines.map((line) => set(line, { x: 0, top: 0, width, size: ROW.size }, metrics)),
    ]
    const height = heights.reduce((sum, one) => sum + one.height, 0) + 2 * ROW.gap
    if (top + height > sheet.bottom) turn()
    sheet.line(top)
    mark(sheet, MARGIN + 1, top + ROW.gap + 2)
    let at = sheet.write(name, { x: MARGIN + indent, top: top + ROW.gap, width, size: 11 })
    for (const line of lines) at = sheet.write(line, { x: MARGIN + indent, top: at, width, size: ROW.size, color: COLOURS.soft })
    top = at + ROW.gap
  }

  function turn(): void {
    sheet = new Sheet(size, metrics)
    sheets.push(sheet)
    top = heading(sheet, text.title, text.document) + 12
  }
}

function heading(sheet: Sheet, title: string, document: string): number {
  shield(sheet, MARGIN, MARGIN)
  const x = MARGIN + 44
  const width = sheet.inner - 44
  const next = sheet.write(title, { x, top: MARGIN - 1, width, size: 19 })
  return Math.max(MARGIN + 40, sheet.write(document, { x, top: next, width, size: 10.5, color: COLOURS.soft }))
}

function facts(sheet: Sheet, all: SealPageText['facts'], from: number, metrics: Metrics): number {
  const pad = 14
  const width = sheet.inner - NAMES - 2 * pad
  const heights = all.map(({ value }) => Math.max(15, set(value, { x: 0, top: 0, width, size: ROW.size }, metrics).height + 4))
  const top = from + 16
  const height = heights.reduce((sum, one) => sum + one, 0) + 2 * pad - 4
  sheet.box(MARGIN, top, sheet.inner, height, COLOURS.ground)
  sheet.box(MARGIN, top, 3, height, COLOURS.seal)
  let at = top + pad
  all.forEach(({ name, value }, index) => {
    sheet.write(name, { x: MARGIN + pad, top: at, width: NAMES - 10, size: ROW.size, color: COLOURS.soft })
    sheet.write(value, { x: MARGIN + pad + NAMES, top: at, width, size: ROW.size })
    at += heights[index]!
  })
  return top + height
}

/** A shield with a tick, 32 points wide. */
function shield(sheet: Sheet, x: number, top: number): void {
  const at = (dx: number, dy: number) => `${x + dx} ${top + dy}`
  const outline = `M ${at(16, 1)} L ${at(30, 6)} L ${at(30, 18)} C ${at(30, 27)} ${at(24, 33)} ${at(16, 36)} C ${at(8, 33)} ${at(2, 27)} ${at(2, 18)} L ${at(2, 6)} Z`
  sheet.paints.push({ kind: 'path', d: outline, fill: COLOURS.seal, width: 0 })
  sheet.paints.push({ kind: 'path', d: `M ${at(9.5, 18)} L ${at(14.5, 23)} L ${at(23, 13)}`, stroke: '#ffffff', width: 2.6 })
}

function tick(sheet: Sheet, x: number, top: number): void {
  sheet.paints.push({ kind: 'path', d: `M ${x} ${top + 5} L ${x + 4} ${top + 9} L ${x + 11} ${top + 1}`, stroke: COLOURS.seal, width: 1.6 })
}

function dash(sheet: Sheet, x: number, top: number): void {
  sheet.paints.push({ kind: 'path', d: `M ${x} ${top + 5} L ${x + 11} ${top + 5}`, stroke: COLOURS.soft, width: 1.6 })
}
