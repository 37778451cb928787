import { Table2 } from 'lucide-react'
import { lazy } from 'react'
import { mayViewRecipientLists } from '#domain/recipient-lists'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const ListsScreen = lazy(() => import('./ListsScreen.tsx').then((door) => ({ default: door.ListsScreen })))
const ListScreen = lazy(() => import('./ListScreen.tsx').then((door) => ({ default: door.ListScreen })))

export const feature: Feature<typeof messages> = {
  name: 'recipient-lists',
  messages,
  permission: ({ permissions }) => mayViewRecipientLists({ permissions: new Set(permissions) }),
  rail: {
    group: 'work',
    order: 23,
    icon: Table2,
    label: 'recipient_lists.rail',
    command: 'recipient_lists.go',
    to: 'recipient_datas',
  },
  routes: [route({ path: '/recipient_datas', screen: ListsScreen }), route({ path: '/recipient_datas/$key', screen: ListScreen })],
}
