import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalise, digestOfJson, digestOfLeaf, NotCanonical } from '#domain/kernel'
import { verifyChain } from '#platform/event-codec'
import { eventVectors } from '../vectors/event-vectors.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const file = at('docs/event-vectors.json')
const written = readFileSync(file, 'utf8')
const read = () => JSON.parse(written) as ReturnType<typeof eventVectors>
type Vectors = ReturnType<typeof read>

describe('the event vectors', () => {
  test('are those the code makes: the stored format has not changed', () => {
    expect(JSON.stringify(read())).toBe(JSON.stringify(eventVectors()))
  })

  test('agree with the kernel', () => {
    const { canonical, refused, leaves, streams } = read()
    for (const { value, text, digest } of canonical) {
      expect(canonicalise(value)).toBe(text)
      expect(digestOfJson(value)).toBe(digest)
    }
    for (const { json } of refused) expect(() => canonicalise(JSON.parse(json))).toThrow(NotCanonical)
    for (const { salt, value, digest } of leaves) expect(digestOfLeaf(salt, value)).toBe(digest)
    for (const { events } of streams) expect(verifyChain(events)).toEqual([])
  })
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!hasPython())('the checker in Python (python3)', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'paraph-vectors-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const check = (path: string) => spawnSync('python3', [at('docs/check-events.py'), path], { encoding: 'utf8' })
  const checkText = (text: string) => {
    const path = join(folder, 'changed.json')
    writeFileSync(path, text)
    return check(path)
  }

  test('finds the vectors right', () => {
    const { status, stdout } = spawnSync('python3', [at('docs/check-events.py')], { encoding: 'utf8' })
    expect(stdout).toMatch(/^8 canonical values, 8 refused ones, 8 leaves, 1 streams, 6 events, 9 disclosures: all right\n$/)
    expect(status).toBe(0)
  })

  test('takes a history as it is exported, an event a line, and finds the changes in it', () => {
    const lines = read().streams[0]!.events.map((event) => JSON.stringify(event))
    const path = join(folder, 'history.jsonl')
    const checkLines = (of: readonly string[]) => {
      writeFileSync(path, of.map((line) => `${line}\n`).join(''))
      return check(path)
    }
    expect(checkLines(lines)).toMatchObject({ status: 0, stdout: expect.stringMatching(/ 1 streams, 6 events, .*all right\n$/) })
    const changed = checkLines(lines.with(1, lines[1]!.replace(/"version":\d+/, '"version":9')))
    expect(changed).toMatchObject({ status: 1, stdout: expect.stringContaining('event 1: its bytes do not have its hash') })
  })

  test('finds a change, wherever it is', () => {
    const changes: [name: string, change: (vectors: Vectors) => void, says: RegExp][] = [
      ['a canonical text', (v) => edit(v.canonical[0]!, { text: 'nul' }), /canonical null: the text/],
      ['a value', (v) => edit(v.canonical[1]!, { value: [true, true] }), /canonical true and false: the digest/],
      ['a refused value that is none', (v) => edit(v.refused[0]!, { json: '{"a":5}' }), /refused a fraction: it was accepted/],
      ['a salt', (v) => edit(v.leaves[3]!, { salt: 'AAAAAAAAAAAAAAAAAAAAAA' }), /leaf 3/],
      ['data', (v) => edit(v.streams[0]!.events[1]!, { data: {} }), /event 1: its bytes/],
      ['a time', (v) => edit(v.streams[0]!.events[2]!.meta, { time: '2026-03-01T09:00:00.001Z' }), /event 2: its bytes/],
      ['a version', (v) => edit(v.streams[0]!.events[4]!, { version: 1 }), /event 4: its bytes/],
      ['the last hash', (v) => edit(v.streams[0]!.events[5]!, { hash: v.streams[0]!.events[4]!.hash }), /event 5: its bytes/],
      ['an event left out', (v) => v.streams[0]!.events.splice(2, 1), /event 2: its revision is 3\n.*event 2: it is not chained/],
      ['an event doubled', (v) => v.streams[0]!.events.push(v.streams[0]!.events[5]!), /event 6: its revision is 5/],
      ['two events changing places', (v) => v.streams[0]!.events.reverse(), /event 0: it is not chained/],
      [
        'a disclosed value',
        (v) => edit(v.streams[0]!.disclosures[0] as object, { 3: 'Another' }),
        /disclosure of data\/name in event 0: the value/,
      ],
      ['a disclosure elsewhere', (v) => edit(v.streams[0]!.disclosures[0] as object, { 1: ['data', 'type'] }), /there is no leaf/],
    ]
    for (const [name, change, says] of changes) {
      const vectors = read()
      change(vectors)
      const { status, stdout } = checkText(JSON.stringify(vectors))
      expect(stdout, name).toMatch(says)
      expect(stdout, name).toMatch(/: [1-9]\d* wrong\n$/)
      expect(status, name).toBe(1)
    }
  })

  test('finds a single flipped bit in the bytes of the stored events', () => {
    const bytes = Buffer.from(written)
    const from = written.indexOf('"streams"')
    const to = written.indexOf('"keys"')
    const places = [...written.matchAll(/[\w-]{43}/g)].map(({ index }) => Buffer.byteLength(written.slice(0, index + 7)))
    const inEvents = places.filter(
      (place) => place > Buffer.byteLength(written.slice(0, from)) && place < Buffer.byteLength(written.slice(0, to)),
    )
    const hashed = inEvents.filter((place) => !/"box": "[\w-]*$/.test(bytes.subarray(place - 400, place).toString()))
    expect(hashed.length).toBeGreaterThan(20)
    for (const place of hashed.filter((_, nth) => nth % 6 === 0)) {
      const changed = Buffer.from(bytes)
      changed[place]! ^= 1
      expect(checkText(changed.toString()).status, `byte ${place}`).toBe(1)
    }
  })

  test('refuses a file in which a name stands twice', () => {
    const { status, stdout } = checkText('{"canonical":[],"canonical":[]}')
    expect(stdout).toContain('a name twice')
    expect(status).toBe(1)
  })
})

/** Changes members of an example in place. */
function edit(target: object, members: object): void {
  Object.assign(target, members)
}
