import { MOST } from './bounds.ts'

const FOLLOWED = new Set(['http:', 'https:', 'mailto:'])

/** The address as programs follow it, in ASCII; null where it leads anywhere but to a page or a mailbox. */
export function webAddress(text: string): string | null {
  if (text !== text.trim() || text.length > MOST.url || !URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return FOLLOWED.has(protocol) ? href : null
}
