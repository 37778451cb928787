import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { messages } from './catalogue.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function Worded({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={messages} timeZone={zone}>
      {children}
    </IntlProvider>
  )
}
