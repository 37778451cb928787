import { type ReactNode, useCallback, useImperativeHandle, useMemo, useRef } from 'react'
import { disclosed } from '#domain/kernel'
import type { ChildDocument } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { noFling, useTight } from '../../../ui/index.ts'
import { type PageSize, Pages, type PagesHandle, useZoom } from '../../pages/index.ts'
import classes from './canvas.module.css'
import { type CanvasScreen, useEditor, useUi } from './context.ts'
import { PageLayer } from './PageLayer.tsx'
import { Palette } from './Palette.tsx'
import { PreviewLayer } from './PreviewLayer.tsx'
import { usePointerTools } from './usePointerTools.ts'
import { ZoomBar } from './ZoomBar.tsx'

/** Of the pages only selected fields are dragged by finger; all else scrolls. */
const holdSelected = (canvas: HTMLElement | null) => noFling(canvas, '[data-field][data-selected]')

const INSET = { left: 188, right: 0, top: 0, bottom: 32 }
const INSET_ALONE = { ...INSET, left: 0 }

/** The pages with the fields on them, and the tools that float over them. */
export function Canvas({ document: child, children }: { readonly document: ChildDocument; readonly children?: ReactNode }) {
  const words = useWords('editor')
  const { editor, screen } = useEditor()
  const { previewAs, tool, inspecting } = useUi()
  const alone = useTight() && inspecting
  const pages = useRef<PagesHandle>(null)
  const zoom = useZoom()
  const scale = useRef(zoom.scale)
  scale.current = zoom.scale
  const scroller = useCallback(() => pages.current?.scroller ?? null, [])

  useImperativeHandle(
    screen,
    (): CanvasScreen => ({
      zoomIn: zoom.larger,
      zoomOut: zoom.smaller,
      fitWidth: zoom.fitWidth,
      perPixel: () => 1000 / scale.current,
      spotAt: (x, y, onto) => spotAt(scroller(), x, y, scale.current, onto),
      middle: () => middleOf(scroller(), scale.current, editor.ui.page),
      reveal(keys) {
        const field = editor.view().fields[keys[0] ?? '']
        if (!field) return
        editor.open(field.document)
        editor.select(keys)
        // The other document's pages have to be laid out first.
        requestAnimationFrame(() => pages.current?.show({ document: field.document, page: field.page, y: field.y }))
      },
      showPage: (page) => pages.current?.show({ document: editor.ui.document, page }),
    }),
    [zoom, editor, scroller],
  )
  const handlers = usePointerTools(screen, scroller)
  const documents = useMemo(() => [child], [child])
  const seen = useCallback(
    (_: string, page: number) => {
      editor.ui.page = page
      editor.session.here({ page })
    },
    [editor],
  )
  const overlay = useCallback(
    (document: ChildDocument, page: number, size: PageSize) =>
      previewAs === null ? (
        <PageLayer document={document} page={page} scale={size.scale} />
      ) : (
        <PreviewLayer document={document.key} page={page} scale={size.scale} signatory={previewAs} />
      ),
    [previewAs],
  )
  return (
    <main ref={holdSelected} className={classes.canvas} data-tool={tool ?? undefined} {...(previewAs === null ? handlers : {})}>
      <Pages
        ref={pages}
        documents={documents}
        zoom={zoom}
        label={words('canvas', { name: disclosed(child.name, '') })}
        onVisible={seen}
        renderOverlay={overlay}
        inset={alone ? INSET_ALONE : INSET}
      />
      {previewAs === null && !alone && <Palette />}
      <ZoomBar zoom={zoom} />
      <Frame />
      {children}
    </main>
  )
}

function Frame() {
  const { marquee } = useUi()
  if (!marquee) return null
  const { x, y, width, height } = marquee
  return <div className={classes.frame} style={{ left: x, top: y, width, height }} />
}

function spotAt(scroller: HTMLElement | null, x: number, y: number, scale: number, onto?: number) {
  const over = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLElement && element.dataset.page !== undefined)
  const page = over ?? (onto === undefined ? null : scroller?.querySelector(`[data-page="${onto}"]`))
  if (!(page instanceof HTMLElement) || !scroller?.contains(page)) return null
  const box = page.getBoundingClientRect()
  const milli = (pixels: number) => Math.round((pixels / scale) * 1000)
  return { page: Number(page.dataset.page), x: milli(x - box.left), y: milli(y - box.top) }
}

function middleOf(scroller: HTMLElement | null, scale: number, page: number) {
  const element = scroller?.querySelector(`[data-page="${page}"]`)
  if (!scroller || !element) return { page, x: 0, y: 0 }
  const [view, box] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()]
  const [top, bottom] = [Math.max(view.top, box.top), Math.min(view.bottom, box.bottom)]
  return { page, x: Math.round((box.width / 2 / scale) * 1000), y: Math.round((((top + bottom) / 2 - box.top) / scale) * 1000) }
}
