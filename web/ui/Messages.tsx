import { Notifications, type NotificationsProps, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { type Box, clearOf, type Reach, roomFor } from './clear-of.ts'
import { foldMessages, useFolded } from './folded-messages.ts'
import classes from './say.module.css'
import { holdMessages } from './say.tsx'
import { useNarrow } from './use-narrow.ts'

/** What somebody may press next, and what they have just opened; of a modal dialog it is what stands in it that counts. */
const PRESSED = 'a, button, input, select, textarea, summary, [tabindex="0"]'
const OPENED = ':is([role="dialog"], [role="menu"], [role="listbox"]):not([aria-modal])'
/** Where not all of that can be kept clear: heads of screens and dialogs, and what leads on from them. */
const LEADING = 'header, [data-keep-clear], :is(a, button)[data-variant="filled"], [role="tablist"], [role="toolbar"]'
const FROM_EDGE = 16
const IN_HEAD = 8
const FROM_END = 8

/** How much can be scrolled past the end of what lies under the messages. */
const ROOM = '--messages-room'

const stack = () => document.querySelector<HTMLElement>(`.${classes.stack}[data-position="top-right"]`)
const boxesOf = (elements: Iterable<Element>): Box[] =>
  [...elements].map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0)

const modal = () => [...document.querySelectorAll('[aria-modal="true"]')].at(-1)

/** In the modal dialog that is open, or in all of the page; the messages themselves are not in their own way. */
function inReach(what: string): Element[] {
  const within = modal() ?? document
  const messages = stack()
  return [...within.querySelectorAll(what)].filter((each) => !messages?.contains(each))
}

function focused(): Element[] {
  const at = document.activeElement
  // The whole sheet takes the focus too, and is nothing that could be covered.
  return at && at !== document.body && at.id !== 'content' && !stack()?.contains(at) ? [at] : []
}

/** Of the whole screen; on a phone the keyboard covers the page, and the visible part ends above it. */
function seen(): Box {
  const from = window.visualViewport?.offsetTop ?? 0
  const height = window.visualViewport?.height ?? window.innerHeight
  return { top: from + FROM_EDGE, bottom: from + height - FROM_EDGE, left: FROM_EDGE, right: window.innerWidth - FROM_EDGE }
}
/** Below the head it stands next to the inspector, never over it. */
function spaceNextToPanels(): Box {
  const room = seen()
  const panel = document.querySelector('[data-next-to-messages]')
  return panel ? { ...room, right: panel.getBoundingClientRect().left - FROM_EDGE } : room
}

const pressed = (): Box[] => boxesOf([...inReach(PRESSED), ...document.querySelectorAll(OPENED), ...focused()])

/** Where there is room for it between what is taken. */
function placedBetween(element: HTMLElement, room: Box, taken: readonly Box[]): boolean {
  const size = element.getBoundingClientRect()
  const found = roomFor(size, room, taken)
  if (!found) return false
  element.style.right = `${Math.round(window.innerWidth - found.left - size.width)}px`
  element.style.top = `${Math.round(found.top)}px`
  return true
}
const placedInHead = (element: HTMLElement): boolean =>
  placedBetween(element, { ...seen(), top: IN_HEAD, bottom: IN_HEAD + element.offsetHeight }, pressed())

/** Otherwise nearest to the edge where heads, what leads on and the focus are clear; where there is no room for all of them, the focus is. */
function placedAt(edge: keyof Reach, element: HTMLElement): void {
  const room = edge === 'top' ? spaceNextToPanels() : seen()
  element.style.right = edge === 'top' ? `${Math.round(window.innerWidth - room.right)}px` : ''
  const { height, left, right } = element.getBoundingClientRect()
  const near = (elements: readonly Element[]) => boxesOf(elements).filter((box) => box.left < right && box.right > left)
  const focus = near(focused())
  const leading = near([...inReach(LEADING), ...document.querySelectorAll(OPENED)])
  for (const kept of [[...leading, ...focus], focus, leading, []]) {
    const top = clearOf(height, room, edge, kept)
    if (top === null) continue
    element.style.top = `${Math.round(top)}px`
    return
  }
}

const scrolls = (each: Element) => each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)

/** What scrolls under messages can be scrolled out from under them. It keeps that room when they go, for nothing is to move then either. */
function makeRoom(element: HTMLElement): void {
  const { left, right, bottom } = element.getBoundingClientRect()
  const under = document.elementsFromPoint((left + right) / 2, bottom - 1).filter((each) => !element.contains(each))
  const scroller = under.find(scrolls)
  if (!(scroller instanceof HTMLElement)) return
  scroller.dataset.underMessages = ''
  scroller.style.setProperty(ROOM, `${window.innerHeight - seen().bottom + element.offsetHeight + FROM_END}px`)
}

/** In the line of the head, where they cover nothing that can be pressed; where that is taken, at the foot, or as clear as can be of a dialog. They move nothing. */
function place(edge: keyof Reach): void {
  const element = stack()
  if (!element || (edge === 'top' && placedInHead(element))) return
  const isOverDialog = edge === 'top' && (modal() || !document.getElementById('content'))
  if (isOverDialog && placedBetween(element, spaceNextToPanels(), [...pressed(), ...boxesOf(inReach(LEADING))])) return
  placedAt(isOverDialog ? 'top' : 'bottom', element)
  makeRoom(element)
}

const HAPPENINGS = ['focusin', 'scroll', 'transitionend', 'animationend'] as const

/** Keeps them there while there are any, even if something opens, scrolls, takes the focus or comes. */
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
  // They come where they stand, not on a way there.
  element?.style.setProperty('transition', 'none')
  place(edge)
  requestAnimationFrame(() => element?.style.removeProperty('transition'))
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

/** A user who looks at another page of the browser reads no message meanwhile. */
const look = () => holdMessages(document.visibilityState === 'hidden')

/** The messages of the page: where they stand, and their keys. At the top towards the right; on a phone at the bottom, where the thumb is. */
export function Messages() {
  const count = useNotifications().notifications.length
  const any = count > 0
  const edge = useNarrow() ? 'bottom' : 'top'
  const isStack = useFolded() && edge === 'bottom'
  useEffect(() => {
    if (count < 2) foldMessages()
  }, [count])
  useEffect(() => (any ? keepClear(edge) : undefined), [any, edge])
  useEffect(() => {
    document.addEventListener('keydown', press)
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return <Notifications {...LOOKS} classNames={{ root: `${classes.stack} ${isStack ? classes.folded : ''}` }} />
}

const LOOKS: NotificationsProps = {
  position: 'top-right',
  limit: 4,
  zIndex: 1000,
  transitionDuration: 150,
  containerWidth: 400,
}
