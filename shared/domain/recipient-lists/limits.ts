export const MOST_LISTS = 1_000
export const MOST_LIST_ROWS = 100_000
export const MOST_LIST_COLUMNS = 200
/** Characters. */
export const MOST_CELL = 10_000
export const MOST_COLUMN_NAME = 200
export const MOST_LIST_DESCRIPTION = 500
