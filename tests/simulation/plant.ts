import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { PLANTED, plantedIn } from './planted/index.ts'

/** Loaded before the program: changes the source of files as they are read. */
const wanted = process.env.SIMULATE_PLANTED
const bug = PLANTED.find(({ name }) => name === wanted)
if (!bug) throw new Error(`there is no planted bug “${wanted}”`)

const changed = new Map(
  [bug, ...(bug.also ? [bug.also] : [])].map((change) => {
    const url = new URL(`../../${change.file}`, import.meta.url)
    return [url.href, plantedIn(change, readFileSync(url, 'utf8'))]
  }),
)

registerHooks({
  load(loaded, context, next) {
    const found = next(loaded, context)
    const source = changed.get(loaded)
    return source === undefined ? found : { ...found, source }
  },
})
