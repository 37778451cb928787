import { expect, test } from 'vitest'
import { isExecutableName, safeFileName } from '#domain/file-name'

test('a name of something that runs, installs or leads elsewhere is one however it is dressed up', () => {
  const programs = [
    ...[
      'setup.exe',
      'SETUP.ExE',
      'a.scf',
      'a.url',
      'a.iso',
      'a.chm',
      'a.xll',
      'a.lnk',
      'a.hta',
      'a.library-ms',
      'terms.com',
      'Desktop.ini',
    ],
    // Windows forgets what ends a name, and opens what stands before a colon.
    ...['evil.exe.', 'evil.exe . .', 'evil.exe ', 'evil.exe\u00a0', 'evil.exe::$DATA', 'evil.lnk:stream.pdf', 'a/evil.bat', 'a\\evil.cmd'],
    // What people do not see, or see the other way round.
    ...[
      'invoice\u202efdp.exe',
      'invoice.pdf\u200b.exe',
      'evil.exe\u200b',
      'evil.e\u2066x\u2069e',
      'evil.exe\u0000',
      'evil．exe',
      'evil.ｅｘｅ',
    ],
    // Another ending behind it.
    ...['invoice.pdf.exe', 'setup.exe.txt', 'setup.exe     .pdf', 'lease.lnk.pdf'],
    'printers.{2227a280-3aea-1069-a2de-08002b30309d}',
  ]
  expect(programs.filter((name) => !isExecutableName(name))).toEqual([])
})

test('a name of a document is none, whatever words stand in it', () => {
  const documents = [
    ...[
      'lease.pdf',
      'Rules 1.2.docx',
      'photo.jpeg',
      'numbers.xlsx',
      'plan.dwg',
      'notes.txt',
      'all.zip',
      'mail.eml',
      'exe',
      'no ending',
      '.pdf',
    ],
    ...['example.com.pdf', 'iso.27001.pdf', 'ISO.pdf', 'run.app.notes.txt', 'com.docx', 'command.md', 'theme.url.list.csv'],
    ...['договор.pdf', 'عقد.pdf', '契約書.pdf', 'نامه\u200cها.pdf', 'family 👩🏽‍👧.png'],
  ]
  expect(documents.filter((name) => isExecutableName(name))).toEqual([])
})

test('a file is kept under a name that every system takes and that reads as it is', () => {
  const names: readonly (readonly [given: string, kept: string])[] = [
    ['lease.pdf', 'lease.pdf'],
    ['  lease.pdf. . ', 'lease.pdf'],
    ['Lease\u202efdp.txt', 'Leasefdp.txt'],
    ['lea\u200b\u00adse\u2066.pdf', 'lease.pdf'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a\\b:c*?"<>|.pdf', 'a_b_c______.pdf'],
    ['line\nbreak\ttab\u2028.pdf', 'linebreak tab.pdf'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1 .pdf', '_COM1 .pdf'],
    ['Console.pdf', 'Console.pdf'],
    [' . ', 'document'],
    ['\u202e', 'document'],
    ['e\u0301tage.pdf', 'étage.pdf'],
    ['نامه\u200cها.pdf', 'نامه\u200cها.pdf'],
    [`${'👩🏽‍👧'.repeat(100)}.pdf`, `${'👩🏽‍👧'.repeat(28)}.pdf`],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['👩🏽‍👧'.repeat(100), '👩🏽‍👧'.repeat(28)],
  ]
  for (const [given, kept] of names) {
    expect([given, safeFileName(given)]).toEqual([given, kept])
    expect(safeFileName(kept)).toBe(kept)
  }
})
