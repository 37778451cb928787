export { RecordsScreen } from './RecordsScreen.tsx'
