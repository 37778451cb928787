import { execFileSync } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredEvent } from '#domain/kernel'
import { codec, type PackCommand, type PackFact } from '#domain/pack'
import { type Attachment, type Credential, inspectCredential, type SealLevel, signFile, type TimestampSource } from '#pdf/signature'
import { stampFile } from '#pdf/stamp'
import { loadMetrics } from '#pdf/text-layout'
import { certificatesOf } from '#pdf/verification'
import { encodeEvent } from '#platform/event-codec'
import { addedPages, fieldsToSeal, historyOf, historySoFar, stampsOf } from '#processes/sealing'
import { document, fill, happened, having, idOf, packInSetup, place, sent, signedBy, type World } from '#tests/pack'
import { testWorld } from '#tests/world'
import { plainBytes } from './files.ts'

export interface Wanted {
  readonly seed?: string
  readonly pages?: number
  /** The upload; plain pages where it is left out. */
  readonly original?: Uint8Array
  readonly level?: SealLevel
  readonly credential: Credential
  readonly timestamps?: TimestampSource
  readonly attachments?: readonly Attachment[]
  /** Takes the place of the history that belongs there. */
  readonly forged?: (lines: string) => string
  readonly title?: string
  /** What its people are called. */
  readonly names?: readonly [string, string]
  /** Pages that follow its own. */
  readonly added?: { readonly seal: boolean; readonly audit: boolean }
  /** How often its first note was rewritten before it was signed. */
  readonly drafts?: number
  /** A field of the second one is asked for only where the first wrote something else; so is one by the second's date, which is hidden in the file. */
  readonly conditions?: boolean
  readonly at: number
}
export interface SealedPack {
  readonly bytes: Uint8Array
  readonly stamped: Uint8Array
  readonly events: readonly StoredEvent[]
}

const KEY = createSecretKey(Buffer.alloc(32, 7))
const NAME = 'paraph-history.jsonl'

/** A pack that two people signed, sealed as the process seals it: no server, no database. */
export async function sealedPack({
  seed = 'sealed',
  pages = 2,
  original,
  level = 'B-B',
  credential,
  timestamps,
  attachments = [],
  forged,
  title = 'Order of copies',
  names,
  added = { seal: false, audit: false },
  drafts = 1,
  conditions = false,
  at,
}: Wanted): Promise<SealedPack> {
  const world = testWorld({ seed })
  const before = having(signedStory(seed, names, drafts, conditions), { do: 'StartSealing', document })
  const pdf = original ?? (await plainBytes(Math.max(2, pages), [595, 842]))
  const sofar = stored(before, testWorld({ seed }))
  const deps = {
    log: {
      read: async (_stream: string, from: bigint, most: number): Promise<readonly StoredEvent[]> =>
        sofar.slice(Number(from), Number(from) + most),
    },
    keys: { existingAll: async () => () => KEY, onDestroyed: () => () => {} },
  }
  const pack = sofar[0]!.stream.slice('pack-'.length)
  const size = { width: 595, height: 842 }
  const sheets = await addedPages({
    of: document,
    document: title,
    pages: Array.from({ length: Math.max(2, pages) }, () => size),
    history: await historySoFar(deps, pack, document),
    seal: added.seal ? { certificate: certificatesOf((await inspectCredential(credential)).certificates[0]!)[0]!, level, at } : null,
    audit: added.audit,
    publicUrl: 'https://sign.example.org',
  })
  const stamps = stampsOf(fieldsToSeal(before.state, document), await loadMetrics())
  const stamped = await stampFile(pdf, stamps, {}, undefined, [...sheets.seal, ...sheets.audit])
  const counts = { seal: sheets.seal.length, audit: sheets.audit.length }
  const after = happened(before, [
    ...(counts.seal + counts.audit > 0 ? [{ type: 'EvidencePagesAdded', data: { document, attempt: 1, ...counts } } as PackFact] : []),
    { type: 'DocumentStamped', data: { document, attempt: 1, pages: [...stamped.pages] } } as PackFact,
  ])
  const events = stored(after, world)
  const all = {
    ...deps,
    log: { read: async (_stream: string, from: bigint, most: number) => events.slice(Number(from), Number(from) + most) },
  }
  const history = await historyOf(all, events[0]!.stream.slice('pack-'.length), { document, attempt: 1 })
  if (!history) throw new Error('no history')
  const own = forged
    ? { ...history.attachment, bytes: Buffer.from(forged(Buffer.from(history.attachment.bytes).toString('utf8'))) }
    : history.attachment
  const lines = Buffer.from(own.bytes).toString('utf8').trim().split('\n')
  const bytes = await signFile(stamped.bytes, {
    credential,
    at,
    level,
    certify: true,
    unpackedPages: stamped.unpacked,
    timestamps: timestamps ? { source: timestamps, seed: world.random.bytes(16) } : null,
    reason: `Sealed by Paraph at level ${level} with ${lines.length} events, the last ${(JSON.parse(lines.at(-1)!) as { hash: string }).hash}`,
    attachments: [own, ...attachments],
  })
  if (own.name !== NAME) throw new Error('the history has another name')
  return { bytes, stamped: stamped.bytes, events }
}

