import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { controls } from './controls.ts'

const ink: MantineColorsTuple = [
  '#eef2fc',
  '#dce4f8',
  '#b9c8f0',
  '#94a9e6',
  '#6a86d8',
  '#4b69c8',
  '#3653b2',
  '#2a459d',
  '#1f3a8a',
  '#162a66',
]
const stone: MantineColorsTuple = [
  '#fbfaf8',
  '#f6f4f1',
  '#edeae5',
  '#e1ddd6',
  '#cbc6bd',
  '#928c82',
  '#6b665e',
  '#514d46',
  '#35322d',
  '#1e1c19',
]
/** Mantine paints dark surfaces from these, text first and the deepest ground last. */
const dark: MantineColorsTuple = [
  '#efece6',
  '#c2bcb2',
  '#9b958b',
  '#7d776d',
  '#3d3934',
  '#2a2824',
  '#201e1b',
  '#1c1b18',
  '#151412',
  '#100f0e',
]
const red: MantineColorsTuple = [
  '#fce8e5',
  '#f8d3ce',
  '#f2b1a8',
  '#ea8b7e',
  '#dd6152',
  '#c8402f',
  '#b93427',
  '#ae2d20',
  '#a3271b',
  '#7c1c13',
]

export const theme = createTheme({
  colors: { ink, gray: stone, dark, red },
  primaryColor: 'ink',
  // Mantine's own shades fail AA on our surfaces; these pass (10.3:1 in light, 5.1:1 in dark).
  primaryShade: { light: 8, dark: 5 },
  black: '#1e1c19',
  white: '#ffffff',
  autoContrast: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      h4: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      h5: { fontSize: '0.8125rem', lineHeight: '1.25rem' },
      h6: { fontSize: '0.75rem', lineHeight: '1rem' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '16px', xl: '16px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '75em', xl: '90em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: controls,
})
