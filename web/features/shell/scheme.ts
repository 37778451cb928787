import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** Transitions stay: to hold them back Mantine writes a style into the page, which our own policy forbids. */
export function useScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return { chosen: colorScheme, shown, choose: setColorScheme }
}
