export { DocumentScreen } from './DocumentScreen.tsx'
