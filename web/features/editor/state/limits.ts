/** Pixels. D-373 D-591: a release this near to the press is a click that places a field; farther is a drag. */
export const CLICK_PX = 8
/** S-095: a selection frame smaller than this in both directions is none. */
export const MARQUEE_PX = 8
/** S-096 */
export const SINGLE_CLICK_MS = 200
/** A selected field that was pressed has to be pulled this far before it moves. */
export const PULL_PX = 3
/** How near an edge has to come to snap. */
export const SNAP_PX = 6
/** S-093 S-094: thousandths of a point. */
export const NUDGE = 1_000
export const NUDGE_FAR = 10_000
/** S-349 */
export const NUDGE_IDLE_MS = 250
/** How far the ghost of a field that is placed by keys goes. */
export const GHOST_STEP = 8_000
export const GHOST_STEP_FAR = 40_000
/** Nothing is made smaller than this, so that it can still be seen and pressed. */
export const LEAST_SIZE = 8_000
/** Specification section 2: a tab's name is cut off after so many characters. */
export const TAB_NAME = 15
