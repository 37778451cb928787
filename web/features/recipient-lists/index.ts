export { FilterBar, isComplete } from './FilterBar.tsx'
