/** Where a field stands among the others, from the outermost heading, as records write it: parts with a pipe between. */
export function hierarchyFrom(group: string): readonly string[] {
  return group
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export const hierarchyToRecord = (path: readonly string[]): string | null => (path.length === 0 ? null : path.join('|'))
