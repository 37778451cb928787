import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type AnchorFile,
  type AnchorLine,
  certificatesOf,
  type DisclosureFile,
  type Report,
  readAnchor,
  readAnchorLines,
  readDisclosures,
  verifyFile,
} from '#pdf/verification'
import { ForPeople } from './explain.ts'

interface Asked {
  readonly files: readonly string[]
  readonly json: boolean
  readonly trust: string | null
  readonly authorities: string | null
  readonly anchors: string | null
}

const USAGE = `Usage: paraph verify <file.pdf>… [--json] [--trust anchors.pem] [--authorities authorities.pem] [--anchors anchors.jsonl] [disclosures.json…] [anchor.json…]

Says whether sealed files are unchanged, without a network. Exit code 0: all intact, and with --trust all sealed
by a key of that list or issued under one; 1 otherwise. --authorities names whose timestamps are believed, where that is not everybody of
the first list. Disclosures and proofs of anchors are checked against every file; with --anchors only
proofs by one of those anchors hold.`

/** `paraph verify`: needs no database and no installation. Answers the exit code. */
export async function verify(argv: readonly string[]): Promise<number> {
  const asked = read(argv)
  if (!asked) {
    console.error(USAGE)
    return 1
  }
  const trust = asked.trust === null ? null : await certificatesIn(asked.trust)
  const authorities = asked.authorities === null ? null : await certificatesIn(asked.authorities)
  const knownAnchors = asked.anchors === null ? null : await anchorsIn(asked.anchors)
  const disclosures: DisclosureFile[] = []
  const anchors: AnchorFile[] = []
  const pdfs: { name: string; bytes: Uint8Array }[] = []
  for (const path of asked.files) {
    const bytes = await contentOf(path)
    const text = path.endsWith('.json') ? bytes.toString('utf8') : null
    const given = text === null ? null : readDisclosures(text)
    const proof = text === null ? null : readAnchor(text)
    if (given) disclosures.push(given)
    else if (proof) anchors.push(proof)
    else if (text !== null) throw new ForPeople(`${path} holds neither disclosures nor the proof of an anchor.`)
    else pdfs.push({ name: path, bytes: new Uint8Array(bytes) })
  }
  let right = pdfs.length > 0
  for (const { name, bytes } of pdfs) {
    const report = await verifyFile(bytes, {
      disclosures,
      anchors,
      ...(knownAnchors ? { knownAnchors } : {}),
      ...(trust === null ? {} : { trust }),
      ...(authorities === null ? {} : { authorities }),
    })
    right &&= report.intact && (trust === null || report.trusted)
    console.log(asked.json ? JSON.stringify({ file: name, ...report }) : inWords(basename(name), report))
  }
  return right ? 0 : 1
}

/** A file that cannot be taken must be reported: a check without it would say less than was asked. */
async function contentOf(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ForPeople(`There is no file ${path}.`)
    throw new ForPeople(`${path} cannot be read${error.code === 'EISDIR' ? ': it is a folder' : ''}.`)
  })
}

async function certificatesIn(path: string): Promise<string> {
  const text = (await contentOf(path)).toString('utf8')
  if (!holdsCertificates(text)) throw new ForPeople(`${path} holds no certificates as PEM.`)
  return text
}

function holdsCertificates(text: string): boolean {
  try {
    return certificatesOf(text).length > 0
  } catch {
    return false
  }
}

async function anchorsIn(path: string): Promise<AnchorLine[]> {
  const lines = readAnchorLines((await contentOf(path)).toString('utf8'))
  if (lines.length === 0) throw new ForPeople(`${path} holds no anchors.`)
  return lines
}

