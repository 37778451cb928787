import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

export function useScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return { chosen: colorScheme, shown, choose: setColorScheme }
}
