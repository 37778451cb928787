import { notifications, notificationsStore } from '@mantine/notifications'
import { expect, test, vi } from 'vitest'
import type { AuditRecord } from '#contract/documents'
import { byDay, joined, sentenceOf, sinceSent } from '../../web/features/audit/trail.ts'
import { editorMessages } from '../../web/features/editor/editor-messages.ts'
import { offeredIn } from '../../web/features/kept-signatures/kept.ts'
import { insertedIn } from '../../web/features/my-signatures/looks.ts'
import { isPdf, sizeInWords } from '../../web/features/uploads/accept.ts'
import { ui } from '../../web/messages/ui.ts'
import { uploads } from '../../web/messages/uploads.ts'
import { controls } from '../../web/theme/controls.ts'
import { copyToClipboard } from '../../web/ui/clipboard.ts'
import { matchesIn } from '../../web/ui/Highlighted.tsx'
import { initialsOf, signerColour } from '../../web/ui/names.ts'
import { CLIPBOARD_FAILED_SECONDS, LOSS_SECONDS, MESSAGE_SECONDS, type MessageKind, NEW_VERSION_SECONDS, say } from '../../web/ui/say.tsx'
import { below, NARROW_BELOW } from '../../web/ui/use-narrow.ts'

test('[D-588] the layout is a phone’s below 768 px', () => {
  expect(NARROW_BELOW).toBe(768)
  expect(below(NARROW_BELOW)).toBe('(max-width: 767px)')
})

test('[S-182] only PDFs are taken as documents, by their name or their type, and the words are those of the specification', () => {
  expect(isPdf({ name: 'Lease.PDF', type: '' })).toBe(true)
  expect(isPdf({ name: 'lease', type: 'application/pdf' })).toBe(true)
  expect(isPdf({ name: 'lease.pdf.exe', type: 'application/octet-stream' })).toBe(false)
  expect(uploads.only_pdf).toBe('We currently only accept pdf files.')
  expect(uploads.failed).toBe('Error uploading your file:/ {detail}')
})

test('sizes read as people say them', () => {
  expect([1, 640_000, 2_400_000, 5_000_000, 18_300_000].map(sizeInWords)).toEqual(['1 kB', '640 kB', '2.4 MB', '5 MB', '18 MB'])
})

test('initials come from names, addresses and roles in any script, and never from nothing', () => {
  expect(['Mira Castell', 'anna.okafor@x.example', 'Supplier', 'محمد علي', '🙂 Smith', '  '].map(initialsOf)).toEqual([
    'MC',
    'AE',
    'SU',
    'مع',
    '🙂S',
    '?',
  ])
})

test('the ninth signer is grey', () => {
  expect(signerColour(0)).toBe('var(--signer-1)')
  expect(signerColour(7)).toBe('var(--signer-8)')
  expect(signerColour(8)).toBe('var(--signer-more)')
})

test('what is searched for is marked wherever it stands, overlapping parts once', () => {
  expect(matchesIn('Lease renewal, unit 4', 'NEW lease')).toEqual([
    [0, 5],
    [8, 11],
  ])
  expect(matchesIn('banana', 'ana an')).toEqual([[1, 5]])
  expect(matchesIn('anything', '')).toEqual([])
  // As search finds it: other quotation marks, letters and accents, wherever they stand.
  expect(matchesIn('Mr O’Brien', "o'brien")).toEqual([[3, 10]])
  expect(matchesIn('Die Straße 5', 'strasse 5')).toEqual([
    [4, 10],
    [11, 12],
  ])
  expect(matchesIn('İzmir re\u0301sume\u0301', 'resume')).toEqual([[6, 14]])
})

const record = (revision: number, code: string, words: string, date_created = '2026-03-10T11:00:00.000Z'): AuditRecord => ({
  revision,
  date_created,
  code,
  words,
  who: 'Anna',
  principal: 'signatory:a',
  capacity: 'signatory',
  address: null,
  agent: null,
  hash: '',
})

