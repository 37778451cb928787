import { Button, Select } from '@mantine/core'
import { RotateCw } from 'lucide-react'
import { useWords } from '../../../messages/index.ts'
import { useSession } from '../../auth/index.ts'
import { loadLists, useContactLists } from '../../contacts/index.ts'
import { useEditor } from '../view/context.ts'
import { Fold, type OfSettings } from './Fold.tsx'
import { Switched } from './Switched.tsx'

/** Whose contacts are offered, and whether anybody else may be named. */
export function Contacts({ settings: { contactList = '', onlyContacts = false } }: OfSettings) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { lists, problem } = useContactLists(useSession().workspace?.account_key)
  const isMissing = lists !== null && contactList !== '' && !lists.some(({ key }) => key === contactList)
  const hasNone = onlyContacts && contactList === ''
  return (
    <Fold name="contacts" title={words('contacts')}>
      <Select
        data-contact-list
        size="sm"
        label={words('contact_list')}
        description={words('contact_list_hint')}
        searchable={(lists?.length ?? 0) > 8}
        allowDeselect={false}
        nothingFoundMessage={words('contact_list_none')}
        disabled={lists === null}
        value={isMissing || hasNone ? null : contactList}
        placeholder={words('contact_list_choose')}
        error={problem ?? (isMissing ? words('contact_list_missing') : hasNone ? words('contact_list_wanted') : null)}
        data={[{ value: '', label: words('contact_list_all') }, ...(lists ?? []).map(({ key, name }) => ({ value: key, label: name }))]}
        onChange={(list) =>
          editor.step([
            ...(list === '' && onlyContacts ? [{ do: 'SetContactsOnly', on: false } as const] : []),
            { do: 'SetContactList', list: list ?? '' },
          ])
        }
      />
      {problem !== null && (
        <div>
          <Button size="sm" variant="default" leftSection={<RotateCw size={14} aria-hidden />} onClick={() => void loadLists()}>
            {words('contact_list_again')}
          </Button>
        </div>
      )}
      <Switched
        label={words('contacts_only')}
        hint={words(contactList === '' && !onlyContacts ? 'contacts_only_first' : 'contacts_only_hint')}
        on={onlyContacts}
        disabled={contactList === '' && !onlyContacts}
        onChange={(on) => editor.step([{ do: 'SetContactsOnly', on }])}
      />
    </Fold>
  )
}
