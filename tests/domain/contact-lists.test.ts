import { describe, expect, test } from 'vitest'
import {
  type ContactCommand,
  type ContactDetails,
  type Contacts,
  contactListsOf,
  contacts,
  contactsIn,
  liveList,
  MOST_IN_A_LIST,
} from '#domain/contacts'
import { decideInTurn, evolved, isRefused } from '#domain/kernel'
import { type ContactLists, checksBeforeRequest, commandsOfCopy, type PackCommand } from '#domain/pack'
import {
  creator,
  delivered,
  given,
  happened,
  having,
  idOf,
  packInSetup,
  place,
  refused,
  request,
  typesetting,
  workspace,
} from '#tests/pack'

const time = '2026-03-02T09:00:00.000Z'
const who = { as: 'installation' } as const
const list = idOf('list')
const book = idOf('book')
const asks = (state: Contacts, command: ContactCommand) =>
  decideInTurn(contacts, [command], { key: book, state, revision: 0 }, who, { now: time, principal: 'user:x' })
function now(state: Contacts, ...commands: readonly ContactCommand[]): Contacts {
  return commands.reduce((before, command) => {
    const facts = asks(before, command)
    if (isRefused(facts)) throw new Error(`${command.do}: ${facts.refused}`)
    return evolved(contacts, { state: before, revision: 0 }, facts, { now: time, principal: 'user:x' })
  }, state)
}
const called = (name: string, email = `${name}@example.org`, mobile = ''): { key: string; details: ContactDetails } => ({
  key: idOf(name),
  details: { name, email, mobile },
})
const made: ContactCommand = { do: 'CreateContactList', list, name: 'Clients' }
const withAda = now(contacts.initial, made, { do: 'ListContacts', list, contacts: [called('ada', 'Ada@Example.org', '+27821234567')] })

describe('a contact list', () => {
  test('knows addresses in any case, without what is not seen, and numbers', () => {
    const lists = contactListsOf(withAda)
    for (const address of ['ada@example.org', ' ADA@EXAMPLE.ORG', 'a\u200bda@example.org', '+27 82 123 4567'])
      expect(lists.holds(list, address)).toBe(true)
    for (const address of ['', 'ada@example.com', '+27821234568', '0821234567']) expect(lists.holds(list, address)).toBe(false)
    expect(lists.holds(idOf('other'), 'ada@example.org')).toBe(false)
  })

  test('loses who is erased, also while it is deleted', () => {
    const erase: ContactCommand = { do: 'EraseContact', address: 'ada@example.org', known: idOf('known') }
    const erased = now(withAda, { do: 'DeleteContactList', list }, erase, { do: 'RestoreContactList', list })
    expect(erased.lists.get(list)!.contacts.size).toBe(0)
    expect(contactListsOf(now(erased, { do: 'AddContact', ...called('ada') })).holds(list, 'ada@example.org')).toBe(false)
  })

  test('keeps who is changed, and loses who is removed', () => {
    const { details } = called('ada', 'ada@new.example')
    const changed = now(withAda, { do: 'ChangeContact', key: idOf('x'), address: 'ada@example.org', details })
    expect(contactsIn(changed, liveList(changed, list)!)).toEqual([details])
    const removed = now(changed, { do: 'RemoveContact', key: idOf('y'), address: 'ada@new.example', newest: time })
    const again = now(removed, { do: 'AddContact', key: idOf('z'), details })
    expect(contactsIn(again, liveList(again, list)!)).toEqual([])
  })

  test('holds so many and no more, and a name that no other has', () => {
    const many = Array.from({ length: MOST_IN_A_LIST - 1 }, (_, at) => called(`c${at}`))
    const full = now(withAda, { do: 'ListContacts', list, contacts: many })
    expect(contactListsOf(full).holds(list, 'c9998@example.org')).toBe(true)
    expect(asks(full, { do: 'ListContacts', list, contacts: [called('one.more')] })).toEqual({ refused: 'contact-list-full' })
    expect(asks(full, { do: 'AddContact', lists: [list], ...called('one.more') })).toEqual({ refused: 'contact-list-full' })
    expect(asks(withAda, { do: 'CreateContactList', list: idOf('other'), name: 'cliënts' })).toEqual({ refused: 'contact-list-name-taken' })
    const without = now(withAda, { do: 'DeleteContactList', list }, { do: 'CreateContactList', list: idOf('other'), name: 'Clients' })
    expect(asks(without, { do: 'RestoreContactList', list })).toEqual({ refused: 'contact-list-name-taken' })
  })
})

