import { useMediaQuery } from '@mantine/hooks'

/** From this width on, in pixels, tables and pages have room. */
export const NARROW_BELOW = 768
/** Known before anything is drawn. */
export const useNarrow = (): boolean => useBelow(NARROW_BELOW)

/** Below 1024 px: pages have room next to one thing, not two. */
export const useTight = (): boolean => useBelow(1024)

export const below = (width: number): string => `(max-width: ${width - 1}px)`
const useBelow = (width: number): boolean => useMediaQuery(below(width), undefined, { getInitialValueInEffect: false }) ?? false
