import { Button, TextInput } from '@mantine/core'
import { BookUser, Eraser, FileText, Hourglass, type LucideIcon, Scale, ShieldCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Fate, PersonPlace } from '#contract/person-data'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, exactTime, hrefOf, Loading, say } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { erasePerson } from './calls.ts'
import { ErasePerson } from './ErasePerson.tsx'
import { documentsToErase, isErasable, isForLater, lookFor, type PersonFound, saveText, withErased } from './person.ts'
import own from './person-data.module.css'
import { ALWAYS, heldWords, reportOf, whyWords } from './person-words.ts'
import classes from './records.module.css'

type Search =
  | { readonly state: 'looking'; readonly looked: number }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'found'; readonly found: PersonFound }

/** Whom the team's documents know by an address or number: what goes, what stays, and why. */
export function PersonData({ account }: { account: string }) {
  const words = useWords('person_data')
  const [contact, setContact] = useState('')
  const [search, setSearch] = useState<Search | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const section = useRef<HTMLElement>(null)
  const found = search?.state === 'found'
  // It stands at the foot of a long page: the findings come below the visible part.
  useEffect(() => {
    if (found) section.current?.scrollIntoView()
  }, [found])

  const look = async (event: FormEvent) => {
    event.preventDefault()
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setSearch({ state: 'looking', looked: 0 })
    try {
      const found = await lookFor(account, contact, (looked) => !own.signal.aborted && setSearch({ state: 'looking', looked }), own.signal)
      if (!own.signal.aborted) setSearch({ state: 'found', found })
    } catch (thrown) {
      if (!own.signal.aborted) setSearch({ state: 'failed', message: messageOf(thrown, words('failed')) })
    }
  }
  return (
    <section ref={section} aria-label={words('title')}>
      <h2>{words('title')}</h2>
      <p className={classes.lead}>{words('lead')}</p>
      <div className={classes.card}>
        <form className={own.look} onSubmit={(event) => void look(event)}>
          <TextInput
            label={words('contact')}
            description={words('contact_hint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            value={contact}
            {...(search?.state === 'failed' ? { error: search.message } : {})}
            onChange={(event) => setContact(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={contact.trim().length < 3} loading={search?.state === 'looking'}>
            {words('look')}
          </Button>
        </form>
        {search?.state === 'looking' && <Looking looked={search.looked} />}
        {search?.state === 'found' && (
          <Found account={account} found={search.found} onChanged={(found) => setSearch({ state: 'found', found })} />
        )}
      </div>
    </section>
  )
}

function Looking({ looked }: { looked: number }) {
  const words = useWords('person_data')
  return (
    <Loading>
      {[220, 160].map((width) => (
        <div key={width} className={classes.row}>
          <Bone width={18} height={18} round />
          <div>
            <Bone width={width} height={14} />
          </div>
        </div>
      ))}
      <p className={own.tally}>{words('looking', { count: looked })}</p>
    </Loading>
  )
}

function Found({ account, found, onChanged }: { account: string; found: PersonFound; onChanged: (found: PersonFound) => void }) {
  const words = useWords('person_data')
  const { workspace } = useSession()
  const [asking, setAsking] = useState(false)
  const { places, erased, contact, looked, inAddressBook } = found
  const documents = documentsToErase(found)
  if (places.length === 0 && inAddressBook === false) {
    return (
      <p className={classes.none} role="status">
        {words('none', { contact })}
      </p>
    )
  }
  const erase = async () => {
    try {
      const answer = await erasePerson(account, contact, documents)
      const next = withErased(found, answer)
      onChanged(next)
      const gone = next.erased.size - erased.size
      if (gone > 0 || inAddressBook === true) say.success(words('erased', { count: gone }))
      const refused = answer.documents.find((one) => !one.erased)
      if (refused) say.danger(refused.message ?? words('not_erased'))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('not_erased')))
    }
    setAsking(false)
  }
  const groups = [
    ['went', places.filter((place) => isErasable(place) && erased.has(place.document_key))],
    ['goes', places.filter((place) => isErasable(place) && !erased.has(place.document_key))],
    ['waits', places.filter(isForLater)],
    ['stays', places.filter((place) => !isErasable(place) && !isForLater(place))],
  ] as const
  const bookIn = inAddressBook === false ? null : inAddressBook === true ? 'goes' : 'went'
  return (
    <>
      <p className={own.tally} role="status">
        {words('found', { count: places.length, looked })}
      </p>
      {groups.map(([group, those]) =>
        those.length === 0 && bookIn !== group ? null : (
          <div key={group}>
            <h3 className={own.group} data-group={group}>
              {words(group)}
            </h3>
            <ul className={own.places} aria-label={words(group)}>
              {bookIn === group && <Book when={inAddressBook} />}
              {those.map((place) => (
                <Place key={`${place.document_key} ${place.as}`} place={place} erased={erased.get(place.document_key)} />
              ))}
            </ul>
          </div>
        ),
      )}
      <details className={own.always}>
        <summary>{words('always')}</summary>
        <ul>
          {ALWAYS.map((each) => (
            <li key={each}>{words(each)}</li>
          ))}
        </ul>
      </details>
      <div className={own.deeds}>
        <Button
          variant="default"
          leftSection={<FileText size={16} aria-hidden />}
          onClick={() => saveText(words('report_file'), reportOf(found, workspace?.account_name ?? '', new Date(), words))}
        >
          {words('report')}
        </Button>
        {(documents.length > 0 || inAddressBook === true) && (
          <Button color="red" leftSection={<Eraser size={16} aria-hidden />} onClick={() => setAsking(true)}>
            {words('erase', { count: documents.length })}
          </Button>
        )}
      </div>
      <ErasePerson contact={contact} count={documents.length} opened={asking} onClose={() => setAsking(false)} onYes={erase} />
    </>
  )
}

/** They stand in the address book, or did until then. */
function Book({ when }: { when: PersonFound['inAddressBook'] }) {
  const words = useWords('person_data')
  return (
    <li className={classes.row} data-gone={typeof when === 'string' || undefined}>
      <BookUser size={18} aria-hidden />
      <div>
        <a href={hrefOf('address_book')}>{words('in_address_book')}</a>
        <span data-why>{typeof when === 'string' ? exactTime(when) : words('address_book_goes')}</span>
      </div>
    </li>
  )
}

const ICONS: { readonly [fate in Fate]: LucideIcon } = {
  erasable: Eraser,
  evidence: ShieldCheck,
  held: Scale,
  corrected: ShieldCheck,
  'first-remove': Hourglass,
  'first-end': Hourglass,
  'first-wait': Hourglass,
}

function Place({ place, erased }: { place: PersonPlace; erased: string | undefined }) {
  const words = useWords('person_data')
  const { fate, document_key, document_type, is_deleted } = place
  const gone = isErasable(place) && erased !== undefined
  const Icon = ICONS[fate]
  const href = hrefOf(is_deleted ? 'trash' : document_type === 'template' ? `templates/${document_key}` : `documents/${document_key}`)
  return (
    <li className={classes.row} data-gone={gone || undefined}>
      <Icon size={18} aria-hidden />
      <div>
        <a href={href}>{place.document_name || words('unnamed')}</a>
        <span>
          {words(`as_${place.as}`)}: {heldWords(place, words)}
        </span>
        <span data-why>{gone ? exactTime(erased) : whyWords(place, words)}</span>
      </div>
    </li>
  )
}
