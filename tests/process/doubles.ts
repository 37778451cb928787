import { Readable } from 'node:stream'
import { digestOf, type Json } from '#domain/kernel'
import type { Intake, Upload } from '#pdf/intake'
import type { Sealer } from '#pdf/sealing'
import { NoSpace } from '#platform/blobs'
import { FileKeyTaken, type Files } from '#platform/files'
import {
  type EffectState,
  type Handler,
  isFailureReported,
  isOfPack,
  type Jobs,
  mayRunAgain,
  type QueueSettings,
  retryDelay,
} from '#platform/jobs'
import type { Mail, Mailer, MailOutcome } from '#platform/mail'
import { Refused, Undelivered } from '#platform/mail'
import type { World } from '#platform/ports'
import type { Life } from './mortal.ts'

export interface JobRow {
  readonly queue: string
  data: Json
  state: EffectState
  attempts: number
  error: string | null
  /** Unix milliseconds. */
  readonly notBefore: number
}

/** Jobs whose rows outlive the process that runs them. */
export function survivingJobs(rows: Map<string, JobRow>, world: World, own: Life): Jobs {
  const definitions = new Map<string, { handler: Handler; settings: QueueSettings }>()
  let started = false
  const run = async (key: string) => {
    const row = rows.get(key)!
    const definition = definitions.get(row.queue)
    if (!started || own.dead || !definition || row.state !== 'waiting') return
    const early = row.notBefore - world.clock.now()
    if (early > 0) return void world.timers.after(early, () => void run(key))
    row.state = 'running'
    row.attempts += 1
    const last = row.attempts > definition.settings.retries
    try {
      await definition.handler(row.data, { key, attempt: row.attempts, last, signal: new AbortController().signal })
      await own.step(`before done ${row.queue}`)
      // What is done keeps its key alone.
      Object.assign(row, { data: null, state: 'done', error: null })
    } catch (error) {
      const over = last && (await isFailureReported(definition.settings, row.data, key))
      await own.step(`before retry ${row.queue}`)
      if (row.state !== 'running') return
      row.error = (error as Error).name
      row.state = over ? 'failed' : 'waiting'
      if (!over) world.timers.after(retryDelay(definition.settings, row.attempts, 0.5), () => void run(key))
    }
  }
  return {
    define: (queue, handler, settings) => void definitions.set(queue, { handler, settings }),
    async start() {
      started = true
      for (const [key, row] of rows) {
        if (row.state === 'running') row.state = 'waiting'
        queueMicrotask(() => void run(key))
      }
    },
    async send(queue, data, { key, notBefore = 0 }) {
      if (rows.has(key)) return false
      rows.set(key, { queue, data, state: 'waiting', attempts: 0, error: null, notBefore })
      queueMicrotask(() => void run(key))
      return true
    },
    async find(key) {
      const row = rows.get(key)
      return row ? { key, queue: row.queue, state: row.state, attempts: row.attempts, error: row.error } : null
    },
    async retry(key, data) {
      const row = rows.get(key)
      if (!row || !mayRunAgain(row.state, data)) return false
      Object.assign(row, { state: 'waiting', attempts: 0, error: null, data: data ?? row.data })
      queueMicrotask(() => void run(key))
      return true
    },
    async removeOf(pack, { but }) {
      for (const [key, row] of rows)
        if (key !== but && isOfPack(row.data, pack)) Object.assign(row, { data: null, state: 'done', error: null })
    },
    async stop() {
      started = false
    },
  }
}

export interface Stored {
  readonly pack: string
  readonly bytes: Uint8Array | null
}
/** Files in memory, on a disk that can be full. It remembers whose files were removed for good. */
export function memoryFiles(kept: Map<string, Stored>, disk: { full: boolean; removed?: Set<string> }): Files {
  disk.removed ??= new Set()
  const { removed } = disk
  async function store(key: string, content: AsyncIterable<Uint8Array>) {
    if (disk.full) throw new NoSpace()
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    const bytes = new Uint8Array(Buffer.concat(chunks))
    const there = kept.get(key)
    if (!there || (there.bytes && digestOf(there.bytes) !== digestOf(bytes))) throw new FileKeyTaken()
    kept.set(key, { ...there, bytes })
    return { digest: digestOf(bytes), size: bytes.length }
  }
  const row = (key: string, { pack, bytes }: Stored) => ({
    key,
    pack,
    mediaType: 'application/pdf',
    digest: bytes && digestOf(bytes),
    size: bytes?.length ?? null,
    refused: null,
  })
  return {
    async reserve({ key, pack }) {
      if (removed.has(pack) || (kept.has(key) && kept.get(key)?.pack !== pack)) throw new FileKeyTaken()
      if (!kept.has(key)) kept.set(key, { pack, bytes: null })
    },
    store,
    receive: store,
    async find(key) {
      const found = kept.get(key)
      return found ? row(key, found) : null
    },
    async open(key) {
      const found = kept.get(key)
      if (!found?.bytes) return null
      const { bytes } = found
      return { size: bytes.length, start: 0, end: bytes.length - 1, stream: Readable.from([Buffer.from(bytes)]), file: row(key, found) }
    },
    remove: async (key) => void kept.delete(key),
    abandon: async ({ key }) => void kept.delete(key),
    refuse: () => Promise.reject(new Error('not asked for here')),
    share: () => Promise.reject(new Error('not asked for here')),
    keysOf: () => Promise.reject(new Error('not asked for here')),
    async removeOfPack(pack) {
      removed.add(pack)
      const own = [...kept].filter(([, stored]) => stored.pack === pack)
      for (const [key] of own) kept.delete(key)
      return own.length
    },
    sweep: async () => 0,
  }
}

