import { Table2 } from 'lucide-react'
import { lazy } from 'react'
import { mayViewRecipientLists } from '#domain/recipient-lists'
import type { Workspace } from '../auth/index.ts'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const ListsScreen = lazy(() => import('./ListsScreen.tsx').then((door) => ({ default: door.ListsScreen })))
const ListScreen = lazy(() => import('./ListScreen.tsx').then((door) => ({ default: door.ListScreen })))

const permission = ({ permissions }: Workspace) => mayViewRecipientLists({ permissions: new Set(permissions) })

export const feature: Feature<typeof messages> = {
  name: 'recipient-lists',
  messages,
  permission,
  rail: {
    group: 'work',
    order: 23,
    icon: Table2,
    label: 'recipient_lists.rail',
    command: 'recipient_lists.go',
    to: 'recipient_datas',
  },
  routes: [
    route({ path: '/recipient_datas', needs: permission, screen: ListsScreen }),
    route({ path: '/recipient_datas/$key', needs: permission, screen: ListScreen }),
  ],
}
