import { shortened } from '#domain/kernel'

/** A letter as a mail carries it, twice: nothing in it that somebody typed is ever markup. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}
export interface MailParts {
  readonly subject: string
  /** Paragraphs; line breaks within them stay. */
  readonly before: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  /** Further files to be had. */
  readonly links?: readonly { readonly label: string; readonly link: string }[]
  readonly after: readonly string[]
}

const MOST_SUBJECT = 200

export function mailContent({ subject, before, button, links = [], after }: MailParts): MailContent {
  const lines = [...(button ? [button] : []), ...links].map(({ label, link }) => `${label}:\n${link}`)
  return {
    subject: shortened(oneLine(subject), MOST_SUBJECT),
    text: `${[...before, ...lines, ...after].map((part) => part.replaceAll('\r\n', '\n')).join('\n\n')}\n`,
    html: [
      '<!doctype html><html><body style="margin:0;background:#f4f5f7">',
      '<div style="max-width:560px;margin:24px auto;padding:24px;background:#ffffff;color:#1f2937;font:16px/1.5 sans-serif">',
      ...before.map(paragraph),
      button
        ? `<p><a href="${escaped(button.link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escaped(button.label)}</a></p>`
        : '',
      ...links.map(({ label, link }) => `<p dir="auto"><a href="${escaped(link)}" style="color:#1d4ed8">${escaped(label)}</a></p>`),
      ...after.map(paragraph),
      '</div></body></html>',
    ].join('\n'),
  }
}

const paragraph = (text: string) => `<p dir="auto">${escaped(text).replace(/\r?\n/g, '<br>')}</p>`

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

/** Who asked for a mail to be sent, and whom its recipient may ask back. */
export interface Correspondent {
  readonly name: string
  /** Empty where nobody can be asked, as when the sender has left the team. */
  readonly email: string
}

/** The sentence that says whom to ask; none where there is nobody. */
export function answersGoTo({ name, email }: Correspondent): readonly string[] {
  if (email === '') return []
  return [`Questions? Reply to this mail or write to ${oneLine(name) ? `${oneLine(name)} at ` : ''}${oneLine(email)}.`]
}

/** The same for mail programs. */
export const replyTo = ({ name, email }: Correspondent) =>
  email === '' ? {} : { replyTo: { name: oneLine(name), address: oneLine(email) } }

/** A header or a name is one line: line breaks would begin another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
