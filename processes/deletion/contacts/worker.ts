import { streamOfContacts } from '#domain/contacts'
import type { Handler } from '#platform/jobs'
import type { SubjectKeys } from '#platform/subject-keys'
import { FOR_EVER, type Queue } from '#processes/engine'
import type { OutsideDeletions } from '../outside.ts'
import { CONTACT_ERASURE, type ContactErasureData } from './process.ts'

export interface ContactErasureDeps {
  readonly keys: Pick<SubjectKeys, 'destroy'>
  /** Rows of recipient lists that name a contact go with it. */
  eraseRecipients(workspace: string, contact: string): Promise<void>
  /** Null: none is kept. */
  readonly outside: Pick<OutsideDeletions, 'add'> | null
  /** Resolves when the read models hold no values under a destroyed key any more, in whichever process keeps them. */
  rewriteRows(stream: string): Promise<void>
}

/** All that the address book ever said of the person is sealed under one key. A run that was cut off is run again. */
export function contactErasureQueue({ keys, outside, eraseRecipients, rewriteRows }: ContactErasureDeps): Queue {
  const remove: Handler = async (data) => {
    const { workspace, contact, line } = data as ContactErasureData
    // First: a restore must never bring deleted data back.
    await outside?.add(line)
    await eraseRecipients(workspace, contact)
    await keys.destroy(streamOfContacts(workspace), contact)
    await rewriteRows(streamOfContacts(workspace))
  }
  return { name: CONTACT_ERASURE, handler: remove, settings: FOR_EVER }
}
