import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { PLANTED } from './planted.ts'

/** Loaded before the program: changes the source of one file as it is read. */
const wanted = process.env.SIMULATE_PLANTED
const bug = PLANTED.find(({ name }) => name === wanted)
if (!bug) throw new Error(`there is no planted bug “${wanted}”`)
const url = new URL(`../../${bug.file}`, import.meta.url).href
const source = readFileSync(new URL(url), 'utf8')
for (const [from] of bug.changes) {
  if (source.split(from).length !== 2) throw new Error(`“${from}” does not stand in ${bug.file} exactly once`)
}
const changed = bug.changes.reduce((text, [from, to]) => text.replace(from, () => to), source)

registerHooks({
  load(loaded, context, next) {
    const found = next(loaded, context)
    return loaded === url ? { ...found, source: changed } : found
  },
})
