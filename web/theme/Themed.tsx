import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

const scheme = localStorageColorSchemeManager({ key: 'paraph-color-scheme' })

/**
 * The theme for everything below. The variables come from the build and the `hiddenFrom` classes are not used,
 * so that Mantine writes no style element into the page: the content policy allows none.
 */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} colorSchemeManager={scheme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}
