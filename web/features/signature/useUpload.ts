import { useEffect, useRef, useState } from 'react'
import { isExecutableName } from '#domain/file-name'

const MESSAGE_MS = 15_000
/** Sent is not taken yet: the last part is shown once the server has it (specification file 3, section 9). */
const HELD_AT = 99
/** So long it is held; then it says only that it goes on. */
const HELD_MS = 5_000

export type Upload =
  | { readonly state: 'idle' | 'executable' }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'sending' /** Per cent; null where nobody can tell. */; readonly progress: number | null; readonly sent: boolean }

/** Uploads a picture, with its progress and errors. */
export function useUpload(hand: (file: File, sent: (part: number) => void) => Promise<void>, failed: (thrown: unknown) => string) {
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (ms: number, then: Upload) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setUpload(then), ms)
  }
  const fail = (how: Upload) => {
    setUpload(how)
    later(MESSAGE_MS, { state: 'idle' })
  }
  const sent = (part: number) => {
    const progress = Math.min(HELD_AT, Math.floor(part * 100))
    setUpload({ state: 'sending', progress, sent: part === 1 })
    if (progress === HELD_AT) later(HELD_MS, { state: 'sending', progress: null, sent: part === 1 })
  }
  async function send(file: File): Promise<boolean> {
    // Anything that a chooser's filter lets through.
    if (isExecutableName(file.name)) {
      fail({ state: 'executable' })
      return false
    }
    clearTimeout(timer.current)
    setUpload({ state: 'sending', progress: null, sent: false })
    try {
      await hand(file, sent)
      clearTimeout(timer.current)
      setUpload({ state: 'idle' })
      return true
    } catch (thrown) {
      fail({ state: 'failed', why: failed(thrown) })
      return false
    }
  }
  return { upload, send }
}
