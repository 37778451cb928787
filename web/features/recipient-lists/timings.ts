/** Specification file 2, sections 4 and 9. */
export const POLL_MS = 5_000
/** After an upload the rows are fetched once more. */
export const AFTER_UPLOAD_MS = 10_000
export const SAVE_MS = { later: 250, now: 1 } as const
