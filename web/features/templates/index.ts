export { applyTemplate } from './actions.ts'
export { UseATemplate } from './Picker.tsx'
export { CopyItems, UseTemplate } from './RowActions.tsx'
