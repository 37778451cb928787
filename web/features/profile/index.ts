export { DeleteProfile } from './DeleteProfile.tsx'
