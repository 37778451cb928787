import { useEffect } from 'react'
import { go, takesLetters } from '../../ui/index.ts'
import { openNotifications } from '../notifications/index.ts'
import { chooseFiles } from '../uploads/index.ts'

const SECOND_KEY_MS = 1000

/** Single keys are for those who do not type into something and have no dialog open. */
function busyElsewhere(target: EventTarget | null): boolean {
  // A dialog that has only just opened may not have the focus yet.
  if (takesLetters(target) || document.querySelector('[aria-modal="true"]')) return true
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
}

export function useHotkeys(showShortcuts: () => void): void {
  useEffect(() => {
    let since = 0
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busyElsewhere(event.target)) return
      const second = event.timeStamp - since < SECOND_KEY_MS
      since = 0
      if (event.key === '?') showShortcuts()
      else if (event.key === 'u') chooseFiles()
      else if (event.key === 'n') openNotifications()
      else if (event.key === 'g') since = event.timeStamp
      else if (second && event.key === 'd') go('documents')
      else if (second && event.key === 't') go('documents?type=template')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [showShortcuts])
}
