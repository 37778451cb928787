export { SafekeepingScreen } from './SafekeepingScreen.tsx'
