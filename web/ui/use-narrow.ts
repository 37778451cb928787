import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px: the width from which on tables and pages have room. Known before anything is drawn. */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false
