import './theme/app-styles.ts'
import { createRoot } from 'react-dom/client'
import { Providers } from './theme/index.ts'
import { Confirmations, StatusChip } from './ui/index.ts'

createRoot(document.getElementById('root')!).render(
  <Providers>
    <Confirmations />
    <StatusChip status="setup" />
  </Providers>,
)
