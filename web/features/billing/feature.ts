import { lazy } from 'react'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const BillingScreen = lazy(() => import('./BillingScreen.tsx').then((door) => ({ default: door.BillingScreen })))

export const feature: Feature<typeof messages> = {
  name: 'billing',
  messages,
  routes: [route({ path: '/billing', screen: BillingScreen, needs: ({ permissions }) => permissions.includes('can_manage_account') })],
}
