import { TAB_NAME } from './limits.ts'

/** A tab's name is cut off after fifteen characters, between characters as people count them. */
export function tabName(name: string): string {
  const letters = [...name]
  return letters.length > TAB_NAME ? `${letters.slice(0, TAB_NAME).join('').trimEnd()}…` : name
}
