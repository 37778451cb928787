export { ReplayScreen } from './ReplayScreen.tsx'
