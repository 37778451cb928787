import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { framing, type Gesture, hover, moving, type Pointer, placing, resizing } from '../tools/gestures.ts'
import { HANDLES, type Handle } from '../tools/resize.ts'
import { pressedAgain } from '../tools/single-click.ts'
import { type CanvasScreen, useEditor } from './context.ts'

/** Pixels from the edge of the view within which a drag scrolls it, and how far a frame. */
const EDGE = 36
const SCROLL = 14

const part = (target: EventTarget | null, name: string) =>
  target instanceof Element ? target.closest<HTMLElement>(`[data-${name}]`) : null

/** Turns presses, drags and hovering over the pages into gestures. One step a frame, however often the pointer moves. */
export function usePointerTools(screen: RefObject<CanvasScreen | null>, scroller: () => HTMLElement | null) {
  const { editor } = useEditor()
  const gesture = useRef<Gesture | null>(null)
  const last = useRef<{ x: number; y: number; shift: boolean; alt: boolean; free: boolean; mouse: boolean } | null>(null)
  const frame = useRef(0)
  const page = useRef<number | undefined>(undefined)

  const pointerOf = (event: {
    clientX: number
    clientY: number
    shiftKey: boolean
    altKey: boolean
    ctrlKey: boolean
    metaKey: boolean
  }): Pointer => {
    const spot = screen.current?.spotAt(event.clientX, event.clientY, page.current) ?? null
    const { clientX: x, clientY: y, shiftKey: shift, altKey: alt } = event
    return { x, y, spot, shift, alt, free: event.ctrlKey || event.metaKey }
  }

  function step() {
    frame.current = 0
    const at = last.current
    if (!at) return
    const pointer = pointerOf({ clientX: at.x, clientY: at.y, shiftKey: at.shift, altKey: at.alt, ctrlKey: at.free, metaKey: false })
    const { tool } = editor.ui
    if (gesture.current) {
      gesture.current.move(pointer)
      if (scrolled(scroller(), at.y)) frame.current = requestAnimationFrame(step)
    } else if (tool && at.mouse && editor.movable()) hover(editor, tool, pointer, screen.current?.perPixel() ?? 1000)
  }

  function stop(how: 'end' | 'cancel', event?: PointerEvent) {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    const current = gesture.current
    gesture.current = null
    if (how === 'end' && event) current?.end(pointerOf(event))
    else current?.cancel()
    page.current = undefined
  }

  useEffect(() => {
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !gesture.current) return
      event.stopPropagation()
      gesture.current.cancel()
      gesture.current = null
    }
    document.addEventListener('keydown', giveUp, true)
    return () => {
      document.removeEventListener('keydown', giveUp, true)
      cancelAnimationFrame(frame.current)
    }
  }, [])

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || gesture.current || part(event.target, 'float') || !part(event.target, 'page')) return
      pressedAgain()
      const pointer = pointerOf(event)
      page.current = pointer.spot?.page
      const perPixel = screen.current?.perPixel() ?? 1000
      const key = part(event.target, 'field')?.dataset.field
      const { tool } = editor.ui
      if (tool && editor.movable()) gesture.current = placing(editor, tool, pointer, perPixel)
      else if (key) gesture.current = pressField(event, key, pointer, perPixel)
      else if (event.pointerType === 'touch') editor.select([])
      else gesture.current = framing(editor, pointer, fieldsOnScreen)
      if (!gesture.current) return
      if (!key) {
        // The pages keep the focus, and no text is selected by dragging over it.
        event.preventDefault()
        scroller()?.focus({ preventScroll: true, focusVisible: false } as FocusOptions)
      }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      last.current = {
        x: event.clientX,
        y: event.clientY,
        shift: event.shiftKey,
        alt: event.altKey,
        free: event.ctrlKey || event.metaKey,
        mouse: event.pointerType !== 'touch',
      }
      if (!frame.current) frame.current = requestAnimationFrame(step)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (gesture.current) stop('end', event)
    },
    onPointerCancel: () => stop('cancel'),
    onPointerLeave() {
      last.current = null
      if (gesture.current || !editor.ui.tool) return
      editor.ui.ghost = null
      editor.ui.guides = []
    },
  }

  function pressField(event: PointerEvent, key: string, pointer: Pointer, perPixel: number): Gesture | null {
    const handle = part(event.target, 'handle')?.dataset.handle
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      editor.toggle(key)
      return null
    }
    if (!editor.ui.selection.includes(key)) editor.select([key])
    if (!editor.movable()) return null
    return isHandle(handle) ? resizing(editor, key, handle, pointer, perPixel) : moving(editor, key, pointer, perPixel)
  }
}

function isHandle(name: string | undefined): name is Handle {
  return (HANDLES as readonly (string | undefined)[]).includes(name)
}

function fieldsOnScreen() {
  return [...document.querySelectorAll<HTMLElement>('[data-field]')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { key: element.dataset.field ?? '', x, y, width, height }
  })
}

function scrolled(element: HTMLElement | null, y: number): boolean {
  if (!element) return false
  const box = element.getBoundingClientRect()
  const by = y < box.top + EDGE ? -SCROLL : y > box.bottom - EDGE ? SCROLL : 0
  if (by === 0) return false
  const before = element.scrollTop
  element.scrollTop += by
  return element.scrollTop !== before
}
