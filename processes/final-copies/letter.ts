import { disclosed } from '#domain/kernel'
import type { PackState } from '#domain/pack'
import { type Letter, oneLine, written } from '#processes/letters'

/** The mail with the final file, or with a link where the file is too large for a mail. */
export function copyLetter(state: PackState, name: string, link: string | null): Letter {
  const document = oneLine(disclosed(state.name, '')) || 'the document'
  const many = state.documents.length > 1
  return written({
    subject: `Signed: ${document}`,
    before: [
      oneLine(name) ? `Dear ${oneLine(name)},` : 'Good day,',
      `“${document}” is complete.`,
      ...(link === null ? [`Your copy is attached${many ? `: ${state.documents.length} files` : ''}.`] : []),
    ],
    ...(link === null ? {} : { button: { label: 'Download your copy', link } }),
    after: [
      ...(link === null ? [] : ['This link is meant for you alone: whoever has it can download the document.']),
      'The file is sealed: any later change to it can be detected.',
    ],
  })
}

const UNSAFE = /[\p{Cc}\\/:*?"<>|\u2028\u2029]+/gu

/** A name that every file system takes, different for each of a mail's files. */
export function attachmentNames(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const base =
      name
        .replace(/\.pdf$/i, '')
        .replace(UNSAFE, ' ')
        .trim()
        .slice(0, 100) || 'document'
    const times = (seen.get(base.toLowerCase()) ?? 0) + 1
    seen.set(base.toLowerCase(), times)
    return `${base}${times > 1 ? ` (${times})` : ''}.signed.pdf`
  })
}
