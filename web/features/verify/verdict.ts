import type { Report } from '#pdf/verification'

/** What is said of a file first, and in which colour. */
export interface Verdict {
  readonly tone: 'ok' | 'unknown' | 'no'
  readonly says: 'intact' | 'unknown' | 'newer' | 'changed' | 'revoked' | 'given_file' | 'not_sealed' | 'not_pdf'
}

export function verdictOf({ problems, intact, trusted }: Pick<Report, 'problems' | 'intact' | 'trusted'>): Verdict {
  const codes = new Set(problems.map(({ code }) => code))
  if (codes.has('not-a-pdf')) return { tone: 'no', says: 'not_pdf' }
  if (codes.has('not-sealed')) return { tone: 'no', says: 'not_sealed' }
  if (codes.has('newer-version')) return { tone: 'unknown', says: 'newer' }
  if (codes.has('revoked') && problems.every(({ beside, code }) => beside || code === 'revoked' || code === 'unknown-key'))
    return { tone: 'no', says: 'revoked' }
  if (!intact && problems.every(({ beside, code }) => beside || code === 'unknown-key')) return { tone: 'unknown', says: 'given_file' }
  if (!intact) return { tone: 'no', says: 'changed' }
  return trusted ? { tone: 'ok', says: 'intact' } : { tone: 'unknown', says: 'unknown' }
}
