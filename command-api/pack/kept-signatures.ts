import { imageUrl } from '#contract/uploads'
import { disclosed } from '#domain/kernel'
import { type KeptSignature, type KeptValue, streamOfUser } from '#domain/user'
import type { FileRow } from '#platform/files'
import type { Accounts } from '../accounts/index.ts'
import type { Caller } from '../edge/caller.ts'
import type { Services } from '../services.ts'

/** Whose files are the pictures that somebody keeps. */
export const filesOwner = (user: string) => streamOfUser(user)

/** Theirs alone, and nothing of any document. */
export const isOwnFile = (caller: Caller, file: FileRow): boolean => caller.as === 'account' && file.pack === filesOwner(caller.user)

/** What somebody keeps under this key. */
export async function keptBy(accounts: Pick<Accounts, 'signaturesOf'>, user: string, signature: string): Promise<KeptValue | null> {
  const kept = (await accounts.signaturesOf(user)).find((one) => one.signature === signature)
  return kept ? disclosed(kept.value, null) : null
}

/** As their owner sees them, the oldest first. */
export function keptRecords(kept: readonly KeptSignature[]) {
  return kept.flatMap(({ signature: key, kind: type, value, at }) => {
    const data = disclosed(value, null)
    if (data === null) return []
    return [{ key, type, ...detailsOf(data), data, date_created: at }]
  })
}

function detailsOf(data: KeptValue) {
  const file = data.method === 'uploaded' ? data.file : null
  const blob_url = file && imageUrl(file)
  return { method: data.method, text: data.method === 'typed' ? data.text : '', blob_key: file, blob_url }
}

/** The latest signature kept of this kind, without its looks. */
export function ownSignatureOf(kept: readonly KeptSignature[], kind: KeptSignature['kind']) {
  const last = kept.findLast((one) => one.kind === kind)
  const data = last ? disclosed(last.value, null) : null
  return data && detailsOf(data)
}

/** Pictures that nobody keeps any more, or that were uploaded and not kept. The next change removes a crash's leftovers. */
export async function tidyPictures(services: Pick<Services, 'files' | 'accounts'>, user: string, besides: readonly string[] = []) {
  const values = (await services.accounts.signaturesOf(user)).map(({ value }) => disclosed(value, null))
  // Whose key is gone is about to lose everything: nothing is known of what they keep.
  if (values.includes(null)) return
  const named = new Set([...values.flatMap((value) => (value?.method === 'uploaded' ? [value.file] : [])), ...besides])
  for (const key of await services.files.keysOf(filesOwner(user))) if (!named.has(key)) await services.files.remove(key)
}
