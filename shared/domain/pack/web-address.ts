import { MOST } from './bounds.ts'

const PAGES = ['http:', 'https:']

/** Where a browser may be sent: to a page, since other kinds of address could run programs. null where it leads elsewhere. */
export const pageAddress = (text: string): URL | null => addressIn(text, PAGES)

/** The address as programs follow it, in ASCII; null where it leads anywhere but to a page or a mailbox. */
export function webAddress(text: string): string | null {
  if (text !== text.trim() || text.length > MOST.url) return null
  return addressIn(text, [...PAGES, 'mailto:'])?.href ?? null
}

function addressIn(text: string, protocols: readonly string[]): URL | null {
  try {
    const url = new URL(text)
    return protocols.includes(url.protocol) ? url : null
  } catch {
    return null
  }
}
