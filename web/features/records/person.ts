import type { Fate, PersonErasureAnswer, PersonPlace } from '#contract/person-data'
import { searchPerson } from './calls.ts'

/** The findings about a person, and their outcome. */
export interface PersonFound {
  readonly contact: string
  readonly looked: number
  readonly places: readonly PersonPlace[]
  /** Documents in which it was deleted, and when. */
  readonly erased: ReadonlyMap<string, string>
  /** Whether the address book holds them; a time: until then. */
  readonly inAddressBook: boolean | string
}

export const isErasable = ({ fate }: PersonPlace) => fate === 'erasable'

/** Something else has to be done first. */
export const isForLater = ({ fate }: PersonPlace) => fate.startsWith('first-')

/** Documents, each once, in which something may go and has not gone yet. */
export function documentsToErase({ places, erased }: PersonFound): readonly string[] {
  return [...new Set(places.filter(isErasable).map(({ document_key }) => document_key))].filter((key) => !erased.has(key))
}

export function withErased(found: PersonFound, { documents, time }: PersonErasureAnswer): PersonFound {
  const gone = documents.filter(({ erased }) => erased).map(({ document_key }) => [document_key, time] as const)
  const inAddressBook = found.inAddressBook === true ? time : found.inAddressBook
  return { ...found, inAddressBook, erased: new Map([...found.erased, ...gone]) }
}

/** Looks through all documents, stretch by stretch; `onLooked` gets the progress. `signal` ends it between two stretches. */
export async function lookFor(
  account: string,
  contact: string,
  onLooked: (count: number) => void,
  signal: AbortSignal,
): Promise<PersonFound> {
  const places: PersonPlace[] = []
  let looked = 0
  for (let after: string | undefined; ; ) {
    const stretch = await searchPerson(account, contact, after)
    places.push(...stretch.places)
    looked += stretch.looked
    if (signal.aborted || stretch.next === null) {
      const inAddressBook = stretch.in_address_book
      return { contact: stretch.contact, looked, places, inAddressBook, erased: new Map() }
    }
    onLooked(looked)
    after = stretch.next
  }
}

export const fateWord = (fate: Fate) =>
  `fate_${fate.replace('-', '_') as 'erasable' | 'evidence' | 'held' | 'corrected' | 'first_remove' | 'first_end' | 'first_wait'}` as const

export function saveText(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  link.download = name
  link.click()
  // Browsers read it after the click; later nobody does.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
