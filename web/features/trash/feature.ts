import { Trash2 } from 'lucide-react'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'
import { TrashScreen } from './TrashScreen.tsx'

export const feature: Feature<typeof messages> = {
  name: 'trash',
  messages,
  rail: { group: 'work', order: 30, icon: Trash2, label: 'trash.rail', command: 'trash.go', to: 'trash' },
  routes: [route({ path: '/trash', screen: TrashScreen })],
}
