/** What a dragged column is called among what a browser may drop. */
export const COLUMN = 'application/x-paraph-column'
