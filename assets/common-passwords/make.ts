/**
 * Writes list.txt: the 10,000 most common passwords that are long enough to be chosen, sorted. They come from the package
 * @zxcvbn-ts/language-common 4.1.3 (MIT, LICENSE.txt), which orders leaked passwords by how often they occur, in lower case:
 * node assets/common-passwords/make.ts <folder of the unpacked package>
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const COUNT = 10_000
/** Shorter ones are refused for their length, whatever is configured. */
const SHORTEST = 5

const ranked: readonly string[] = JSON.parse(readFileSync(join(process.argv[2] ?? '.', 'src/passwords.json'), 'utf8'))
const common = ranked.filter((password) => password.length >= SHORTEST).slice(0, COUNT)
writeFileSync(new URL('list.txt', import.meta.url), `${common.toSorted().join('\n')}\n`)
