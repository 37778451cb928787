import { Mails } from 'lucide-react'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'
import { OutboxScreen } from './OutboxScreen.tsx'

export const feature: Feature<typeof messages> = {
  name: 'outbox',
  messages,
  permission: ({ permissions, is_personal_account }) => permissions.includes('can_read_outbox') && !is_personal_account,
  rail: { group: 'manage', order: 120, icon: Mails, label: 'outbox.rail', command: 'outbox.go', to: 'outbox' },
  routes: [route({ path: '/outbox', screen: OutboxScreen })],
}
