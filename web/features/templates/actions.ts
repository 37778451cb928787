import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { go, say } from '../../ui/index.ts'
import { copyDocument, documentFrom, templateFrom } from './calls.ts'
import { templates } from './messages.ts'

const words = wordsOf(templates)
/** What is being made now: a second click does not make a second one. */
const making = new Set<string>()

/** Makes a document from the template, once all of it is `saved`, and opens it; answers whether that worked. */
export async function applyTemplate(template: string, saved?: () => Promise<void>): Promise<boolean> {
  const call = async () => {
    await saved?.()
    return documentFrom(template)
  }
  const made = await make(`use ${template}`, call, words('use_failed'))
  if (made) go(`documents/${made.key}/from_template`)
  return made !== null
}

export async function copyRow(key: string): Promise<void> {
  const made = await make(`copy ${key}`, () => copyDocument(key), words('copy_failed'))
  if (made) tellOf(words('copied', { name: made.document_name ?? '' }), made.key)
}

export async function saveAsTemplate(key: string): Promise<void> {
  const made = await make(`template ${key}`, () => templateFrom(key), words('save_as_failed'))
  if (made) tellOf(words('saved_as', { name: made.document_name ?? '' }), made.key)
}

async function make<T>(what: string, call: () => Promise<T>, failed: string): Promise<T | null> {
  if (making.has(what)) return null
  making.add(what)
  try {
    return await call()
  } catch (thrown) {
    say.danger(messageOf(thrown, failed))
    return null
  } finally {
    making.delete(what)
  }
}

function tellOf(text: string, key: string): void {
  say.success(text, undefined, { id: `made ${key}`, action: { label: words('open'), run: () => go(`documents/${key}`) } })
}
