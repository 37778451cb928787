import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FIELD_TYPES } from '#domain/pack'

// Code that needs a fact about a type of field asks the type: a list of types is wrong as soon as another joins.
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
// The command line's demo and bench play people, who know what they placed themselves.
const HOUSES = ['shared', 'command-api', 'projections', 'processes', 'web']
// Columns of recipient lists have types of their own.
const COLUMNS = [
  'web/features/recipient-lists',
  'web/features/bulk-mapping',
  'shared/domain/filters',
  'shared/domain/recipient-lists',
  'projections/recipient-rows',
]
const AT_HOME = ['shared/domain/pack/field-types', 'shared/pdf/appearance', 'web/features/fields', ...COLUMNS].map((path) =>
  path.replaceAll('/', sep),
)

const NAMES = FIELD_TYPES.join('|')
const PATTERNS = [
  new RegExp(`[tT]ype\\)?\\s*[!=]==?\\s*['"\`](?:${NAMES})['"\`]`),
  new RegExp(`['"\`](?:${NAMES})['"\`]\\s*[!=]==?\\s*[\\w.?!]*[tT]ype\\b`),
  new RegExp(`\\[[^\\]]*['"\`](?:${NAMES})['"\`][^\\]]*\\]\\.includes\\([^)]*[tT]ype\\)`),
]

const CASE = new RegExp(`\\bcase\\s+['"\`](?:${NAMES})['"\`]\\s*:`)

function comparesType(source: string): string[] {
  let switchesOnType = false
  return source.split('\n').filter((line) => {
    // A case belongs to the switch above it; those on something else may well have a case called text.
    if (line.includes('switch')) switchesOnType = /switch\s*\(.*[tT]ype\)?\)/.test(line)
    return PATTERNS.some((pattern) => pattern.test(line)) || (switchesOnType && CASE.test(line))
  })
}

test('no code but the types themselves compares the type of a field with a literal', () => {
  const files = HOUSES.filter((house) => existsSync(join(ROOT, house)))
    .flatMap((house) => readdirSync(join(ROOT, house), { recursive: true, encoding: 'utf8' }).map((path) => join(house, path)))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules') && !AT_HOME.some((home) => path.startsWith(home)))
  const found = files.flatMap((path) => comparesType(readFileSync(join(ROOT, path), 'utf8')).map((line) => `${path}: ${line.trim()}`))
  console.info(`${files.length} files scanned for comparisons with ${FIELD_TYPES.length} field types`)
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(150)
})

test('the scan sees what it is looking for', () => {
  expect(comparesType("if (field.type === 'signature') sign()")).toHaveLength(1)
  expect(comparesType('if ("check" !== field.type) return')).toHaveLength(1)
  expect(comparesType("switch (type) {\n  case 'date':\n")).toHaveLength(1)
  expect(comparesType("switch (paint.kind) {\n  case 'text':\n")).toHaveLength(0)
  expect(comparesType("['signature', 'initial'].includes(field.type)")).toHaveLength(1)
  expect(comparesType("typeof value === 'string' && fieldTypeOf(field).isSignature")).toHaveLength(0)
})
