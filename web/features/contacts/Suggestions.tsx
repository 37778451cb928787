import { Combobox, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Highlighted, say, TeamAvatar } from '../../ui/index.ts'
import { type ContactField, type ContactRecord, fetchSuggestions } from './calls.ts'
import classes from './Suggestions.module.css'

interface Props {
  /** What is typed here. */
  readonly by: ContactField
  /** Who stands there now: nobody is offered themselves. */
  readonly known: { readonly name: string; readonly email: string }
  /** Only contacts of this list are offered; left out: of the whole address book. */
  readonly list?: string
  onPick(contact: ContactRecord): void
  readonly children: ReactElement
}

const PAUSE_MS = 200

/** Contacts of the workspace below a text field, used last first: to be picked by arrow keys and Enter, or by a click. */
export function ContactSuggestions({ by, known, list = '', onPick, children }: Props) {
  const words = useWords('contacts')
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<readonly ContactRecord[]>([])
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const failed = useRef(false)
  const leave = () => {
    asked.current += 1
    clearTimeout(timer.current)
    box.closeDropdown()
  }
  const stop = useRef(leave)
  stop.current = leave
  useEffect(
    () => () => {
      asked.current += 1
      clearTimeout(timer.current)
    },
    [],
  )

  async function ask(text: string): Promise<void> {
    const mine = ++asked.current
    try {
      const contacts = await fetchSuggestions(by, text.trim(), list)
      failed.current = false
      if (mine !== asked.current) return
      setQuery(text)
      setFound(contacts)
      box.resetSelectedOption()
      box.openDropdown()
    } catch {
      // Said once: the next key would only say it again.
      if (!failed.current) say.danger(words('fetch_failed'), undefined, { id: 'contacts' })
      failed.current = true
    }
  }
  const soon = (text: string) => {
    clearTimeout(timer.current)
    asked.current += 1
    if (text.trim() === '') return leave()
    timer.current = setTimeout(() => void ask(text), PAUSE_MS)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isArrow && !shown && event.target instanceof HTMLInputElement) void ask(event.target.value)
  }
  const isThemselves = ({ name, email }: ContactRecord) => email.toLowerCase() === known.email.toLowerCase() && name === known.name
  const offered = found.filter((contact) => !isThemselves(contact))
  const shown = box.dropdownOpened && offered.length > 0
  const pick = (key: string) => {
    const contact = offered.find((one) => one.key === key)
    leave()
    setFound([])
    if (contact) onPick(contact)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles from the text field
    <div
      onInput={(event) => event.target instanceof HTMLInputElement && soon(event.target.value)}
      onBlur={leave}
      onKeyDownCapture={onKeyDown}
    >
      <Combobox store={box} onOptionSubmit={pick} shadow="md" position="bottom-start" offset={4} width="max-content">
        <Combobox.Target withExpandedAttribute>{children}</Combobox.Target>
        <Combobox.Dropdown hidden={offered.length === 0} className={classes.list}>
          <Combobox.Options aria-label={words('suggestions')}>
            {offered.map((contact) => (
              <Combobox.Option key={contact.key} value={contact.key} className={classes.option}>
                <TeamAvatar name={contact.name || contact.email || contact.mobile_number} />
                <span className={classes.who}>
                  <b dir="auto">
                    <Highlighted text={contact.name || contact.email || contact.mobile_number} query={query} />
                  </b>
                  <span>
                    <Highlighted text={[contact.email, contact.mobile_number].filter(Boolean).join(' · ')} query={query} />
                  </span>
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <span className="visually-hidden" role="status">
        {shown ? words('suggestions_count', { count: offered.length }) : ''}
      </span>
    </div>
  )
}
