/** Specification file 3, section 9: while nothing is pushed. */
export const POLL_MS = 120_000
export const HIDDEN_POLL_MS = 300_000
/** While nobody touches the page it is looked this often whether somebody is back (reading 47: a look, not a fetch). */
export const IDLE_LOOK_MS = 5_000
/** Nobody touched the page for so long: the specification says 'idle' and no time. */
export const IDLE_AFTER_MS = 300_000
/** So long the first notifications wait for the connection that pushes: what comes after them is then pushed. */
export const FIRST_MS = 1_000
