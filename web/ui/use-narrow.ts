import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px: the width from which on tables and pages have room. Known before anything is drawn. */
export const useNarrow = (): boolean => useBelow(768)

/** Below 1024 px: pages have room next to one thing, not two. */
export const useTight = (): boolean => useBelow(1024)

const useBelow = (width: number): boolean =>
  useMediaQuery(`(max-width: ${width - 1}px)`, undefined, { getInitialValueInEffect: false }) ?? false