test('a record is shown with its actor, or alone where its sentence has a subject of its own', () => {
  expect(sentenceOf(record(1, 'SignatoryCompleted', 'signed and finished'))).toEqual({ who: 'Anna', words: 'signed and finished' })
  expect(sentenceOf(record(1, 'PackCompleted', 'the document was completed'))).toEqual({ who: null, words: 'The document was completed' })
  expect(sentenceOf(record(1, 'SealingStarted', 'sealing of “Lease” began'))).toEqual({ who: null, words: 'Sealing of “Lease” began' })
})

test('records are shown once, in their order, newest day first, from the first request on', () => {
  const made = record(1, 'PackCreated', 'created it', '2026-03-09T11:00:00.000Z')
  const sent = record(2, 'SignaturesRequested', 'requested signatures')
  const seen = record(3, 'PackVisited', 'looked at the document')
  const all = joined([made, seen], [seen, sent])
  expect(all.map(({ revision }) => revision)).toEqual([1, 2, 3])
  expect(joined(all, [sent])).toBe(all)
  expect(sinceSent(all)).toEqual([sent, seen])
  expect(byDay(all, (iso) => iso.slice(0, 10)).map(({ day, lines }) => [day, lines.length])).toEqual([
    ['2026-03-10', 2],
    ['2026-03-09', 1],
  ])
})

test('what somebody does several times with nothing between is one line of the activity, and everything else a line of its own', () => {
  const typed = (revision: number, over = {}) => ({ ...record(revision, 'FieldFilled', 'filled in the text field'), ...over })
  const between = record(4, 'PackVisited', 'looked at the document')
  const all = [
    typed(0, { date_created: '2026-03-10T10:54:59.000Z' }),
    typed(1),
    typed(2),
    typed(3),
    between,
    typed(5),
    typed(6, { who: 'Ben', principal: 'signatory:b' }),
    typed(7, { address: '::1' }),
  ]
  const [day] = byDay(all, () => 'one day')
  expect(day!.lines.map(({ newest, first, times }) => [newest.revision, first.revision, times])).toEqual([
    [7, 7, 1],
    [6, 6, 1],
    [5, 5, 1],
    [4, 4, 1],
    [3, 1, 3],
    [0, 0, 1],
  ])
})

test('[D-593 D-595] popovers are 200 wide, and messages stay for 5, 10, 15 or 30 s', () => {
  expect(controls.Popover?.defaultProps).toMatchObject({ width: 200 })
  expect([CLIPBOARD_FAILED_SECONDS, MESSAGE_SECONDS, NEW_VERSION_SECONDS, LOSS_SECONDS]).toEqual([5, 10, 15, 30])
})

/** The messages that stand on the page, and for how many seconds. */
const shownMessages = () =>
  notificationsStore.getState().notifications.map(({ id, autoClose, ...data }) => {
    return { id, kind: data['data-kind'] as MessageKind, seconds: Number(autoClose) / 1_000 }
  })

test('[S-133 S-374] a message has a text, a kind and a duration, of 10 s where nothing else is said', () => {
  const shown = () => shownMessages().map(({ id, kind, seconds }) => [id, kind, seconds])
  for (const kind of ['success', 'info', 'warning', 'danger'] satisfies readonly MessageKind[]) {
    notifications.clean()
    say[kind]('It is done')
    expect(shown()).toEqual([[`${kind}-It is done`, kind, 10]])
  }
  notifications.clean()
  say.danger('It is lost', 30)
  expect(shown()).toEqual([['danger-It is lost', 'danger', 30]])
  notifications.clean()
})

test('a message goes once what it says is overtaken, and nothing is watched for a message that is gone', () => {
  const shown = () => notificationsStore.getState().notifications.length
  const watched: (() => void)[] = []
  const until = (over: () => void) => {
    watched.push(over)
    return () => void watched.splice(watched.indexOf(over), 1)
  }
  say.success('They were asked', undefined, { until })
  watched[0]!()
  expect([shown(), watched.length]).toEqual([0, 0])
  say.success('They were asked', undefined, { until })
  say.success('They were asked', undefined, { until })
  expect([shown(), watched.length]).toEqual([1, 1])
  notifications.hide('success-They were asked')
  expect([shown(), watched.length]).toEqual([0, 0])
})

