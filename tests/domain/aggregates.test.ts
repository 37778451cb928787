import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AGGREGATES, aggregateOf } from '#domain/aggregates'

const all = Object.values(AGGREGATES)

test('every stream is of one kind of aggregate, whose name and key can be told from the stream’s', () => {
  for (const aggregate of all) {
    const stream = aggregate.streamOf('0192f4a5')
    expect([aggregateOf(stream)?.called, aggregate.keyOf(stream)]).toEqual([aggregate.called, '0192f4a5'])
    for (const prefix of aggregate.streams) expect(aggregateOf(`${prefix}x`)).toBe(aggregate)
    for (const other of all) if (other !== aggregate) expect(other.keyOf(stream)).toBeNull()
  }
  expect(aggregateOf('nothing-0192f4a5')).toBeNull()
})

test('two kinds of aggregates have no event of one name: an event’s type alone says whose it is', () => {
  const types = all.flatMap(({ events }) => Object.keys(events))
  expect(types.filter((type, at) => types.indexOf(type) !== at)).toEqual([])
})

test('names of streams are made in the domain, and nowhere else', () => {
  const prefixes = all.flatMap(({ streams }) => streams).filter((prefix) => prefix.endsWith('-'))
  const literal = new RegExp(`['"\`](${prefixes.join('|')})(['"\`]|\\$\\{)`)
  const sources = execFileSync('git', ['ls-files', 'shared', 'command-api', 'projections', 'processes', 'web', 'cli'], { encoding: 'utf8' })
  const own = sources.split('\n').filter((path) => /\.tsx?$/.test(path) && !path.startsWith('shared/domain/'))
  expect(own.length).toBeGreaterThan(500)
  expect(own.filter((path) => literal.test(readFileSync(path, 'utf8')))).toEqual([])
})
