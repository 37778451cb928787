export const MOST_LISTS = 1_000
export const MOST_LIST_ROWS = 100_000
export const MOST_LIST_COLUMNS = 200
/** Rows of one list that were corrected by hand. */
export const MOST_CORRECTIONS = 1_000
/** Characters. */
export const MOST_CELL = 10_000
export const MOST_COLUMN_NAME = 200
export const MOST_LIST_DESCRIPTION = 500
