import { lazy } from 'react'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const MappingScreen = lazy(() => import('./MappingScreen.tsx').then((door) => ({ default: door.MappingScreen })))

export const feature: Feature<typeof messages> = {
  name: 'bulk-mapping',
  messages,
  routes: [route({ path: '/bulk_sends/$key/mapping/$template', screen: MappingScreen, at: () => 'bulk_sends' })],
}
