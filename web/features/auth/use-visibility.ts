import { useState } from 'react'
import { useWords } from '../../messages/index.ts'

/** Of what is typed as a password, for whoever wants to see it; by the keyboard too. */
export function useVisibility() {
  const words = useWords('auth')
  const [visible, setVisible] = useState(false)
  return {
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleFocusable: true,
    visibilityToggleButtonProps: { 'aria-label': words(visible ? 'hide_password' : 'show_password'), 'aria-pressed': visible },
  }
}
