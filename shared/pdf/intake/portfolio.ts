import { PDFArray, PDFDict, type PDFDocument, PDFName } from 'pdf-lib'

const name = PDFName.of
const MOST_NODES = 10_000

/** How many papers a portfolio holds; null where the file is none. Its one page is often no more than a cover. */
export function papersIn({ catalog, context }: PDFDocument): number | null {
  if (!(catalog.lookup(name('Collection')) instanceof PDFDict)) return null
  const names = catalog.lookup(name('Names'))
  const pending: unknown[] = [names instanceof PDFDict ? names.lookup(name('EmbeddedFiles')) : undefined]
  const seen = new Set<unknown>()
  let papers = 0
  for (let node = pending.pop(); seen.size < MOST_NODES; node = pending.pop()) {
    if (node instanceof PDFDict && !seen.has(node)) {
      seen.add(node)
      const leaves = node.lookup(name('Names'))
      if (leaves instanceof PDFArray) papers += Math.floor(leaves.size() / 2)
      const kids = node.lookup(name('Kids'))
      if (kids instanceof PDFArray) pending.push(...kids.asArray().map((kid) => context.lookup(kid)))
    }
    if (pending.length === 0) break
  }
  return papers
}