function signedStory(seed: string, names: Wanted['names'], drafts: number, conditions: boolean): World {
  const set = having(
    packInSetup('first', 'second'),
    place('note', 'text', 'first', { y: 400_000 }),
    place('day', 'date', 'second', { y: 460_000 }),
  )
  const named = names
    ? having(
        set,
        ...(['first', 'second'] as const).map((who, at) => ({ do: 'NameSignatory', signatory: idOf(who), name: names[at]! }) as const),
      )
    : set
  const ruled = conditions ? having(named, ...CONDITIONS) : named
  const filled = having(
    sent(ruled),
    ...Array.from({ length: drafts }, (_, at) => fill('note', 'first', `draft ${at} of ${seed}`)),
    fill('note', 'first', `Twelve copies for ${seed}`),
    fill('day', 'second', '2026-03-02'),
  )
  return signedBy(filled, 'first', 'second')
}

const onlyIf = (field: string, condition: string): PackCommand => {
  return { do: 'SetFieldRule', rule: idOf(`${field} rule`), target: { field: idOf(field) }, condition }
}
const CONDITIONS = [
  place('income', 'text', 'first', { y: 500_000, required: false, hiddenInFinal: true }),
  place('reason', 'text', 'second', { y: 520_000, required: true, label: 'Reason of the sender’s own' }),
  place('tax', 'text', 'second', { y: 540_000, required: true }),
  onlyIf('reason', `[${idOf('note')}] contains "another number"`),
  onlyIf('tax', `[${idOf('income')}] > 54321`),
] as const

function stored({ events }: World, { random, ids }: ReturnType<typeof testWorld>): StoredEvent[] {
  const out: StoredEvent[] = []
  for (const { fact, meta, stream, revision } of events) {
    const filler = fact.type === 'FieldFilled' ? fact.data.by : fact.type === 'SignatoryCompleted' ? fact.data.signatory : null
    const actor = filler === null ? meta.actor : { principal: `signatory:${filler}`, capacity: 'signatory' as const, proof: 'signing-link' }
    const own = { ...meta, actor, address: '192.0.2.7', agent: 'A browser' }
    const event = { id: ids.next(), stream, revision, prev: out.at(-1)?.hash ?? '', fact, meta: own }
    out.push(encodeEvent(event, codec, () => KEY, random))
  }
  return out
}

/** A key and a certificate under an authority of its own, made by openssl; as PEM with its chain, or as PKCS#12. */
export function issuedCredential(kind: 'rsa' | 'ec' | 'p384', form: 'pem' | 'pkcs12' = 'pem'): { credential: Credential; root: string } {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-ca-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  const curve = kind === 'p384' ? 'P-384' : 'P-256'
  const key = kind === 'rsa' ? ['-newkey', 'rsa:2048'] : ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${curve}`]
  const days = ['-days', '3650']
  openssl('req', '-x509', ...key, '-nodes', '-keyout', 'root.key', '-out', 'root.pem', ...days, '-subj', '/CN=Root under test')
  openssl('req', ...key, '-nodes', '-keyout', 'own.key', '-out', 'own.csr', '-subj', '/CN=Office under test')
  // Valid already when the stories of these tests take place.
  openssl('x509', '-req', '-in', 'own.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-out', 'own.pem', ...days)
  if (form === 'pem') {
    return {
      credential: { kind: 'pem', certificate: text('own.pem') + text('root.pem'), privateKey: text('own.key') },
      root: text('root.pem'),
    }
  }
  openssl('pkcs12', '-export', '-inkey', 'own.key', '-in', 'own.pem', '-certfile', 'root.pem', '-out', 'own.p12', '-passout', 'pass:secret')
  return { credential: { kind: 'pkcs12', bytes: readFileSync(join(folder, 'own.p12')), password: 'secret' }, root: text('root.pem') }
}
