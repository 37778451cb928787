import { Send } from 'lucide-react'
import { lazy } from 'react'
import { maySeeBulkSends } from '#domain/bulk-send'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const BulkSends = lazy(() => import('./BulkSends.tsx').then((door) => ({ default: door.BulkSends })))
const BulkSend = lazy(() => import('./BulkSend.tsx').then((door) => ({ default: door.BulkSend })))

export const feature: Feature<typeof messages> = {
  name: 'bulk-sends',
  messages,
  permission: ({ permissions }) => maySeeBulkSends({ permissions: new Set(permissions) }),
  rail: { group: 'work', order: 22, icon: Send, label: 'bulk_sends.rail', command: 'bulk_sends.go', to: 'bulk_sends' },
  routes: [
    route({ path: '/bulk_sends', screen: BulkSends }),
    route({ path: '/bulk_sends/$key', screen: BulkSend, at: () => 'bulk_sends' }),
  ],
}
