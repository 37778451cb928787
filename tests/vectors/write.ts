import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eventVectors } from './event-vectors.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

writeFileSync(at('docs/event-vectors.json'), JSON.stringify(eventVectors(), null, 2))
// In the project's own layout, so that the check of formats has nothing to say about the file.
execFileSync(at('node_modules/.bin/biome'), ['format', '--write', at('docs/event-vectors.json')])
