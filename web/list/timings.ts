/** Specification file 3, section 9. */
export const SEARCH_DEBOUNCE_MS = 500
/** Fallback while the socket is down. */
export const LIST_REFRESH_MS = 60_000
export const UPDATES_MS = 15_000
export const UPDATES_AFTER_TRIGGER_MS = 5_000
/** While hidden or idle: whether a refresh is due and somebody is back (reading 47: a look, not a fetch). */
export const AWAY_RECHECK_MS = 5_000
/** Nobody touched the page for so long: the specification says 'idle' and no time. */
export const IDLE_AFTER_MS = 300_000
/** A hidden page looks this often whether something is due now that it is seen again. */
export const HIDDEN_RECHECK_MS = 1_000
/** Counts follow a burst of changes once. */
export const COUNTS_DEBOUNCE_MS = 1_000
export const PAGE_SIZE = 50
/** For selecting all that match. */
export const LARGEST_PAGE = 200
