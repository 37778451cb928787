import { CodeXml } from 'lucide-react'
import { lazy } from 'react'
import { mayBrowseApplications } from '#domain/applications'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const ApplicationsScreen = lazy(() => import('./ApplicationsScreen.tsx').then((door) => ({ default: door.ApplicationsScreen })))

export const feature: Feature<typeof messages> = {
  name: 'applications',
  messages,
  permission: ({ permissions }) => mayBrowseApplications({ permissions: new Set(permissions) }),
  rail: { group: 'manage', order: 105, icon: CodeXml, label: 'applications.rail', command: 'applications.go', to: 'applications' },
  routes: [route({ path: '/applications', screen: ApplicationsScreen })],
}
