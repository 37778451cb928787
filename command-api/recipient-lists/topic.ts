import { postgresRecipientRows } from '#projections/recipient-rows'
import { defineTopic } from '../topic.ts'
import { recipientListRoutes } from './recipient-lists.routes.ts'

export const recipientLists = defineTopic({
  open: ({ pool, world, config }) => ({
    recipientRows: postgresRecipientRows({ pool, clock: world.clock, defaultCountry: config.defaultCountry }),
  }),
  routes: [recipientListRoutes],
})
