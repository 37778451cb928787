import {
  type CSSVariablesResolver,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { theme } from './theme.ts'

/** Mantine's own names, pointed at our tokens: the tokens know light from dark, so both schemes read the same. */
const POINTERS = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--primary-text)',
  '--mantine-color-error': 'var(--error)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-2)',
  '--mantine-color-disabled': 'var(--setup-bg)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--setup-bg)',
  '--mantine-color-ink-outline': 'var(--primary-text)',
  '--mantine-color-ink-light-color': 'var(--primary-text)',
  '--mantine-color-ink-light': 'var(--primary-soft)',
  '--mantine-color-gray-light-color': 'var(--text-2)',
  '--mantine-color-red-light-color': 'var(--error)',
} as const

const resolver: CSSVariablesResolver = (merged) => {
  const own = defaultCssVariablesResolver(merged)
  return {
    variables: own.variables,
    light: { ...own.light, ...POINTERS },
    dark: { ...own.dark, ...POINTERS },
  }
}

/** The theme's variables as a style sheet, for the build. */
export function mantineVariables(): string {
  return convertCssVariables(resolver(mergeMantineTheme(DEFAULT_THEME, theme)))
}
