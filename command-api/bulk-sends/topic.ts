import { postgresRecipientRows } from '#projections/recipient-rows'
import { defineTopic } from '../topic.ts'
import { bulkSendRoutes } from './bulk-sends.routes.ts'
import { bulkSendResultRoutes } from './results.routes.ts'
import { bulkSendRows } from './rows.ts'

export const bulkSends = defineTopic({
  open({ pool, world, config, handler }) {
    const rows = postgresRecipientRows({ pool, clock: world.clock, defaultCountry: config.defaultCountry })
    return { bulkSendRows: bulkSendRows({ handler, rows }) }
  },
  routes: [bulkSendRoutes, bulkSendResultRoutes],
})
