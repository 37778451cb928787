import type { Metrics } from '#pdf/text-layout'
import { COLOURS, MARGIN, Sheet, set } from './sheet.ts'
import type { AuditPageText, AuditRow, EvidencePage, PageSize } from './types.ts'

const SIZE = 8.5
const GAP = 4.5
const BETWEEN = 10
/** Of the width that is there, before the last column takes the rest. */
const WIDTHS = { number: 30, time: 96, who: 112 } as const

/** The history as a table, over as many pages as it takes. */
export function auditPages(text: AuditPageText, size: PageSize, metrics: Metrics): readonly EvidencePage[] {
  const sheets: Sheet[] = []
  let sheet: Sheet | undefined
  let top = 0
  for (const row of text.rows) {
    const height = heightOf(row, size, metrics)
    if (!sheet || top + height > sheet.bottom) {
      sheet = new Sheet(size, metrics)
      sheets.push(sheet)
      top = head(sheet, text, sheets.length === 1)
    }
    put(sheet, row, top + GAP)
    top += height
    sheet.line(top)
  }
  return sheets.map((one, at) => {
    one.foot(text.foot, text.numbered(at + 1, sheets.length))
    return one.done()
  })
}

function head(sheet: Sheet, { title, lead, columns }: AuditPageText, first: boolean): number {
  let top = sheet.write(title, { x: MARGIN, top: MARGIN - 4, width: sheet.inner, size: first ? 19 : 12 })
  if (first) top = sheet.write(lead, { x: MARGIN, top: top + 4, width: sheet.inner, size: 9.5, color: COLOURS.soft })
  top += 12
  const height = SIZE * 1.25 + 2 * GAP
  sheet.box(MARGIN, top, sheet.inner, height, COLOURS.ground)
  put(sheet, columns, top + GAP, COLOURS.soft)
  return top + height
}

function columnsOf(size: PageSize) {
  const number = { x: MARGIN + 4, width: WIDTHS.number }
  const time = { x: number.x + number.width + BETWEEN, width: WIDTHS.time }
  const who = { x: time.x + time.width + BETWEEN, width: WIDTHS.who }
  const what = { x: who.x + who.width + BETWEEN, width: size.width - MARGIN - 4 - (who.x + who.width + BETWEEN) }
  return { number, time, who, what }
}
const NAMES = ['number', 'time', 'who', 'what'] as const

function put(sheet: Sheet, row: AuditRow, top: number, color?: string): void {
  const columns = columnsOf(sheet.size)
  for (const name of NAMES) {
    const quiet = name === 'number' || name === 'time' ? COLOURS.soft : COLOURS.ink
    sheet.write(row[name], { ...columns[name], top, size: SIZE, color: color ?? quiet })
  }
}

function heightOf(row: AuditRow, size: PageSize, metrics: Metrics): number {
  const columns = columnsOf(size)
  const heights = NAMES.map((name) => set(row[name], { ...columns[name], top: 0, size: SIZE }, metrics).height)
  return Math.max(...heights) + 2 * GAP
}
