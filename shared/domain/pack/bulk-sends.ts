/** Who makes the documents of bulk sends. */
export const BULK_SENDS = 'process:bulk-sends'
