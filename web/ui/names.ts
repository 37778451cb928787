/** Two letters that stand for a person; a role or an address gives them too where there is no name. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._()-]+/u)
    .filter(Boolean)
  const first = words[0]
  if (first === undefined) return '?'
  const last = words.length > 1 ? words[words.length - 1]! : ''
  const letters = last ? [[...first][0], [...last][0]] : [...first].slice(0, 2)
  return letters.join('').toLocaleUpperCase()
}

export const SIGNER_COLOURS = 8
/** The CSS colour of a signer by position from zero: eight hues that stay apart, grey beyond. */
export const signerColour = (index: number): string =>
  index >= 0 && index < SIGNER_COLOURS ? `var(--signer-${index + 1})` : 'var(--signer-more)'
