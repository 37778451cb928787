import type { Checked } from './check.ts'
import { exact, whole } from './times.ts'

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
const row = (cells: readonly string[], tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells)).join('')}</tbody></table>`

/** The report as a page that prints well and stands alone. What programs want of it stands in it as JSON. */
export function reportPage({ name, report }: Checked): string {
  const { verdict, problems, seal, signers, timestamps, revocations, events, head, bytes, document, anchors, disclosures, leftOut } = report
  const facts: [string, string][] = [
    ['File', name],
    ['Bytes', `${bytes.total}; ${bytes.covered} are covered`],
    ...(seal
      ? ([
          ['Seal', `${seal.name}, level ${seal.level}`],
          ['Certificate (SHA-256)', seal.fingerprint],
          ...(seal.time ? [['Sealed', whole(seal.time)] as [string, string]] : []),
        ] as [string, string][])
      : []),
    ...timestamps.map(({ of, time, authority, trusted }): [string, string] => [
      `Timestamp of the ${of}`,
      `${time}, ${authority}${trusted ? '' : ' (not known here)'}`,
    ]),
    ...revocations.map(({ certificate, status, time, authority, revoked }): [string, string] => [
      `Revocation of ${certificate}`,
      status === 'unknown'
        ? 'nothing in the file says whether it was revoked'
        : `${status === 'revoked' ? `revoked on ${revoked}` : 'not revoked'}, by ${authority} of ${time}`,
    ]),
    ...(document && document.added.seal + document.added.audit > 0
      ? ([['Pages', `${document.pages}; the last ${document.added.seal + document.added.audit} were added when it was sealed`]] as [
          string,
          string,
        ][])
      : []),
    ...anchors.map(({ number, time, event, right }): [string, string] => [
      `Anchor ${number}`,
      right ? `${whole(time)}, holds the history up to event ${event}` : 'does not fit this history',
    ]),
    ...(disclosures.given > 0
      ? ([['Disclosures', `${disclosures.right} of ${disclosures.given} belong to this history`]] as [string, string][])
      : []),
    ...(head ? ([['Last event', head]] as [string, string][]) : []),
  ]
  const data = JSON.stringify({ file: name, ...report }).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(`Verification of ${name}`)}</title>
<style>body{font:14px/20px system-ui,sans-serif;max-width:720px;margin:40px auto;padding:0 24px;color:#1e1c19}h1{font-size:22px}h2{font-size:16px;margin-top:32px}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #e6e2dc;padding:6px 8px 6px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}</style>
<h1>${escaped(verdict)}</h1>${table(['What', 'Found'], facts)}
${
  problems.length > 0
    ? `<h2>Problems</h2>${table(
        ['Where', 'What'],
        problems.map(({ where, message }) => [where, message]),
      )}`
    : ''
}
<h2>Signed by</h2>${table(
    ['Name', 'When', 'How they showed who they are'],
    signers.map((one) => [one.name, whole(one.completed), one.proof.replaceAll('-', ' ')]),
  )}
${
  leftOut.length > 0
    ? `<h2>Not on the pages, by a condition</h2>${table(
        ['Field', 'Why'],
        leftOut.map((one) => [one.field, one.words]),
      )}`
    : ''
}
<h2>History</h2>${table(
    ['No.', 'When (UTC)', 'What happened', 'Hash'],
    events.map((one) => [String(one.number), exact(one.time), `${one.who} ${one.words}`, one.hash]),
  )}
<script type="application/json" id="report">${data}</script></html>`
}
