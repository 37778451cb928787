import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { Worded } from '../messages/index.ts'
import { Themed } from './Themed.tsx'

/** Theme, words and messages: what every entry page wraps its screens in. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <Themed>
      <Worded>
        <Notifications position="top-right" limit={4} zIndex={1000} transitionDuration={150} containerWidth={400} />
        {children}
      </Worded>
    </Themed>
  )
}