export interface MailRow {
  readonly mail: Mail
  state: MailOutcome['state'] | 'waiting'
  detail: string | null
}
export interface Letterbox {
  readonly rows: Map<string, MailRow>
  /** What arrived in people's mailboxes, in order. */
  readonly delivered: { readonly messageId: string; readonly mail: Mail }[]
  /** Whose mails, and which, were removed for good: nobody writes one any more. */
  removed?: Set<string>
  /** What the mail server does with the next mails. */
  mood: 'takes' | 'away' | 'refuses-address' | 'refuses'
  /** Whose mails alone meet that mood; everybody's where nobody is named. */
  only?: string
}
export const messageIdOf = (key: string) => `<${digestOf(key)}@example.com>`

/** A mailer whose rows outlive the process, and a mail server outside of it. */
export function letterboxMailer(box: Letterbox, own: Life): Pick<Mailer, 'send' | 'recordBounce' | 'removeOf' | 'removeKeys' | 'removeTo'> {
  return {
    async send(mail, { last = false } = {}) {
      await own.step('before the mail is written down')
      if (box.removed?.has(mail.owner) || box.removed?.has(mail.key)) return { state: 'failed', detail: null }
      const row = box.rows.get(mail.key) ?? { mail, state: 'waiting', detail: null }
      box.rows.set(mail.key, row)
      await own.step('after the mail is written down')
      if (row.state !== 'waiting') return { state: row.state, detail: row.detail }
      const settle = (state: MailOutcome['state'], detail: string | null) => {
        row.state = state
        row.detail = detail
        return { state, detail }
      }
      try {
        const mood = box.only === undefined || box.only === mail.to ? box.mood : 'takes'
        if (mood === 'away') throw new Undelivered('ECONNREFUSED')
        if (mood !== 'takes') throw new Refused('550 no such user', mood === 'refuses-address')
        box.delivered.push({ messageId: messageIdOf(mail.key), mail })
        await own.step('after the mail server took the mail')
      } catch (error) {
        if (error instanceof Refused) return settle(error.address ? 'bounced' : 'failed', error.message)
        if (last) return settle('failed', 'ECONNREFUSED')
        throw error
      }
      return settle('sent', null)
    },
    async removeOf(owner) {
      box.removed ??= new Set()
      box.removed.add(owner)
      for (const [key, { mail }] of box.rows) if (mail.owner === owner) box.rows.delete(key)
    },
    async removeKeys(keys) {
      await own.step('before mails are removed')
      box.removed ??= new Set()
      for (const key of keys) {
        box.removed.add(key)
        box.rows.delete(key)
      }
    },
    async removeTo(address, isSpared) {
      for (const [key, { mail }] of box.rows) if (mail.to === address && !isSpared(mail.owner)) box.rows.delete(key)
    },
    async recordBounce(messageId) {
      for (const [key, row] of box.rows) {
        if (messageIdOf(key) !== messageId) continue
        row.state = 'bounced'
        return { key, owner: row.mail.owner }
      }
      return null
    },
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const bytes = (words: string) => new TextEncoder().encode(words)

/** Seals by storing the stamps. */
export const plainSealer: Pick<Sealer, 'stamp' | 'sign'> = {
  async stamp({ pdf, stamps }) {
    const painted = stamps.flatMap(({ paints }) => paints.flatMap((paint) => (paint.kind === 'text' ? [paint.text] : [])))
    return { ok: true, bytes: bytes(`${text(pdf)} + ${painted.join(', ')}`), pages: [digestOf('page 1'), digestOf('page 2')] }
  },
  sign: async ({ pdf }) => ({ ok: true, bytes: bytes(`signed(${text(pdf)})`) }),
}

/** What waits here waits in memory. */
export const bytesIn = (upload: Upload) => ('bytes' in upload ? upload.bytes : new Uint8Array())

export const plainIntake: Intake = {
  longestMs: 60_000,
  async convert(upload, onProgress) {
    onProgress?.(1, 2)
    const words = text(bytesIn(upload))
    if (words === 'locked' && upload.password !== 'sesame') {
      return { ok: false, reason: upload.password === undefined ? 'password-required' : 'password-wrong', words: '' }
    }
    onProgress?.(2, 2)
    return { ok: true, bytes: bytes(`clean ${words}`), pages: [{ width: 595_276, height: 841_890 }], repaired: false }
  },
}
