import { postgresDryRuns } from '#projections/dry-runs'
import { postgresRecipientRows } from '#projections/recipient-rows'
import { defineTopic } from '../topic.ts'
import { bulkMappingRoutes } from './bulk-mapping.routes.ts'

export const bulkMapping = defineTopic({
  open: ({ pool, world: { clock }, config: { defaultCountry } }) => ({
    dryRuns: postgresDryRuns({ pool, clock }),
    recipientRows: postgresRecipientRows({ pool, clock, defaultCountry }),
  }),
  routes: [bulkMappingRoutes],
})
