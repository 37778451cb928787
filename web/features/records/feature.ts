import { ShieldCheck } from 'lucide-react'
import { lazy } from 'react'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const SafekeepingScreen = lazy(() => import('./index.ts').then((door) => ({ default: door.RecordsScreen })))

export const feature: Feature<typeof messages> = {
  name: 'records',
  messages,
  permission: ({ permissions }) => permissions.includes('can_manage_account'),
  rail: { group: 'manage', order: 130, icon: ShieldCheck, label: 'records.rail', command: 'records.go', to: 'records' },
  routes: [route({ path: '/records', screen: SafekeepingScreen })],
}
