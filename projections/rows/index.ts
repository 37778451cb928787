export { type RowChanges, rowTable, type Slot } from './table.ts'
export { folded, gramsOf, searchOf } from './words.ts'
