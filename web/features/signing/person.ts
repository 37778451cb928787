import { useEffect, useRef } from 'react'
import { done } from '#contract/envelope'
import { http } from '../../http/index.ts'

/** What only a person does: programs that check the links of mails run scripts, and scroll. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const

/** Says once that somebody is there, and not only a program that opened the link. Where that fails it is said with their next move. */
export function usePerson(document: string, over: boolean): { readonly current: boolean } {
  const isThere = useRef(false)
  useEffect(() => {
    if (over) return
    let busy = false
    const moved = async ({ isTrusted }: Event) => {
      if (!isTrusted || busy) return
      busy = true
      try {
        await http.post(`/app/documents/${document}/begin_visit`, done, { quiet: true, ignoreUnauthorised: true, outlivesPage: true })
        isThere.current = true
        stop()
      } catch {
        busy = false
      }
    }
    const stop = () => {
      for (const sign of SIGNS) removeEventListener(sign, moved)
    }
    if (!isThere.current) for (const sign of SIGNS) addEventListener(sign, moved, { passive: true })
    return stop
  }, [document, over])
  return isThere
}
