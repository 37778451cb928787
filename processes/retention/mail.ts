import { mailContent } from '#contract/mail-content'
import type { Announced } from '#domain/workspace'
import type { Mail } from '#platform/mail'

/** The notice before a document is deleted. One announcement is one mail to each recipient, however often it is sent. */
export function retentionMail(
  pack: string,
  name: string,
  { because, on }: Announced,
  {
    user,
    email,
    publicUrl,
    workspace,
  }: { readonly user: string; readonly email: string; readonly publicUrl: string; readonly workspace: string },
): Mail {
  const day = `${on.slice(0, 10)} (UTC)`
  const why =
    because === 'trash' ? 'has been in the trash for as long as your team keeps it there' : 'ended as long ago as your team keeps documents'
  return {
    key: `retention ${pack} ${on} ${user}`,
    owner: pack,
    workspace,
    kind: 'retention',
    to: email,
    ...mailContent({
      subject: `“${name}” will be deleted on ${day}`,
      before: [`“${name}” ${why}. On ${day} it is deleted for good, with its history and its files.`],
      button:
        because === 'trash'
          ? { label: 'Open the trash', link: `${publicUrl}/#trash` }
          : { label: 'Open the document', link: `${publicUrl}/#documents/${pack}` },
      after: [
        because === 'trash'
          ? 'To keep it, take it out of the trash, or ask an administrator for a legal hold.'
          : 'To keep a copy, download it. To keep it here, ask an administrator for a legal hold.',
      ],
    }),
  }
}
