import { EVIDENCE_PAGES as WORDS } from '#contract/evidence-pages'
import { capitalised, elided } from '#domain/kernel'
import { type AuditRow, auditPages, type EvidencePage, type PageSize, sealPages } from '#pdf/evidence-pages'
import type { SealLevel } from '#pdf/signature'
import { loadMetrics } from '#pdf/text-layout'
import { type AttachedEvent, type Certificate, type ReportedEvent, type ReportedSigner, storyOf } from '#pdf/verification'

export interface Wanted {
  /** Its key. */
  readonly of: string
  /** Its name. */
  readonly document: string
  /** Of the document itself, in points. */
  readonly pages: readonly PageSize[]
  /** As a holder of the file may read it. */
  readonly history: readonly AttachedEvent[]
  /** null: the seal is not seen. */
  readonly seal: { readonly certificate: Certificate; readonly level: SealLevel; readonly at: number } | null
  readonly audit: boolean
  /** Where files can be checked. */
  readonly publicUrl: string
}
export interface Added {
  readonly seal: readonly EvidencePage[]
  readonly audit: readonly EvidencePage[]
}

const A4 = { width: 595, height: 842 }
const LETTER = { width: 612, height: 792 }
/** Beyond this many lines a history shows its beginning and its end. About fifteen pages. */
const MOST_ROWS = 600
/** Beyond this many fields the pages name their number. */
const MOST_LEFT_OUT = 200
/** A page holds that much. The whole stands in the history that is attached. */
const MOST_WORDS = 1_000

/** The pages added to a sealed file. They show the very events that the file carries. */
export async function addedPages({ of, document, pages, history, seal, audit, publicUrl }: Wanted): Promise<Added> {
  if (!seal && !audit) return { seal: [], audit: [] }
  const { events, signers, leftOut } = storyOf(history, of)
  const hidden = leftOut
    .slice(0, MOST_LEFT_OUT)
    .map(({ field, words }) => ({ name: capitalised(field), lines: [capitalised(elided(words, MOST_WORDS))] }))
  if (leftOut.length > hidden.length)
    hidden.push({ name: WORDS.left_out_more(leftOut.length - hidden.length), lines: [WORDS.left_out_attached] })
  const size = sizeLike(pages[0])
  const texts = [
    document,
    seal?.certificate.name ?? '',
    ...signers.map(({ name }) => name),
    ...events.flatMap(({ who, words }) => [who, words]),
    ...hidden.flatMap(({ name, lines }) => [name, ...lines]),
  ]
  const metrics = await loadMetrics(texts.join(' '))
  const auditText = {
    title: WORDS.audit_title,
    lead: WORDS.audit_lead(document, events.length),
    columns: WORDS.audit_columns,
    rows: [
      ...rowsOf(events),
      ...hidden.map(({ name, lines }) => ({ number: '', time: '', who: WORDS.left_out_row, what: `${name}: ${lines[0]}` })),
    ],
    foot: WORDS.audit_foot(events.length, events.at(-1)?.hash ?? ''),
    numbered: WORDS.numbered,
  }
  const auditSheets = audit ? auditPages(auditText, size, metrics) : []
  if (!seal) return { seal: [], audit: auditSheets }
  const drawn = (added: number) =>
    sealPages(
      {
        title: WORDS.seal_title,
        document,
        facts: factsOf(seal, pages.length, added, events.length),
        signersTitle: WORDS.signed_by,
        signers: signers.map(signerLines),
        nobody: WORDS.nobody,
        leftOutTitle: WORDS.left_out,
        leftOut: hidden,
        foot: WORDS.check(publicUrl),
        numbered: WORDS.numbered,
      },
      size,
      metrics,
    )
  // How many pages it takes itself doesn't depend on the number that it names.
  return { seal: drawn(drawn(1).length + auditSheets.length), audit: auditSheets }
}

/** The paper that the document is on, where that is one that people print on. */
function sizeLike(first: PageSize | undefined): PageSize {
  const short = first ? Math.min(first.width, first.height) : 0
  return short > 604 && short < 620 ? LETTER : A4
}

function factsOf({ certificate, level, at }: NonNullable<Wanted['seal']>, pages: number, added: number, events: number) {
  return [
    { name: WORDS.sealed_as, value: certificate.name },
    { name: WORDS.sealed_on, value: moment(new Date(at).toISOString()) },
    { name: WORDS.level, value: level === 'B-B' ? WORDS.level_plain(level) : WORDS.level_timestamped(level) },
    { name: WORDS.fingerprint, value: (certificate.fingerprint.match(/.{1,4}/g) ?? []).join(' ') },
    { name: WORDS.pages, value: WORDS.pages_words(pages, added) },
    { name: WORDS.history, value: WORDS.history_words(events) },
  ]
}

function signerLines({ name, completed, proof, capacity, fields }: ReportedSigner) {
  const how = WORDS.proofs[capacity === 'in-person-host' ? capacity : proof] ?? WORDS.proofs.none!
  const pages = [...new Set(fields.map(({ page }) => page))].sort((a, b) => a - b)
  const lines = [`${moment(completed)}, ${how}`, ...(fields.length > 0 ? [WORDS.filled(fields.length, pages)] : [])]
  return { name: name || WORDS.unnamed, lines }
}

/** Every event a line, while they are few; then those of a kind that follow each other in one, and then beginning and end. */
export function rowsOf(events: readonly ReportedEvent[], most = MOST_ROWS): readonly AuditRow[] {
  if (events.length <= most) return events.map((event) => rowOf([event]))
  const runs: ReportedEvent[][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run?.[0]?.type === event.type && run[0].who === event.who) run.push(event)
    else runs.push([event])
  }
  if (runs.length <= most) return runs.map(rowOf)
  const half = Math.floor((most - 1) / 2)
  const [first, between, last] = [runs.slice(0, half), runs.slice(half, -half), runs.slice(-half)]
  const gap = { number: '', time: '', who: '', what: WORDS.audit_left_out(between.flat().length) }
  return [...first.map(rowOf), gap, ...last.map(rowOf)]
}

function rowOf(run: readonly ReportedEvent[]): AuditRow {
  const [first, last] = [run[0]!, run.at(-1)!]
  const more = run.length > 1 ? `; ${WORDS.audit_more(run.length - 1)}` : ''
  return {
    number: run.length > 1 ? `${first.number}–${last.number}` : String(first.number),
    time: moment(first.time, 19),
    who: first.who,
    what: `${first.words}${more}`,
  }
}

const moment = (time: string, digits = 16) => `${time.slice(0, digits).replace('T', ' ')}${digits === 16 ? ' UTC' : ''}`
