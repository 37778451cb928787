import { Notifications, type NotificationsProps, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { clearOf, type Reach } from './clear-of.ts'
import classes from './say.module.css'
import { holdMessages } from './say.tsx'
import { useNarrow } from './use-narrow.ts'

/** What somebody may press next, and what they have just opened; of a modal dialog it is what stands in it that counts. */
const PRESSED = 'a, button, input, select, textarea, summary, [tabindex="0"]'
const OPENED = ':is([role="dialog"], [role="menu"], [role="listbox"]):not([aria-modal])'
/** Where not all of that can be kept clear: heads of screens and dialogs, and what leads on from them. */
const LEADING = 'header, [data-keep-clear], [data-variant="filled"], [role="tablist"], [role="toolbar"]'
const FROM_EDGE = 16
const IN_HEAD = 8

const stack = () => document.querySelector<HTMLElement>(`.${classes.stack}[data-position="top-right"]`)
const boxesOf = (elements: Iterable<Element>) =>
  [...elements].map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0)

/** The modal dialog that is open, or all of the page. */
const inReach = () => [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document

function focused(): DOMRect[] {
  const at = document.activeElement
  // The whole sheet takes the focus too, and is nothing that could be covered.
  return at && at !== document.body && at.id !== 'content' && !stack()?.contains(at) ? boxesOf([at]) : []
}

/** In the line of the screen's head, as far to the right as nothing is covered that can be pressed. */
function placedInHead(element: HTMLElement, { width, height }: DOMRect): boolean {
  const inTheWay = [...boxesOf(inReach().querySelectorAll(PRESSED)), ...boxesOf(document.querySelectorAll(OPENED)), ...focused()]
  const taken = inTheWay.filter(({ top, bottom }) => bottom > 0 && top < IN_HEAD + height + IN_HEAD)
  const room = { top: FROM_EDGE, bottom: window.innerWidth - FROM_EDGE }
  const left = clearOf(width, room, 'bottom', taken.map(acrossOf))
  if (left === null) return false
  element.style.right = `${Math.round(window.innerWidth - left - width)}px`
  element.style.top = `${IN_HEAD}px`
  return true
}
const acrossOf = ({ left, right }: DOMRect): Reach => ({ top: left, bottom: right })

/** Otherwise nearest to the edge where heads, what leads on and the focus are clear; where there is no room for all of them, the focus is. */
function placedAt(edge: keyof Reach, element: HTMLElement): void {
  const beside = edge === 'top' ? document.querySelector('[data-beside-messages]') : null
  element.style.right = beside ? `${window.innerWidth - beside.getBoundingClientRect().left + FROM_EDGE}px` : ''
  const { height, left, right } = element.getBoundingClientRect()
  // On a phone the keyboard lies over the page: what can be seen ends above it.
  const seen = window.visualViewport
  const from = seen?.offsetTop ?? 0
  const room = { top: from + FROM_EDGE, bottom: from + (seen?.height ?? window.innerHeight) - FROM_EDGE }
  const within = (boxes: readonly DOMRect[]) => boxes.filter((box) => box.left < right && box.right > left)
  const focus = within(focused())
  const opened = [...document.querySelectorAll(OPENED)]
  const leading = within(boxesOf([...inReach().querySelectorAll(LEADING), ...opened]))
  for (const kept of [[...leading, ...focus], focus, leading, []]) {
    const top = clearOf(height, room, edge, kept)
    if (top === null) continue
    element.style.top = `${Math.round(top)}px`
    return
  }
}

function place(edge: keyof Reach): void {
  const element = stack()
  if (!element) return
  if (edge === 'top' && placedInHead(element, element.getBoundingClientRect())) return
  placedAt(edge, element)
}

const HAPPENINGS = ['focusin', 'scroll', 'transitionend', 'animationend'] as const

/** Keeps them there while there are any, whatever opens, scrolls, takes the focus or comes. */
function keepClear(edge: keyof Reach): () => void {
  let asked = 0
  const soon = () => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(() => place(edge))
  }
  const changes = new MutationObserver(soon)
  changes.observe(document.body, { childList: true, subtree: true })
  const sizes = new ResizeObserver(soon)
  sizes.observe(document.body)
  const element = stack()
  if (element) sizes.observe(element)
  for (const happening of HAPPENINGS) document.addEventListener(happening, soon, true)
  window.visualViewport?.addEventListener('resize', soon)
  place(edge)
  return () => {
    cancelAnimationFrame(asked)
    changes.disconnect()
    sizes.disconnect()
    for (const happening of HAPPENINGS) document.removeEventListener(happening, soon, true)
    window.visualViewport?.removeEventListener('resize', soon)
  }
}

/** F8 leads to the newest message. */
function press(event: KeyboardEvent): void {
  if (event.key !== 'F8') return
  const newest = [...(stack()?.querySelectorAll('[role="alert"]') ?? [])].at(-1)
  if (!newest) return
  event.preventDefault()
  newest.querySelector('button')?.focus()
}

/** Whoever looks at another page of the browser reads no message meanwhile. */
const look = () => holdMessages(document.visibilityState === 'hidden')

/** The messages of the page: where they stand, and their keys. At the top towards the right; on a phone at the bottom, where the thumb is. */
export function Messages() {
  const any = useNotifications().notifications.length > 0
  const edge = useNarrow() ? 'bottom' : 'top'
  useEffect(() => (any ? keepClear(edge) : undefined), [any, edge])
  useEffect(() => {
    document.addEventListener('keydown', press)
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return <Notifications {...LOOKS} />
}

const LOOKS: NotificationsProps = {
  position: 'top-right',
  limit: 4,
  zIndex: 1000,
  transitionDuration: 150,
  containerWidth: 400,
  classNames: { root: classes.stack ?? '' },
}
