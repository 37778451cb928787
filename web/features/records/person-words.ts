import type { PersonPlace } from '#contract/person-data'
import type { useWords } from '../../messages/index.ts'
import { exactTime } from '../../ui/index.ts'
import { fateWord, isErasable, type PersonFound } from './person.ts'

type Words = ReturnType<typeof useWords<'person_data'>>

/** What is held, in a line: “name, email address, 2 values filled in”. */
export function heldWords({ holds }: PersonPlace, words: Words): string {
  const { name, email, mobile, values, signatures, visits, mails, reason } = holds
  const all = [
    name && words('holds_name'),
    email && words('holds_email'),
    mobile && words('holds_mobile'),
    values > 0 && words('holds_values', { count: values }),
    signatures > 0 && words('holds_signatures', { count: signatures }),
    reason && words('holds_reason'),
    visits > 0 && words('holds_visits', { count: visits }),
    mails > 0 && words('holds_mails', { count: mails }),
  ]
  return all.filter((part) => part !== false).join(', ') || words('held_nothing')
}

/** Why it goes or stays, and until when. */
export function whyWords({ fate, until }: PersonPlace, words: Words): string {
  const why = words(fateWord(fate))
  if (fate !== 'evidence' && fate !== 'corrected') return why
  return `${why} ${until === null ? words('for_ever') : words('until', { date: exactTime(until) })}`
}

/** An administrator's answer to the person who asked: plain text, so that anybody can open it. */
export function reportOf(found: PersonFound, team: string, now: Date, words: Words): string {
  const named = (place: PersonPlace) =>
    `- ${place.document_name || words('unnamed')} (${words(`as_${place.as}`)}): ${heldWords(place, words)}`
  const went = found.places.filter((place) => isErasable(place) && found.erased.has(place.document_key))
  const goes = found.places.filter((place) => isErasable(place) && !found.erased.has(place.document_key)).map(named)
  const stays = found.places.filter((place) => !isErasable(place))
  const deleted = went.map((place) => `${named(place)}\n  ${exactTime(found.erased.get(place.document_key)!)}`)
  const { inAddressBook } = found
  if (inAddressBook === true) goes.push(`- ${words('in_address_book')}`)
  if (typeof inAddressBook === 'string') deleted.push(`- ${words('in_address_book')}\n  ${exactTime(inAddressBook)}`)
  return [
    words('report_title', { contact: found.contact }),
    words('report_of', { team, date: exactTime(now.toISOString()) }),
    `\n${words('report_went')}\n`,
    ...(deleted.length > 0 ? deleted : [words('report_went_none')]),
    ...(goes.length > 0 ? [`\n${words('report_goes')}\n`, ...goes] : []),
    `\n${words('report_stays')}\n`,
    ...(stays.length > 0 ? stays.map((place) => `${named(place)}\n  ${whyWords(place, words)}`) : [words('report_stays_none')]),
    `\n${words('always')}\n`,
    ...ALWAYS.map((each) => `- ${words(each)}`),
    '',
  ].join('\n')
}

export const ALWAYS = ['always_events', 'always_files', 'always_words', 'always_backups'] as const
