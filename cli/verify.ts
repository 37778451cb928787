import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type DisclosureFile, type Report, readDisclosures, verifyFile } from '#pdf/verification'

interface Asked {
  readonly files: readonly string[]
  readonly json: boolean
  readonly trust: string | null
}

const USAGE = `Usage: paraph verify <file.pdf>… [--json] [--trust anchors.pem] [disclosures.json…]

Says whether sealed files are what was sealed, without a network. Exit code 0: all intact, and with --trust all sealed
by a key of that list or issued under one; 1 otherwise.`

/** `paraph verify`: needs no database and no installation. Answers the exit code. */
export async function verify(argv: readonly string[]): Promise<number> {
  const asked = read(argv)
  if (!asked) {
    console.error(USAGE)
    return 1
  }
  const trust = asked.trust === null ? null : await readFile(asked.trust, 'utf8')
  const disclosures: DisclosureFile[] = []
  const pdfs: { name: string; bytes: Uint8Array }[] = []
  for (const path of asked.files) {
    const bytes = await readFile(path)
    const given = path.endsWith('.json') ? readDisclosures(bytes.toString('utf8')) : null
    if (given) disclosures.push(given)
    else pdfs.push({ name: path, bytes: new Uint8Array(bytes) })
  }
  let right = pdfs.length > 0
  for (const { name, bytes } of pdfs) {
    const report = await verifyFile(bytes, { disclosures, ...(trust === null ? {} : { trust }) })
    right &&= report.intact && (trust === null || report.trusted)
    console.log(asked.json ? JSON.stringify({ file: name, ...report }) : inWords(basename(name), report))
  }
  return right ? 0 : 1
}

function read(argv: readonly string[]): Asked | null {
  const files: string[] = []
  let json = false
  let trust: string | null = null
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (word === '--json') json = true
    else if (word === '--trust') {
      trust = argv[++at] ?? null
      if (trust === null) return null
    } else if (word.startsWith('--')) return null
    else files.push(word)
  }
  return files.length > 0 ? { files, json, trust } : null
}

const minute = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

function inWords(file: string, report: Report): string {
  const { verdict, seal, signers, problems, timestamps, events, disclosures } = report
  return [
    `${file}: ${verdict}`,
    ...problems.map(({ where, message }) => `  ! ${where}: ${message}`),
    ...(seal
      ? [`  Sealed as “${seal.name}”, level ${seal.level}${seal.time ? `, ${minute(seal.time)}` : ''}`, `  Certificate ${seal.fingerprint}`]
      : []),
    ...timestamps.map(
      ({ of, time, authority, trusted }) => `  Timestamp of the ${of}: ${time} by ${authority}${trusted ? '' : ' (not on the trust list)'}`,
    ),
    ...signers.map(({ name, completed, proof, fields }) => {
      const what = fields.map(({ type, page }) => `${type} on page ${page}`)
      return `  Signed by ${name || 'somebody whose name is not shown'}, ${minute(completed)}${proof ? `, by ${proof.replaceAll('-', ' ')}` : ''}${what.length > 0 ? `: ${what.join(', ')}` : ''}`
    }),
    ...(events.length > 0 ? [`  History of ${events.length} events, the last ${report.head}`] : []),
    ...(disclosures.given > 0 ? [`  ${disclosures.right} of ${disclosures.given} disclosures belong to this history`] : []),
  ].join('\n')
}