function read(argv: readonly string[]): Asked | null {
  const files: string[] = []
  let json = false
  let trust: string | null = null
  let anchors: string | null = null
  let authorities: string | null = null
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (word === '--json') json = true
    else if (word === '--trust') {
      trust = argv[++at] ?? null
      if (trust === null) return null
    } else if (word === '--anchors') {
      anchors = argv[++at] ?? null
      if (anchors === null) return null
    } else if (word === '--authorities') {
      authorities = argv[++at] ?? null
      if (authorities === null) return null
    } else if (word.startsWith('--')) return null
    else files.push(word)
  }
  return files.length > 0 ? { files, json, trust, authorities, anchors } : null
}

const minute = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

/** Where somebody filled in hundreds of fields, nobody reads a line that names each. */
function filledIn(fields: Report['signers'][number]['fields']): string {
  if (fields.length <= MOST_NAMED) return fields.map(({ type, page }) => `${type} on page ${page}`).join(', ')
  const pages = fields.map(({ page }) => page)
  const types = [...new Set(fields.map(({ type }) => type))].map((type) => `${fields.filter((one) => one.type === type).length} ${type}`)
  return `${fields.length} fields (${types.join(', ')}) on ${new Set(pages).size} pages from ${Math.min(...pages)} to ${Math.max(...pages)}`
}
const MOST_NAMED = 20

/** What an answer in the file proves, and at which time: of later days it says nothing. */
function revocationInWords({ certificate, status, by, authority, time, revoked, reason }: Report['revocations'][number]): string {
  if (status === 'unknown') return `  Nothing in the file says whether the certificate “${certificate}” was revoked`
  const from = `by ${by === 'ocsp' ? 'the OCSP answer' : 'the list'} of ${minute(time ?? '')} from “${authority}”`
  if (status === 'good') return `  The certificate “${certificate}” was not revoked, ${from}`
  return `  The certificate “${certificate}” was revoked on ${minute(revoked ?? '')}${reason ? ` (${reason.replaceAll('-', ' ')})` : ''}, ${from}`
}

function inWords(file: string, report: Report): string {
  const { verdict, seal, signers, problems, timestamps, revocations, events, disclosures, anchors, document, leftOut } = report
  return [
    `${file}: ${verdict}`,
    ...problems.map(({ where, message }) => `  ! ${where}: ${message}`),
    ...(seal
      ? [`  Sealed as “${seal.name}”, level ${seal.level}${seal.time ? `, ${minute(seal.time)}` : ''}`, `  Certificate ${seal.fingerprint}`]
      : []),
    ...timestamps.map(
      ({ of, time, authority, trusted }) => `  Timestamp of the ${of}: ${time} by ${authority}${trusted ? '' : ' (not on the trust list)'}`,
    ),
    ...revocations.map(revocationInWords),
    ...[...(seal?.unvouched ?? []), ...timestamps.flatMap(({ unvouched }) => unvouched)].map(
      (name) => `  The certificate “${name}”, above one that is known, is vouched for by nobody here: it says nothing of the file`,
    ),
    ...signers.map(({ name, completed, proof, fields }) => {
      const by = proof ? `, by ${proof.replaceAll('-', ' ')}` : ''
      return `  Signed by ${name || 'somebody whose name is not shown'}, ${minute(completed)}${by}${fields.length > 0 ? `: ${filledIn(fields)}` : ''}`
    }),
    ...leftOut.map(({ field, words }) => `  Not on the pages: ${field}, ${words}`),
    ...(events.length > 0 ? [`  History of ${events.length} events, the last ${report.head}`] : []),
    ...(document && document.added.seal + document.added.audit > 0
      ? [`  ${document.pages} pages; Paraph added ${document.added.seal} of them for the seal and ${document.added.audit} for the history`]
      : []),
    ...anchors
      .filter(({ right }) => right)
      .map(({ number, time, event, timestamp }) => {
        const stamped = timestamp ? `, which existed on ${timestamp.time} by ${timestamp.authority}` : ''
        return `  Held by anchor ${number} of ${minute(time)} up to event ${event}${stamped}`
      }),
    ...(disclosures.given > 0 ? [`  ${disclosures.right} of ${disclosures.given} disclosures belong to this history`] : []),
  ].join('\n')
}
