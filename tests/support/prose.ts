export const AREAS = ['comments', 'messages', 'identifiers', 'documents', 'test comments', 'test titles', 'test identifiers'] as const
export type Area = (typeof AREAS)[number]

/** Words that make prose hard to read, and what to write instead. `prose-left.json` says how often each still stands. */
export const BANNED: Record<string, string> = {
  whoever: 'those who, a member who, the person who',
  whomever: 'the person whom',
  anew: 'again',
  beside: 'next to, besides, with',
  told: 'notified, reported, recorded, answered',
  heard: 'received, notified',
  'of which': 'a sentence of its own, or whose',
  'of whom': 'a sentence of its own, or whose',
  'put off': 'postponed',
  'taken back': 'undone, revoked',
  hands: 'passes, gives, or the role that it is',
  keeper: 'owner',
  'what was': 'the noun: the upload, the answer, the error',
  'in vain': 'without success',
}

// Strings come before comments, so that `//` in an address starts none.
const TOKENS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|(?<![\\:])\/\/[^\n]*/g
const STYLE_COMMENTS = /\/\*[\s\S]*?\*\//g
const TITLED = /\b(?:test|it|describe|scenario)\w*(?:\.\w+)*(?:\([^()]*\))?\(\s*$/

/** What stands in a file, by area: prose has its whole sentences, identifiers have their words apart. */
export function partsOf(path: string, text: string): Partial<Record<Area, string>> {
  if (path.endsWith('.md')) return { documents: withoutCode(text) }
  const isTest = path.startsWith('tests/')
  const comments: string[] = []
  const inserted: string[] = []
  const strings: string[] = []
  if (path.endsWith('.css')) {
    const found = text.match(STYLE_COMMENTS) ?? []
    return { comments: withoutCode(found.join('\n')), identifiers: wordsApart(text.replace(STYLE_COMMENTS, ' ')) }
  }
  const rest = text.replace(TOKENS, (token, at: number) => {
    if (token.startsWith('/')) comments.push(token)
    // A string without a space is a key or a stored name, no sentence.
    else if (token.includes(' ') && (!isTest || TITLED.test(text.slice(Math.max(0, at - 80), at)))) {
      strings.push(
        token.replace(/\$\{([^}]*)\}/g, (_, code: string) => {
          inserted.push(code)
          return ' '
        }),
      )
    }
    return ' '
  })
  const identifiers = wordsApart([rest, ...inserted].join('\n'))
  return isTest
    ? { 'test comments': withoutCode(comments.join('\n')), 'test titles': strings.join('\n'), 'test identifiers': identifiers }
    : { comments: withoutCode(comments.join('\n')), messages: strings.join('\n'), identifiers }
}

const wordsApart = (names: string): string => names.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

/** Names in backticks are code: `beside` may be a stored name. */
function withoutCode(prose: string): string {
  return prose.replace(/`[^`\n]*`/g, ' ')
}

/** How often a word or phrase stands in a text, also across the end of a line. */
export function occurrencesIn(text: string, word: string): number {
  return text.match(new RegExp(`\\b${word.replace(' ', '[\\s*/]+')}\\b`, 'gi'))?.length ?? 0
}
