import { BookUser } from 'lucide-react'
import { lazy } from 'react'
import { type Feature, route } from '../feature.ts'
import * as messages from './messages.ts'

const AddressBook = lazy(() => import('./AddressBook.tsx').then((door) => ({ default: door.AddressBook })))

export const feature: Feature<typeof messages> = {
  name: 'contacts',
  messages,
  rail: { group: 'work', order: 25, icon: BookUser, label: 'contacts.rail', command: 'contacts.go', to: 'address_book' },
  routes: [route({ path: '/address_book', screen: AddressBook })],
}
