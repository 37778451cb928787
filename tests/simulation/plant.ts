import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { PLANTED } from './planted.ts'

/** Loaded before the program: changes the source of files as they are read. */
const wanted = process.env.SIMULATE_PLANTED
const bug = PLANTED.find(({ name }) => name === wanted)
if (!bug) throw new Error(`there is no planted bug “${wanted}”`)

const changed = new Map(
  [bug, ...(bug.also ? [bug.also] : [])].map(({ file, changes }) => {
    const url = new URL(`../../${file}`, import.meta.url)
    const source = readFileSync(url, 'utf8')
    for (const [from] of changes) {
      if (source.split(from).length !== 2) throw new Error(`“${from}” does not stand in ${file} exactly once`)
    }
    return [url.href, changes.reduce((text, [from, to]) => text.replace(from, () => to), source)]
  }),
)

registerHooks({
  load(loaded, context, next) {
    const found = next(loaded, context)
    const source = changed.get(loaded)
    return source === undefined ? found : { ...found, source }
  },
})