test('[S-345 S-347] that fields were copied or pasted is shown for 5 s, a new message taking the place of the one before', () => {
  const shown = () => shownMessages().map(({ id, kind, seconds }) => [id, kind, seconds])
  const tell = editorMessages()
  notifications.clean()
  tell.copied(2)
  expect(shown()).toEqual([['fields', 'success', 5]])
  tell.pasted(2)
  expect(shown()).toEqual([['fields', 'success', 5]])
  notifications.clean()
})

test('[S-340 S-341 S-342 S-343] copying a link says that it was copied for 3 s, or that it could not be for 5 s', async () => {
  const shown = () => shownMessages().map(({ id, kind, seconds }) => [id, kind, seconds])
  const copied: string[] = []
  const writeText = vi.fn(async (text: string) => void copied.push(text))
  vi.stubGlobal('window', { isSecureContext: true })
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  try {
    expect([ui.copied, ui.copy_failed]).toEqual(['Copied to clipboard!', "Couldn't copy link"])
    notifications.clean()
    expect(await copyToClipboard('https://sign.example/x')).toBe(true)
    expect([copied, shown()]).toEqual([['https://sign.example/x'], [['clipboard', 'success', 3]]])
    writeText.mockRejectedValueOnce(new Error('not allowed'))
    expect(await copyToClipboard('https://sign.example/x')).toBe(false)
    expect(shown()).toEqual([['clipboard', 'danger', 5]])
  } finally {
    notifications.clean()
    vi.unstubAllGlobals()
  }
})

test('[S-369] offered are the last four kept signatures of the kind, made in a way that is allowed, the newest first', () => {
  const of = (key: string, type: 'signature' | 'initial', method: 'typed' | 'drawn') => {
    const data = method === 'typed' ? { method, text: key } : { method, height: 100, strokes: [[0, 0, 10, 10]] }
    return { key, type, method, text: method === 'typed' ? key : '', data, blob_key: null, blob_url: null, date_created: '' }
  }
  const all = [
    of('drawn', 'signature', 'drawn'),
    of('initials', 'initial', 'typed'),
    ...['a', 'b', 'c', 'd'].map((key) => of(key, 'signature', 'typed')),
  ]
  const offered = (kind: 'signature' | 'initial', typed = true) =>
    offeredIn(all, kind, { drawn: true, typed, uploaded: true }).map(({ key }) => key)
  expect(offered('signature')).toEqual(['d', 'c', 'b', 'a'])
  expect(offered('initial')).toEqual(['initials'])
  expect(offered('signature', false)).toEqual(['drawn'])
})

test('[D-468 D-469] the latest stored signature signs a new field automatically, each kind only where its permission allows', () => {
  const none = { blob_key: null, blob_url: null, date_created: '' } as const
  const of = (key: string, type: 'signature' | 'initial') =>
    ({ key, type, method: 'typed', text: key, data: { method: 'typed', text: key }, ...none }) as const
  const all = [of('A. O.', 'initial'), of('Anna', 'signature'), of('Anna Okafor', 'signature')]
  const methods = { drawn: true, typed: true, uploaded: true }
  const inserted = (kind: 'signature' | 'initial', permissions: readonly string[]) => insertedIn(all, kind, methods, permissions)
  expect(inserted('signature', ['can_auto_insert_signature'])).toEqual({ method: 'typed', text: 'Anna Okafor' })
  expect(inserted('signature', ['can_auto_insert_initials'])).toBeNull()
  expect(inserted('initial', ['can_auto_insert_initials'])).toEqual({ method: 'typed', text: 'A. O.' })
  expect(inserted('initial', ['can_auto_insert_signature'])).toBeNull()
  expect(insertedIn(all, 'signature', { drawn: true, typed: false, uploaded: true }, ['can_auto_insert_signature'])).toBeNull()
})
