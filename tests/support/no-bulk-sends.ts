import type { ProcessesDeps } from '#processes'

/** Of a stage on which nobody sends in bulk. */
export const NO_BULK_SENDS: ProcessesDeps['bulkSends'] = {
  rows: { columns: async () => null, page: async () => null, find: async () => null },
  documents: { make: async () => null },
  sentBy: { awaiting: async () => [], listed: async () => new Set() },
}
