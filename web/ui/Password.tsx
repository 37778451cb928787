import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../messages/index.ts'

/** A password that its owner may show while typing; by the keyboard too. */
export function Password(props: PasswordInputProps) {
  const words = useWords('ui')
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': words(visible ? 'hide_password' : 'show_password'), 'aria-pressed': visible }}
      {...props}
    />
  )
}
