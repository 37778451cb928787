export { WhyAccess } from './WhyAccess.tsx'
