import type { ReactNode } from 'react'
import { IntlProvider, type Messages } from 'use-intl'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** @param messages those that the page needs: a signer's page has fewer */
export function Worded({ messages, children }: { messages: object; children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={messages as Messages} timeZone={zone}>
      {children}
    </IntlProvider>
  )
}
