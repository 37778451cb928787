/** What stands on the pages that sealing adds. Times are written as they are recorded: in UTC. */
export const EVIDENCE_PAGES = {
  seal_title: 'Sealed document',
  sealed_as: 'Sealed as',
  sealed_on: 'Sealed on',
  level: 'Kind of seal',
  level_plain: (level: string) => `PAdES ${level}`,
  level_timestamped: (level: string) => `PAdES ${level}, with the time of an independent authority`,
  fingerprint: 'Certificate (SHA-256)',
  pages: 'Signed pages',
  pages_words: (pages: number, added: number) =>
    `${pages === 1 ? 'Page 1' : `Pages 1 to ${pages}`}. ${added > 1 ? `The ${added} pages after them were` : 'This page was'} added by Paraph when it was sealed.`,
  history: 'History',
  history_words: (count: number) => `${count} events up to the sealing; all of them are attached to this file`,
  signed_by: 'Signed by',
  nobody: 'Nobody signed this document: it was marked as complete.',
  left_out: 'Not on the pages, by a condition',
  left_out_row: 'Left out',
  left_out_more: (count: number) => `${count} more ${count === 1 ? 'field' : 'fields'}`,
  left_out_attached: 'Listed in the history that is attached to this file',
  unnamed: 'A signer whose name is not shown',
  proofs: {
    'signing-link': 'opened with a personal link',
    password: 'signed in with a password',
    secret: 'acted through an application with its secret',
    'in-person-host': 'in person, on the device of a host',
    none: 'identity not checked',
  } as Readonly<Record<string, string>>,
  filled: (fields: number, pages: readonly number[]) =>
    `${fields} ${fields === 1 ? 'field' : 'fields'} on ${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`,
  check: (address: string) =>
    `Any later change to this file can be found: check it at ${address}/verify, or without a network with “npx paraph verify”.`,
  audit_title: 'History of the document',
  audit_lead: (document: string, count: number) =>
    `What happened to “${document}” until it was sealed: ${count} events. Times are in UTC. Values, addresses and names that are not on the pages are left out here; the file attached to this PDF holds every event with its digest.`,
  audit_foot: (number: number, hash: string) => `Up to event ${number}, whose hash is ${hash}`,
  audit_columns: { number: 'No.', time: 'When (UTC)', who: 'Who', what: 'What happened' },
  audit_more: (count: number) => `and ${count} more of the same kind`,
  audit_left_out: (count: number) => `${count} events between these are left out here. They stand in the attached file.`,
  numbered: (page: number, pages: number) => `${page} of ${pages}`,
} as const
