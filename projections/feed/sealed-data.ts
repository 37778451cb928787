import type { LifecycleEntry } from '#domain/lifecycle-events'
import { streamOfPack } from '#domain/pack'
import { OWN_SUBJECT, openText, sealText } from '#platform/event-codec'
import type { Random } from '#platform/ports'
import { SubjectErased, type SubjectKey, type SubjectKeys } from '#platform/subject-keys'

type Of = Pick<LifecycleEntry, 'id' | 'type' | 'document'>

// It outlives the document's keys and holds nothing but the document's key.
const isPlain = ({ type }: Pick<LifecycleEntry, 'type'>) => type === 'document.deleted'
const nameOf = (document: string) => ({ stream: streamOfPack(document), subject: OWN_SUBJECT })

/** Seals the data of entries under the keys of their documents, so that it ends with them in every backup too; null: they ended. */
export async function sealerOf(keys: SubjectKeys, random: Pick<Random, 'bytes'>, documents: readonly string[]) {
  const lookup = await keys.existingAll(documents.map(nameOf))
  const made = new Map<string, SubjectKey | null>()
  for (const document of documents) {
    const { stream, subject } = nameOf(document)
    made.set(document, lookup(stream, subject) ?? (await keys.keyFor(stream, subject).catch(nullWhereErased)))
  }
  return (of: Of, data: string): string | null => {
    if (isPlain(of)) return data
    const key = made.get(of.document)
    return key ? sealText(key, of.id, data, random.bytes(12)) : null
  }
}

/** The opposite: null where the key is gone. */
export async function openerOf(keys: Pick<SubjectKeys, 'existingAll'>, documents: readonly string[]) {
  const lookup = await keys.existingAll([...new Set(documents)].map(nameOf))
  return (of: Of, data: string): string | null => {
    if (isPlain(of)) return data
    const { stream, subject } = nameOf(of.document)
    const key = lookup(stream, subject)
    return key === null ? null : openText(key, of.id, data)
  }
}

function nullWhereErased(error: unknown): null {
  if (error instanceof SubjectErased) return null
  throw error
}
