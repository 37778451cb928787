export { type RowChanges, rowTable, type Slot } from './table.ts'
export { gramsOf, searchOf } from './words.ts'
