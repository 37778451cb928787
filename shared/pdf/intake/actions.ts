import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFString } from 'pdf-lib'

const name = PDFName.of
const named = (...words: readonly string[]): ReadonlySet<unknown> => new Set(words.map(name))

/** Turning pages. What else a name may ask for prints, saves, closes, or is a reader's own menu. */
const TURNS = named('NextPage', 'PrevPage', 'FirstPage', 'LastPage')
/** Only these leave for a browser, a mail program or a telephone. Without a scheme it may be a file next to this one; `www.` is meant for a browser. */
const OUTWARD = /^(https?:\/\/|mailto:|tel:|www\.)/i

/** Whether pressing it leads somewhere and does nothing else. What follows it (`Next`) is not asked. */
export function isHarmless(action: PDFDict): boolean {
  const kind = action.lookup(name('S'))
  if (kind === name('GoTo')) return true
  if (kind === name('Named')) return TURNS.has(action.lookup(name('N')))
  return kind === name('URI') && leadsOutward(action.lookup(name('URI')))
}

/** Readers drop spaces and control characters from an address, so that they can hide its scheme. */
export function leadsOutward(address: unknown): boolean {
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  return OUTWARD.test(address.decodeText().replace(/[\u0000-\u0020\u007f-\u00a0\u200b\ufeff]/g, ''))
}

/** What runs, opens, sends, plays, or changes what is shown. */
const ACTIVE = named(
  ...[
    'JavaScript',
    'Launch',
    'SubmitForm',
    'ResetForm',
    'ImportData',
    'GoToR',
    'GoToE',
    'GoToDp',
    'GoTo3DView',
    'Thread',
    'Sound',
    'Movie',
  ],
  ...['Hide', 'SetOCGState', 'Rendition', 'RichMediaExecute', 'Trans', 'NOP', 'SetState'],
)
const LEADING = new Map([
  [name('GoTo'), [name('D'), name('SD')]],
  [name('Named'), [name('N')]],
  [name('URI'), [name('URI')]],
])

/** An action by what it says of itself, wherever it stands. What else it says counts for nothing: a reader may not look at it. */
export function isAction(dict: PDFDict): boolean {
  const kind = dict.lookup(name('S'))
  if (!(kind instanceof PDFName)) return false
  return ACTIVE.has(kind) || (LEADING.get(kind)?.some((key) => dict.has(key)) ?? false)
}

/** What somebody presses: an annotation on a page, a line of the bookmarks. */
export const isPressed = (dict: PDFDict): boolean =>
  dict.has(name('Title')) || (dict.has(name('Rect')) && dict.lookup(name('Subtype')) instanceof PDFName)

/** Annotations that are not on the page but open something else: files, films, sounds, models. */
const OPENING = named('FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D', 'Projection')
export const opensSomething = (annotation: PDFDict): boolean => OPENING.has(annotation.lookup(name('Subtype')))

/** A place in the file itself. */
export const isPlace = (target: unknown): boolean => target instanceof PDFArray || target instanceof PDFName || isText(target)
const isText = (target: unknown) => target instanceof PDFString || target instanceof PDFHexString
