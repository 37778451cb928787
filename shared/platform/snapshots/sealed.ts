import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Documents, Kind } from '#platform/documents'
import type { World } from '#platform/ports'
import type { SubjectKey, SubjectKeys } from '#platform/subject-keys'
import type { Snapshot, Snapshots } from './port.ts'

export const SNAPSHOTS: Kind = { name: 'snapshot', indexes: [['stream']] }

/** As it is stored: by the stream's name, at the revision that it has seen. */
export type SealedSnapshot = {
  readonly stream: string
  /** Of the program that made it: another one would have come to something else. */
  readonly version: string
  readonly hash: string
  /** Whose keys open it, in order. */
  readonly subjects: readonly string[]
  readonly iv: string
  readonly box: string
}

export interface SealedSnapshotsOptions {
  readonly documents: Pick<Documents<SealedSnapshot>, 'get' | 'put' | 'remove'>
  readonly keys: Pick<SubjectKeys, 'existingAll' | 'allOf'>
  /** Changes with whatever makes states of events. */
  readonly version: string
  readonly world: Pick<World, 'clock' | 'random' | 'timers' | 'log'>
}

/** Who waits for a document is not kept waiting by a store that does not answer, nor asks it again at once. */
const PATIENCE_MS = 2_000
const PAUSE_MS = 10_000
const TAG = 16
const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]

/**
 * Snapshots sealed under all keys of their stream together. Destroying any of them makes every copy unreadable for ever, as it does
 * with the events; a stream that has lost a key has none.
 */
export function sealedSnapshots({ documents, keys, version, world }: SealedSnapshotsOptions): Snapshots {
  const { clock, random, timers, log } = world
  let awayUntil = 0

  /** Null where the store is away. */
  async function asked<T>(work: () => Promise<T>): Promise<T | null> {
    if (clock.now() < awayUntil) return null
    const late = Promise.withResolvers<never>()
    const cancel = timers.after(PATIENCE_MS, () => late.reject(new Error('the store of snapshots does not answer')))
    try {
      return await Promise.race([work(), late.promise])
    } catch (error) {
      awayUntil = clock.now() + PAUSE_MS
      log.warn({ part: 'snapshots', error }, 'long documents are read from their beginning for a while')
      return null
    } finally {
      cancel()
    }
  }

  return {
    find: (stream) =>
      asked(async () => {
        const found = await documents.get(stream)
        if (!found) return null
        const place = { stream, version, revision: found.seen }
        const opened = await openedBy(keys, place, found.body)
        // It would stand in the way of the next, which may have seen no more.
        if (!opened) await documents.remove({ stream })
        return opened
      }),
    async keep(stream, snapshot) {
      await asked(async () => {
        const all = await keys.allOf(stream)
        if (!all) return
        const subjects = [...all.keys()].sort()
        const sealing = subjects.map((subject) => all.get(subject)!)
        const place = { stream, version, hash: snapshot.hash, subjects }
        const sealed = await seal(place, snapshot, sealing, random.bytes(12))
        await documents.put([{ id: stream, seen: snapshot.revision, body: { ...place, ...sealed } }])
        // A process that destroyed one meanwhile may have finished with the snapshot before it was there.
        if (!(await keys.allOf(stream))) await documents.remove({ stream })
      })
    },
    async forget(stream) {
      await documents.remove({ stream })
    },
  }
}

/** Null where it is another stream's or program's, one of its keys is gone, or it is not as it was put. */
async function openedBy(
  keys: Pick<SubjectKeys, 'existingAll'>,
  { stream, version, revision }: { readonly stream: string; readonly version: string; readonly revision: number },
  sealed: SealedSnapshot,
): Promise<Snapshot | null> {
  if (sealed.stream !== stream || sealed.version !== version) return null
  const { subjects } = sealed
  const lookup = await keys.existingAll(subjects.map((subject) => ({ stream, subject })))
  const opening = subjects.map((subject) => lookup(stream, subject))
  return opening.every((key) => key !== null) ? open(sealed, revision, opening).catch(() => null) : null
}

type Place = Pick<SealedSnapshot, 'stream' | 'version' | 'hash' | 'subjects'>

async function seal(place: Place, { revision, body }: Snapshot, keys: readonly SubjectKey[], iv: Uint8Array) {
  const cipher = createCipheriv('aes-256-gcm', keyOf(place.stream, keys), iv).setAAD(boundTo(place, revision))
  const text = await deflate(JSON.stringify(body), { level: 1 })
  const box = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  return { iv: Buffer.from(iv).toString('base64url'), box: box.toString('base64url') }
}

/** @throws when it was changed, stands elsewhere than it was put, or is of other keys */
async function open(sealed: SealedSnapshot, revision: number, keys: readonly SubjectKey[]): Promise<Snapshot> {
  const box = Buffer.from(sealed.box, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(sealed.stream, keys), Buffer.from(sealed.iv, 'base64url'))
  decipher.setAAD(boundTo(sealed, revision)).setAuthTag(box.subarray(box.length - TAG))
  const text = Buffer.concat([decipher.update(box.subarray(0, box.length - TAG)), decipher.final()])
  return { revision, hash: sealed.hash, body: JSON.parse((await inflate(text)).toString('utf8')) }
}

function keyOf(stream: string, keys: readonly SubjectKey[]): Uint8Array {
  const all = Buffer.concat(keys.map((key) => key.export()))
  return new Uint8Array(hkdfSync('sha256', all, '', `snapshot of ${stream}`, 32))
}

const boundTo = ({ stream, version, hash, subjects }: Place, revision: number) =>
  Buffer.from(JSON.stringify([stream, version, revision, hash, subjects]), 'utf8')
