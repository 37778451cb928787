import { ShieldCheck } from 'lucide-react'
import { lazy } from 'react'
import type { Workspace } from '../auth/index.ts'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const SafekeepingScreen = lazy(() => import('./index.ts').then((door) => ({ default: door.RecordsScreen })))

const permission = ({ permissions }: Workspace) => permissions.includes('can_manage_account')

export const feature: Feature<typeof messages> = {
  name: 'records',
  messages,
  permission,
  rail: { group: 'manage', order: 130, icon: ShieldCheck, label: 'records.rail', command: 'records.go', to: 'records' },
  routes: [route({ path: '/records', needs: permission, screen: SafekeepingScreen })],
}
