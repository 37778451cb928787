export { Providers } from './Providers.tsx'
export { Themed } from './Themed.tsx'
