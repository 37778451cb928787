import { Mails } from 'lucide-react'
import type { Workspace } from '../auth/index.ts'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'
import { OutboxScreen } from './OutboxScreen.tsx'

const permission = ({ permissions, is_personal_account }: Workspace) => permissions.includes('can_read_outbox') && !is_personal_account

export const feature: Feature<typeof messages> = {
  name: 'outbox',
  messages,
  permission,
  rail: { group: 'manage', order: 120, icon: Mails, label: 'outbox.rail', command: 'outbox.go', to: 'outbox' },
  routes: [route({ path: '/outbox', needs: permission, screen: OutboxScreen })],
}
