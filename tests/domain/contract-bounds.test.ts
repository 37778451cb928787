import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LIVE_MESSAGES } from '#contract/live'
import type { Schema } from '../support/hostile.ts'
import { unbounded } from '../support/unbounded.ts'

const described = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** Every schema of the contract, by its file and name. One that joins is found by itself. */
async function schemasOfContract(): Promise<(readonly [string, z.ZodType])[]> {
  const files = await readdir('shared/contract')
  const modules = await Promise.all(
    files.map(async (file) => [file, await import(/* @vite-ignore */ `../../shared/contract/${file}`)] as const),
  )
  return modules.flatMap(([file, exported]) =>
    Object.entries(exported as object).flatMap(([name, value]) => {
      const schema = value instanceof z.ZodType ? value : isShape(value) ? z.object(value) : null
      return schema ? [[`${file} ${name}`, schema] as const] : []
    }),
  )
}
const isShape = (value: unknown): value is z.ZodRawShape =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every((one) => one instanceof z.ZodType)

test('every number, text, list, record and depth in every schema of the contract has a bound', async () => {
  const schemas = await schemasOfContract()
  expect(schemas.length).toBeGreaterThan(150)
  expect(schemas.flatMap(([name, schema]) => unbounded(described(schema), 'answered').map((where) => `${name} ${where}`))).toEqual([])
})

test('of what is sent by a live connection no number is as large as JavaScript knows, and nothing is taken as it comes', () => {
  expect(
    Object.entries(LIVE_MESSAGES).flatMap(([name, schema]) => unbounded(described(schema), 'asked').map((where) => `${name} ${where}`)),
  ).toEqual([])
})

test('the look for bounds names each kind of schema that has none', () => {
  const endless: z.ZodType = z.lazy(() => z.object({ next: endless.optional() }))
  const without = z.object({
    text: z.string(),
    time: z.iso.datetime(),
    address: z.email(),
    number: z.number(),
    half: z.number().min(0),
    coerced: z.coerce.number().int().min(0),
    list: z.array(z.boolean()),
    within: z.array(z.object({ deep: z.string() })).max(1),
    record: z.record(z.string(), z.boolean()),
    unknown: z.unknown(),
    loose: z.looseObject({}),
    json: z.json(),
    endless,
    either: z.union([z.literal('a'), z.string()]),
    perhaps: z.string().nullish(),
  })
  const found = unbounded(described(without), 'asked')
  for (const name of [
    'text',
    'time',
    'address',
    'number',
    'half',
    'coerced',
    'list',
    'within[].deep',
    'record',
    'unknown',
    'loose',
    'json',
    'either',
    'perhaps',
  ])
    expect(
      found.some((where) => where.startsWith(name)),
      name,
    ).toBe(true)
  expect(unbounded(described(endless), 'asked').join()).toContain('nests without end')
  expect(unbounded(described(z.object({ whole: z.int() })), 'asked')).toEqual(['whole: a number of any size'])
  expect(unbounded(described(z.object({ whole: z.int() })), 'answered')).toEqual([])
})
