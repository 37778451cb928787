import { lazy } from 'react'

export const ActAs = lazy(() => import('./ActAs.tsx').then((part) => ({ default: part.ActAs })))
export { SupportBanner } from './SupportBanner.tsx'
