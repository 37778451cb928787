import { useEffect, useState } from 'react'
import { HEADERS } from '#contract/envelope'
import { currentIdentity } from '../../http/index.ts'
import { earlyPicture } from './early-pictures.ts'

/** Headers without which the server sends no file: a signer has no cookie. */
export function fileHeaders(): Record<string, string> {
  const { session } = currentIdentity()
  return session ? { [HEADERS.session]: session } : {}
}

/**
 * An address that an image element can load. An element sends no headers, so a signer's files are fetched here and
 * stand under an address of this page. null: not there yet, or not at all.
 */
export function useFileUrl(path: string | null): string | null {
  const direct = path !== null && currentIdentity().session === null
  const [fetched, setFetched] = useState<{ readonly path: string; readonly url: string } | null>(() => {
    const url = path === null ? null : earlyPicture(path)?.url
    return path !== null && url ? { path, url } : null
  })
  useEffect(() => {
    if (path === null || direct) return
    const stop = new AbortController()
    let made: string | null = null
    void (async () => {
      try {
        const early = await earlyPicture(path)?.coming.catch(() => null)
        if (early) {
          if (!stop.signal.aborted) setFetched({ path, url: early })
          return
        }
        const answer = await fetch(path, { headers: fileHeaders(), signal: stop.signal })
        if (!answer.ok) return
        made = URL.createObjectURL(await answer.blob())
        setFetched({ path, url: made })
      } catch {
        // Gone or out of reach: its component shows something else.
      }
    })()
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [path, direct])
  return direct ? path : fetched?.path === path ? fetched.url : null
}
