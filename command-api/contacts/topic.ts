import { defineTopic } from '../topic.ts'
import { contactListRoutes } from './contact-lists.routes.ts'
import { contactRoutes } from './contacts.routes.ts'

export const contacts = defineTopic({
  routes: [contactRoutes, contactListRoutes],
})
