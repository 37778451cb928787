import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Random, Timers } from '#platform/ports'
import { listen, type Migration } from '#platform/postgres'
import { createKeyCache } from '../cache.ts'
import { createListeners } from '../listeners.ts'
import { type KeyName, SubjectErased, type SubjectKey, type SubjectKeys } from '../port.ts'
import { masterKeyOf, unwrap, wrap } from '../wrapping.ts'

export interface PostgresSubjectKeysOptions {
  /** With `subjectKeysSchema` applied. Listens for keys destroyed elsewhere, over the connection that all share. */
  readonly pool: pg.Pool
  /** 32 bytes from the configuration. */
  readonly masterKey: Uint8Array
  readonly random: Random
  readonly timers: Timers
  /** Of how many streams the keys stay in memory. */
  readonly cachedStreams?: number
}

export function postgresSubjectKeys(options: PostgresSubjectKeysOptions): SubjectKeys {
  const { pool, random, timers, cachedStreams = 2_000 } = options
  const master = masterKeyOf(options.masterKey)
  const cache = createKeyCache(cachedStreams)
  const listeners = createListeners()
  const forget = (stream: string | null) => {
    cache.forget(stream)
    listeners.tell(stream)
  }
  // A notice missed while the connection was lost might have named any stream.
  const listening = listen({
    pool,
    channel: 'subject_key_destroyed',
    timers,
    random,
    onNotice: forget,
    onListening: () => forget(null),
  })

  async function read(wanted: readonly KeyName[]) {
    const { rows } = await pool.query<{ stream: string; subject: string; wrapped: Buffer | null }>({
      name: 'subject-keys-existing',
      text: `SELECT stream, subject, wrapped FROM subject_key
             JOIN unnest($1::text[], $2::text[]) AS wanted(stream, subject) USING (stream, subject)`,
      values: [wanted.map((one) => one.stream), wanted.map((one) => one.subject)],
    })
    return rows.map(({ stream, subject, wrapped }) => ({
      stream,
      subject,
      key: wrapped ? unwrap(master, stream, subject, wrapped) : null,
    }))
  }

  const keys: SubjectKeys = {
    async keyFor(stream, subject) {
      const cached = cache.get(stream, subject)
      if (cached) return cached
      return (await keys.keysFor([{ stream, subject }]))(stream, subject)!
    },
    async keysFor(wanted) {
      const found = await keys.existingAll(wanted)
      const missing = wanted.filter(({ stream, subject }) => found(stream, subject) === null)
      if (missing.length === 0) return found
      // Streams in one order everywhere: each is locked until the end, and two who made keys for the same ones could wait for each other.
      missing.sort((a, b) => (a.stream < b.stream ? -1 : 1))
      const ticket = cache.ticket()
      const { rows } = await pool.query<{ stream: string; subject: string; wrapped: Buffer | null }>({
        name: 'subject-keys-make',
        text: `SELECT stream, subject, make_subject_key(stream, subject, fresh) AS wrapped
                 FROM unnest($1::text[], $2::text[], $3::bytea[]) AS w(stream, subject, fresh)`,
        values: [
          missing.map((one) => one.stream),
          missing.map((one) => one.subject),
          missing.map(({ stream, subject }) => wrap(master, stream, subject, random.bytes(32), random.bytes(12))),
        ],
      })
      const made = new Map<string, SubjectKey>()
      for (const { stream, subject, wrapped } of rows) {
        if (!wrapped) throw new SubjectErased(stream, subject)
        const key = unwrap(master, stream, subject, wrapped)
        cache.put(ticket, stream, subject, key)
        made.set(`${stream} ${subject}`, key)
      }
      return (stream, subject) => found(stream, subject) ?? made.get(`${stream} ${subject}`) ?? null
    },
    async existing(stream, subject) {
      return (await keys.existingAll([{ stream, subject }]))(stream, subject)
    },
    async existingAll(wanted) {
      const found = new Map<string, Map<string, SubjectKey | null>>()
      const note = (stream: string, subject: string, key: SubjectKey | null) => {
        const ofStream = found.get(stream)
        if (ofStream) ofStream.set(subject, key)
        else found.set(stream, new Map([[subject, key]]))
      }
      const missing: KeyName[] = []
      for (const { stream, subject } of wanted) {
        if (found.get(stream)?.has(subject)) continue
        const cached = cache.get(stream, subject)
        note(stream, subject, cached ?? null)
        if (cached === undefined) missing.push({ stream, subject })
      }
      if (missing.length > 0) {
        const ticket = cache.ticket()
        for (const { stream, subject, key } of await read(missing)) {
          cache.put(ticket, stream, subject, key)
          note(stream, subject, key)
        }
      }
      return (stream, subject) => found.get(stream)?.get(subject) ?? null
    },
    async storedAll(wanted) {
      const found = new Map((await read(wanted)).map(({ stream, subject, key }) => [`${stream} ${subject}`, key]))
      return (stream, subject) => found.get(`${stream} ${subject}`) ?? null
    },
    async allOf(stream) {
      const { rows } = await pool.query<{ subject: string; wrapped: Buffer | null }>(
        'SELECT subject, wrapped FROM subject_key WHERE stream = $1',
        [stream],
      )
      const all = new Map<string, SubjectKey>()
      for (const { subject, wrapped } of rows) if (wrapped) all.set(subject, unwrap(master, stream, subject, wrapped))
      return all.size < rows.length ? null : all
    },
    async destroy(stream, subject) {
      await pool.query('SELECT destroy_subject_keys($1, $2)', [stream, subject])
      forget(stream)
    },
    async destroyAll(stream) {
      await pool.query('SELECT destroy_subject_keys($1, $2)', [stream, ''])
      forget(stream)
    },
    onDestroyed: listeners.add,
    close: () => listening.close(),
  }
  return keys
}

const step = (file: string): Migration => ({
  name: `subject-keys/${file}`,
  sql: readFileSync(new URL(`./${file}.sql`, import.meta.url), 'utf8'),
})

export const subjectKeysSchema: readonly Migration[] = [step('001-subject-keys'), step('002-destroyed')]

/** A query for those of these streams that had a key destroyed, to be asked in one statement with others. */
export const destroyedIn = (streams: readonly string[]): string =>
  `SELECT DISTINCT stream FROM public.subject_key WHERE wrapped IS NULL AND stream = ANY (ARRAY[${streams.map(pg.escapeLiteral).join()}]::text[])`
