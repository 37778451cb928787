import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../http/index.ts'
import { say } from './say.tsx'

/** A window over the page. Left, it gives the focus back to where it was opened. */
export function Dialog({ opened, ...rest }: ModalProps) {
  useFocusBack(opened)
  useLeftByEscape(opened, rest.closeOnEscape === false ? () => undefined : rest.onClose)
  return <Modal opened={opened} returnFocus={false} {...rest} />
}

interface Standing {
  leave(): void
}
/** Those that are open, the last on top. */
const standing: Standing[] = []

/** For windows of other kinds: the one that opened last is the one that Escape leaves. */
export function useLeftByEscape(opened: boolean, leave: () => void): void {
  const self = useRef<Standing>({ leave })
  useLayoutEffect(() => {
    self.current.leave = leave
  })
  useLayoutEffect(() => {
    if (!opened) return
    const mine = self.current
    standing.push(mine)
    return () => void standing.splice(standing.indexOf(mine), 1)
  }, [opened])
}

/**
 * Escape leaves the dialog on top and nothing that it was opened from: a sheet or a dialog under it gets the same key.
 * Asked for before anything is drawn: they listen at the window too, and the first listener gets it first.
 */
export function escapeLeavesTheTop(): void {
  const press = (event: KeyboardEvent) => {
    const top = standing.at(-1)
    if (event.key !== 'Escape' || event.isComposing || !top) return
    if (document.querySelectorAll('[role="dialog"][aria-modal="true"]').length < 2) return
    // An open list of choices takes the key for itself.
    if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return
    event.stopImmediatePropagation()
    top.leave()
  }
  window.addEventListener('keydown', press, true)
}

export interface Sending {
  does(): Promise<void>
  /** What is said where the server does not say why. */
  readonly failed: string
  /** Shows in the dialog why it was refused. */
  refused(why: string): void
  /** It was done while the dialog stood. */
  done?(): void
}

/** What a dialog sends off. Who has left it meanwhile is not there any more to read in it: they hear of a refusal at once, and keep what is open by then. */
export function useSending(opened: boolean) {
  const [busy, setBusy] = useState(false)
  const opening = useRef<object | null>(null)
  useLayoutEffect(() => {
    opening.current = opened ? {} : null
    return () => {
      opening.current = null
    }
  }, [opened])
  const send = async ({ does, failed, refused, done }: Sending) => {
    const from = opening.current
    const stands = () => from !== null && from === opening.current
    setBusy(true)
    try {
      await does()
      if (stands()) done?.()
    } catch (thrown) {
      const why = messageOf(thrown, failed)
      if (stands()) refused(why)
      else say.danger(why)
    } finally {
      setBusy(false)
    }
  }
  return { busy, send }
}

/** Mantine's own way back ends at what had the focus: an item of a menu, or a window that is there at once, leads nowhere by then. */
function useFocusBack(opened: boolean): void {
  // Asked for while it is drawn: by the time it stands, the menu is gone.
  const opener = useMemo(() => (opened ? openerOf(document.activeElement) : null), [opened])
  useEffect(() => {
    if (!opener) return
    return () => {
      const left = document.activeElement
      setTimeout(() => {
        const now = document.activeElement
        // A user who went elsewhere meanwhile stays there.
        if (now !== left && now !== document.body) return
        opener.focus({ preventScroll: true })
        if (document.activeElement !== opener) document.querySelector('main')?.focus({ preventScroll: true })
      })
    }
  }, [opener])
}

/** For what stands in a menu or a popover: the button that opened it, and stays. */
function openerOf(focused: Element | null): HTMLElement | null {
  const popup = focused?.closest('[role="menu"], [role="dialog"]')
  const button = popup && document.querySelector(`[aria-controls="${popup.id}"]`)
  return (button ?? focused) as HTMLElement | null
}
