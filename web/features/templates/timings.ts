/** Specification file 1, section 9. */
export const SEARCH_DEBOUNCE_MS = 400
/** How often an open picker asks again while nothing can be pushed to it. */
export const POLL_MS = 5_000
