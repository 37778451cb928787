import { Send } from 'lucide-react'
import { lazy } from 'react'
import { maySeeBulkSends } from '#domain/bulk-send'
import type { Workspace } from '../auth/index.ts'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const BulkSends = lazy(() => import('./BulkSends.tsx').then((door) => ({ default: door.BulkSends })))
const BulkSend = lazy(() => import('./BulkSend.tsx').then((door) => ({ default: door.BulkSend })))

const permission = ({ permissions }: Workspace) => maySeeBulkSends({ permissions: new Set(permissions) })

export const feature: Feature<typeof messages> = {
  name: 'bulk-sends',
  messages,
  permission,
  rail: { group: 'work', order: 22, icon: Send, label: 'bulk_sends.rail', command: 'bulk_sends.go', to: 'bulk_sends' },
  routes: [
    route({ path: '/bulk_sends', needs: permission, screen: BulkSends }),
    route({ path: '/bulk_sends/$key', needs: permission, screen: BulkSend, at: () => 'bulk_sends' }),
  ],
}
