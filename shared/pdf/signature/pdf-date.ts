/** A time as PDF writes it: `D:20260301090000Z`. */
export function pdfDate(at: Date): string {
  return `D:${at.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`
}
