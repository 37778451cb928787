import type { PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import classes from './pages.module.css'
import { holdPdf, isOpen } from './pdf.ts'
import { type PageText, textOf } from './text-layer.ts'
import { useFileUrl } from './useFileUrl.ts'

interface Props {
  readonly fileUrl: string
  readonly page: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Shown until the page is drawn. */
  readonly imageUrl?: string | null
  readonly text?: TextUse
  onFailed?(): void
}

/** The page's words: for those who do not see it; or for everybody, to select; or for nobody, as it is a mere picture. */
export type TextUse = 'none' | 'read' | 'select'

const SHARPEST = 2
const MOST_PIXELS = 25_000_000
/** While somebody zooms, the old picture is stretched; it is drawn again when they pause. */
const SETTLE_MS = 120
/** A picture that has not come by then may have failed. */
const PICTURE_MS = 3_000

/** One page, crisp at its size. Its canvas is emptied when it goes: browsers keep the memory of dead ones. */
export const PageCanvas = memo(function PageCanvas({ fileUrl, page, width, height, imageUrl = null, text = 'none' }: Props) {
  const words = useWords('pages')
  const holder = useRef<HTMLDivElement>(null)
  const drawn = useRef<HTMLCanvasElement | null>(null)
  const read = useRef<PDFPageProxy | null>(null)
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  const [attempt, setAttempt] = useState(0)
  const [said, setSaid] = useState<PageText | null>(null)
  const saying = useRef(false)
  const textHolder = useRef<HTMLDivElement>(null)
  // The picture first: on a slow line pdf.js, which is many times its size, would only keep it waiting. Once the file is open
  // it draws sooner than a picture comes, and scrolling past asks the server for nothing.
  const [early, setEarly] = useState(() => imageUrl !== null && !isOpen(fileUrl))
  const asked = useRef(early).current

  const image = useFileUrl(state === 'waiting' && asked ? imageUrl : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt draws again
  useEffect(() => {
    if (early) return after(PICTURE_MS, () => setEarly(false))
    const pdf = holdPdf(fileUrl)
    let task: RenderTask | null = null
    let gone = false
    const say = async (source: PDFPageProxy) => {
      if (saying.current) return
      saying.current = true
      const found = await textOf(source).catch(() => null)
      if (gone) saying.current = false
      else setSaid(found)
    }
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
        if (text !== 'none') await say(source)
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
  }, [fileUrl, page, width, height, text, attempt, early])

  useLayoutEffect(() => said?.fit(width), [said, width])
  useLayoutEffect(() => {
    if (said) textHolder.current?.replaceChildren(said.element)
  }, [said])
  useEffect(
    () => () => {
      swap(null, drawn, null)
      // The data read for drawing it would stay for as long as the file is open: two thousand pages of it.
      read.current?.cleanup()
    },
    [],
  )

  return (
    <>
      {state === 'waiting' && image && <img className={classes.first} src={image} alt="" onLoad={() => setEarly(false)} />}
      <div ref={holder} className={classes.holder} aria-hidden="true" />
      {said && <div ref={textHolder} className={classes.words} data-select={text === 'select' || undefined} />}
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
