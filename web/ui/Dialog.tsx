import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useMemo } from 'react'

/** A window over the page. Left, it gives the focus back to where it was opened. */
export function Dialog({ opened, ...rest }: ModalProps) {
  useFocusBack(opened)
  return <Modal opened={opened} returnFocus={false} {...rest} />
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
