import { answersGoTo, type Correspondent, type MailContent, mailContent, oneLine } from '#contract/mail-content'
import { safeFileName } from '#domain/file-name'
import { disclosed, shortened } from '#domain/kernel'
import { type PackState, remainingDocuments } from '#domain/pack'

/** What goes with a final copy, as files of the mail or by links. */
export interface Enclosed {
  readonly sender: Correspondent
  /** null: attached. */
  readonly link: string | null
  readonly attached: number
  readonly linked: readonly { readonly label: string; readonly link: string }[]
}

/** The mail with the final file, or with a link where the file is too large for a mail. */
export function copyMail(state: PackState, name: string, { sender, link, attached, linked }: Enclosed): MailContent {
  const document = oneLine(disclosed(state.name, '')) || 'the document'
  const files = remainingDocuments(state).length
  const left = state.documents.length - files
  return mailContent({
    subject: `Signed: ${document}`,
    before: [
      oneLine(name) ? `Dear ${oneLine(name)},` : 'Good day,',
      `“${document}” is complete.`,
      ...(link === null ? [`Your copy is attached${files > 1 ? `: ${files} files` : ''}.`] : []),
      ...(left > 0
        ? [
            left === 1
              ? 'A signer rejected one of the documents: it is not part of it.'
              : `Signers rejected ${left} of the documents: they are not part of it.`,
          ]
        : []),
      ...(attached > 0
        ? [attached === 1 ? 'A supporting document is attached too.' : `${attached} supporting documents are attached too.`]
        : []),
    ],
    ...(link === null ? {} : { button: { label: 'Download your copy', link } }),
    links: linked,
    after: [
      ...(link === null && linked.length === 0
        ? []
        : [
            linked.length === 0
              ? 'This link is for you alone: anyone who has it can download the document.'
              : 'These links are for you alone: anyone who has them can download the files.',
          ]),
      'The file is sealed: any later change to it can be detected.',
      ...answersGoTo(sender),
    ],
  })
}

/** A name that every file system takes, different for each of a mail's final files. */
export function attachmentNames(names: readonly string[]): readonly string[] {
  return eachItsOwn(names.map((name) => [name.replace(/\.pdf$/i, ''), '.signed.pdf']))
}

/** The same of supporting documents, which keep what their names end in. */
export function supportingNames(names: readonly string[]): readonly string[] {
  return eachItsOwn(
    names.map((name) => {
      const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
      return [name.slice(0, name.length - ending.length), ending]
    }),
  )
}

function eachItsOwn(names: readonly (readonly [base: string, ending: string])[]): readonly string[] {
  const seen = new Map<string, number>()
  return names.map(([name, ending]) => {
    const base = shortened(safeFileName(name), 100).trim()
    const whole = `${base}${ending}`.toLowerCase()
    const times = (seen.get(whole) ?? 0) + 1
    seen.set(whole, times)
    return `${base}${times > 1 ? ` (${times})` : ''}${ending}`
  })
}
