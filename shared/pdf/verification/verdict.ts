import { type ProblemCode, REPACKED, type Report } from './report.ts'

/** What is wrong with every file that another program wrote again. */
const WITHOUT_SEAL: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['bytes', 'signature', 'timestamp', 'unknown-key'])

/** The first sentence that is read. */
export function verdictOf(report: Omit<Report, 'verdict'>): string {
  const { intact, sealed, trusted, problems, seal } = report
  if (problems.some(({ code }) => code === 'not-a-pdf')) return 'This is not a PDF file.'
  if (!sealed && problems.every(({ code, beside }) => beside || code === 'not-sealed')) return 'This file was not sealed by Paraph.'
  if (problems.some(({ code }) => code === 'newer-version'))
    return 'A newer version of Paraph sealed this file. No change was found, but not all that it tells can be read here: check it with a newer version.'
  if (!intact && problems.every(({ code, beside }) => beside || code === 'revoked' || code === 'unknown-key')) {
    if (problems.some(({ code, where }) => code === 'revoked' && where === 'seal'))
      return 'The certificate that sealed this file was revoked, and nothing proves that it was sealed before. No change was found in it.'
    if (problems.some(({ code }) => code === 'revoked'))
      return 'A certificate behind a timestamp of this file was revoked, so that it proves no time. No change was found in the file.'
  }
  if (problems.some(({ where }) => where === REPACKED) && problems.every(({ code, beside }) => beside || WITHOUT_SEAL.has(code)))
    return 'Another program wrote this file again after sealing and packed its streams differently. Unpacked, its pages are the signed ones, but the seal no longer covers the file.'
  if (!intact) {
    const real = problems.filter(({ code }) => code !== 'unknown-key')
    const places = [...new Set(real.map(({ where }) => where))]
    const where = `${places.slice(0, 3).join(', ')}${places.length > 3 ? ' and more' : ''}`
    if (real.every(({ beside }) => beside)) return `No change was found in this file, but a file given with it does not fit it: ${where}.`
    const found = real.length === 1 ? 'One change was found' : `${real.length} changes were found`
    return `This file was changed after sealing. ${found}: ${where}.`
  }
  if (!trusted) return `Sealed by an unknown key, “${seal?.name ?? ''}”. Nothing has changed since.`
  return 'This file is intact. Nothing has changed since it was sealed.'
}
