import { create } from 'content-disposition'
import { safeFileName } from '#domain/file-name'
import type { Range } from '#platform/blobs'

/** The one range a request asks for; null for the whole. Several ranges at once are answered with the whole. */
export function rangeOf(header: string | undefined): Range | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return null
  const [, first, last] = match
  // "The last n bytes" would need the size first: readers of PDF ask by offsets.
  if (!first) return null
  return last ? { start: Number(first), end: Number(last) } : { start: Number(first) }
}

/** A name for a downloaded file that no header and no file system can be broken with; readers of RFC 6266 get it as it is written. */
export function attachment(called: string): string {
  const name = safeFileName(called)
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return create(name.toWellFormed(), { fallback: ascii })
}