describe('where only contacts from a list may be named', () => {
  const known = { contactLists: contactListsOf(withAda) }
  const [first, next] = [idOf('first'), idOf('next')]
  const only: readonly PackCommand[] = [
    { do: 'SetContactList', list },
    { do: 'SetContactsOnly', on: true },
  ]
  const setup = having(packInSetup('first'), ...only)
  const failing = (world: typeof setup, config: { contactLists?: ContactLists } = known) =>
    checksBeforeRequest(world.state, { defaultCountry: 'ZA', typesetting, ...config }).map(({ code, at }) => [code, at])

  test('nobody can be named where the list is not known', () => {
    const email = { do: 'SetSignatoryEmail', signatory: first, email: 'ada@example.org' } as const
    given(setup)
      .when(email, { contactLists: contactListsOf(contacts.initial) })
      .then(refused('contact-list-missing', first))
    expect(failing(setup, {})).toEqual([['contact-list-missing', []]])
  })

  test('an earlier signer names nobody else, and an address is corrected to a contact’s', () => {
    const sequence = having(
      packInSetup('first'),
      { do: 'SetSignatoryEmail', signatory: first, email: 'ada@example.org' },
      { do: 'AddSignatory', signatory: idOf('second') },
      place('second signature', 'signature', 'second'),
      place('next', 'signer_setup', 'first', { setUp: { role: 'signer-2', identification: false } }),
      { do: 'SetSequentialSigning', on: true },
      ...only,
    )
    expect(failing(sequence)).toEqual([])
    const out = delivered(having(sequence, request))
    const names = (email: string): PackCommand => ({
      do: 'SetUpSignatory',
      field: next,
      by: first,
      name: 'Sam Second',
      email,
      mobile: '',
      identified: false,
    })
    given(out)
      .when(names('sam@example.org'), known)
      .then(refused('named-not-listed', idOf('second')))
    given(out)
      .when(names('ada@example.org'), known)
      .then((decision) => expect(isRefused(decision)).toBe(false))
    const corrects = (email: string): PackCommand => ({ do: 'CorrectAddress', signatory: first, email, request: idOf('again') })
    given(out).when(corrects('sam@example.org'), known).then(refused('contact-not-listed', first))
    given(out)
      .when({ do: 'CorrectAddress', signatory: first, mobile: '+27821234567', request: idOf('again') }, known)
      .then((decision) => expect(isRefused(decision)).toBe(false))
  })

  test('a copy in the same workspace keeps the list; one elsewhere, and a moved document, have none', () => {
    const keys = { of: (origin: string) => origin, fileOf: (file: string) => file }
    const copied = (to: string) =>
      commandsOfCopy({ pack: idOf('pack'), state: setup.state }, { kind: 'document', workspace: to, creator, name: 'Copy' }, keys).flatMap(
        (command) => (command.do === 'SetContactList' ? [command.list] : []),
      )
    expect(copied(workspace)).toEqual([list])
    expect(copied(idOf('elsewhere'))).toEqual([])
    const moved = happened(setup, [{ type: 'PackMoved', data: { from: workspace, to: idOf('elsewhere') } }])
    expect(moved.state.settings).toMatchObject({ onlyContacts: true })
    expect(moved.state.settings.contactList).toBeUndefined()
    expect(failing(moved)).toEqual([['contact-list-missing', []]])
  })
})
