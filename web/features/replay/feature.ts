import { lazy } from 'react'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const ReplayScreen = lazy(() => import('./index.ts').then((door) => ({ default: door.ReplayScreen })))

const readQuery = ({ as, at }: Readonly<Record<string, unknown>>): { as?: string; at?: number } => ({
  ...(typeof as === 'string' ? { as } : {}),
  ...(Number.isSafeInteger(Number(at)) && at !== undefined ? { at: Number(at) } : {}),
})

export const feature: Feature<typeof messages> = {
  name: 'replay',
  messages,
  routes: [route({ path: '/replay/$key', screen: ReplayScreen, search: readQuery, whole: true })],
}
