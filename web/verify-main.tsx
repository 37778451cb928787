import './jitless.ts'
import './theme/tokens.css'
import './theme/base.css'
import { IntlProvider } from 'use-intl'
import { followColourScheme, VerifyApp } from './features/verify/index.ts'
import { verify } from './messages/verify.ts'
import { start } from './start.ts'

followColourScheme()
start(
  // Times are shown in UTC: two people who compare their reports must read the same.
  <IntlProvider locale="en" messages={{ verify }} timeZone="UTC">
    <VerifyApp />
  </IntlProvider>,
)
