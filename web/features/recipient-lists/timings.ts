/** Specification file 2, sections 4 and 9. */
export const POLL_MS = 5_000
/** After an upload the rows are fetched once more. */
export const AFTER_UPLOAD_MS = 10_000
