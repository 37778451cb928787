import type { ReactNode } from 'react'
import { Worded } from '../messages/index.ts'
import { Messages } from '../ui/index.ts'
import { Themed } from './Themed.tsx'

/** Theme, words and messages: what every entry page wraps its screens in. */
export function Providers({ messages, children }: { messages: object; children: ReactNode }) {
  return (
    <Themed>
      <Worded messages={messages}>
        <Messages />
        {children}
      </Worded>
    </Themed>
  )
}
