export { ExpiryInputs, isPastDay } from './ExpiryInputs.tsx'
export { ExpirySheet } from './ExpirySheet.tsx'
