import { Plus, Users } from 'lucide-react'
import { go } from '../../ui/index.ts'
import { type Feature, route } from '../feature.ts'
import { Management } from './Management.tsx'
import * as messages from './messages.ts'
import { PeopleScreen, Setup } from './PeopleScreen.tsx'

export const feature: Feature<typeof messages> = {
  name: 'people',
  messages,
  permission: ({ permissions, is_personal_account }) => permissions.includes('can_view_teams') && !is_personal_account,
  rail: {
    group: 'manage',
    order: 110,
    icon: Users,
    label: 'people.rail',
    command: 'people.go',
    to: ({ account_key }) => `team/${account_key}`,
  },
  commands: [{ id: 'setup-workspace', label: 'people.setup_go', icon: Plus, run: () => go('team/new') }],
  routes: [
    route({ path: '/team/new', screen: Setup }),
    route({ path: '/team/$key', screen: PeopleScreen }),
    route({ path: '/management', screen: Management }),
  ],
}
