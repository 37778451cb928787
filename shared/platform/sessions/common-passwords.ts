import { readFileSync } from 'node:fs'

/** Whether a password is on a list of lower-case ones, a line each, whichever of its letters are capitals. */
export function commonPasswords(path: string | URL): (password: string) => boolean {
  let known: ReadonlySet<string> | null = null
  return (password) => {
    // Read once somebody chooses a password: few processes ever see that.
    known ??= new Set(readFileSync(path, 'utf8').split('\n').filter(Boolean))
    return known.has(password.normalize('NFKC').toLowerCase())
  }
}
