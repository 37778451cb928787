import type { PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { memo, useEffect, useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import classes from './pages.module.css'
import { holdPdf, isOpen } from './pdf.ts'
import { useFileUrl } from './useFileUrl.ts'

interface Props {
  readonly fileUrl: string
  readonly page: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Shown until the page is drawn. */
  readonly imageUrl?: string | null
  /** The page's words for those who do not see it. */
  readonly readable?: boolean
  onFailed?(): void
}

const SHARPEST = 2
const MOST_PIXELS = 25_000_000
/** While somebody zooms, the old picture is stretched; it is drawn anew when they pause. */
const SETTLE_MS = 120
/** A picture that has not come by then may have failed. */
const PICTURE_MS = 3_000

/** One page, crisp at its size. Its canvas is emptied when it goes: browsers keep the memory of dead ones. */
export const PageCanvas = memo(function PageCanvas({ fileUrl, page, width, height, imageUrl = null, readable = false }: Props) {
  const words = useWords('pages')
  const holder = useRef<HTMLDivElement>(null)
  const drawn = useRef<HTMLCanvasElement | null>(null)
  const read = useRef<PDFPageProxy | null>(null)
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  const [attempt, setAttempt] = useState(0)
  const [text, setText] = useState('')
  // The picture first: on a slow line pdf.js, which is many times its size, would only keep it waiting. Once the file is open
  // it draws sooner than a picture comes, and whoever scrolls past asks the server for nothing.
  const [early, setEarly] = useState(() => imageUrl !== null && !isOpen(fileUrl))
  const asked = useRef(early).current

  const image = useFileUrl(state === 'waiting' && asked ? imageUrl : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt draws again
  useEffect(() => {
    if (early) return after(PICTURE_MS, () => setEarly(false))
    const pdf = holdPdf(fileUrl)
    let task: RenderTask | null = null
    let gone = false
    const draw = async () => {
      try {
        const source = await (await pdf.opened).getPage(page + 1)
        if (gone) return
        read.current = source
        const canvas = await render(source, width, height, (started) => {
          task = started
        })
        if (gone) {
          canvas.width = 0
          return
        }
        swap(holder.current, drawn, canvas)
        setState('drawn')
        if (readable) setText(await wordsOf(source))
      } catch (thrown) {
        if (!gone && (thrown as { name?: string }).name !== 'RenderingCancelledException') setState('failed')
      }
    }
    const timer = setTimeout(() => void draw(), drawn.current ? SETTLE_MS : 0)
    return () => {
      gone = true
      clearTimeout(timer)
      task?.cancel()
      pdf.release()
    }
  }, [fileUrl, page, width, height, readable, attempt, early])

  useEffect(
    () => () => {
      swap(null, drawn, null)
      // What was read for drawing it would stay for as long as the file is open: two thousand pages of it.
      read.current?.cleanup()
    },
    [],
  )

  return (
    <>
      {state === 'waiting' && image && <img className={classes.first} src={image} alt="" onLoad={() => setEarly(false)} />}
      <div ref={holder} className={classes.holder} aria-hidden="true" />
      {readable && text !== '' && <p className="visually-hidden">{text}</p>}
      {state === 'failed' && (
        <p className={classes.failed} role="alert">
          {words('page_failed')}{' '}
          <button
            type="button"
            onClick={() => {
              setState('waiting')
              setAttempt(attempt + 1)
            }}
          >
            {words('retry')}
          </button>
        </p>
      )}
    </>
  )
})

function after(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

async function render(
  source: PDFPageProxy,
  width: number,
  height: number,
  started: (task: RenderTask) => void,
): Promise<HTMLCanvasElement> {
  const ratio = Math.min(globalThis.devicePixelRatio || 1, SHARPEST, Math.sqrt(MOST_PIXELS / (width * height)))
  const plain = source.getViewport({ scale: 1 })
  const viewport = source.getViewport({ scale: (width * ratio) / plain.width })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * ratio))
  canvas.height = Math.max(1, Math.round(height * ratio))
  const task = source.render({ canvas, viewport })
  started(task)
  await task.promise
  return canvas
}

function swap(holder: HTMLElement | null, drawn: { current: HTMLCanvasElement | null }, next: HTMLCanvasElement | null) {
  const old = drawn.current
  if (old && old !== next) {
    old.remove()
    old.width = 0
    old.height = 0
  }
  drawn.current = next
  if (next) holder?.append(next)
}

async function wordsOf(source: PDFPageProxy): Promise<string> {
  const { items } = await source.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}
