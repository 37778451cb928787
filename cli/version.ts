import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** As package.json says it: what clients compare with the version they have loaded. */
export const VERSION: string = version
