import { createRoot } from 'react-dom/client'
import { SigningApp } from './features/signing/index.ts'
import { Themed } from './theme/index.ts'

const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')

createRoot(document.getElementById('root')!).render(
  <Themed>
    <SigningApp token={token} />
  </Themed>,
)
