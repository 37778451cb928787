import { mailContent } from '#contract/mail-content'
import { digestOfJson } from '#domain/kernel'
import type { Mail } from '#platform/mail'
import { type Finding, keyOf } from './findings.ts'

/** The immediate mail to administrators. The same findings to the same person are one mail, however often they are sent. */
export function guardMail(
  found: readonly Finding[],
  to: { readonly user: string; readonly email: string; readonly publicUrl: string; readonly workspace: string },
): Mail {
  const shown = found.slice(0, 20).map(({ words }) => `– ${words}`)
  const more = found.length > shown.length ? [`and ${found.length - shown.length} more`] : []
  return {
    key: `guard ${to.user} ${digestOfJson(found.map(keyOf))}`,
    owner: `user:${to.user}`,
    workspace: to.workspace,
    kind: 'guard',
    to: to.email,
    ...mailContent({
      subject: 'Paraph found a changed history or file',
      before: [
        'The guard compares every history with its chain and its anchors, and every stored file with its digest. What follows does not agree:',
        [...shown, ...more].join('\n'),
      ],
      button: { label: 'See all findings', link: `${to.publicUrl}/#records` },
      after: [
        'Somebody who can write to the database or the disk may have changed it, or a disk is failing. Keep both as they are, and a copy of the anchors file, before anything is repaired.',
      ],
    }),
  }
}
