import { defineTopic } from '../topic.ts'
import { contactRoutes } from './contacts.routes.ts'

export const contacts = defineTopic({
  routes: [contactRoutes],
})
