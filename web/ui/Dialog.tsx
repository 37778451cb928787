import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../http/index.ts'
import { say } from './say.tsx'

/** A window over the page. Left, it gives the focus back to where it was opened. */
export function Dialog({ opened, ...rest }: ModalProps) {
  useFocusBack(opened)
  return <Modal opened={opened} returnFocus={false} {...rest} />
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
        // Whoever went elsewhere meanwhile stays there.
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
