import { Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { folded as comparable } from '#domain/kernel'
import { useWords } from '../../messages/index.ts'
import { go, initialsOf } from '../../ui/index.ts'
import { chooseWorkspace, useSession } from '../auth/index.ts'
import classes from './Rail.module.css'

/** So many are found by looking. */
const MOST_UNSEARCHED = 7

interface Props {
  /** The sign alone. */
  readonly folded: boolean
  readonly onChosen?: () => void
}

/** Shows the workspace that is worked in, and offers the others. */
export function WorkspacePicker({ folded, onChosen }: Props) {
  const words = useWords('shell')
  const { workspace, workspaces, workspaceDescriptor } = useSession()
  const [search, setSearch] = useState('')
  const isSearched = workspaces.length > MOST_UNSEARCHED
  const combobox = useCombobox({
    onDropdownOpen: () => {
      combobox.selectActiveOption()
      if (isSearched) combobox.focusSearchInput()
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
  })
  const name = workspace?.account_name ?? ''
  const inside = (
    <>
      <span className={classes.tile} aria-hidden="true">
        {initialsOf(name)}
      </span>
      {!folded && (
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
      )}
    </>
  )
  if (workspaces.length < 2) return <div className={classes.workspace}>{inside}</div>

  const terms = comparable(search).split(' ').filter(Boolean)
  const found = workspaces.filter(({ account_name }) => terms.every((term) => comparable(account_name).includes(term)))
  const choose = (key: string) => {
    combobox.closeDropdown()
    chooseWorkspace(key)
    onChosen?.()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={256} shadow="md">
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={classes.workspace}
          aria-label={words('workspace_menu', { name })}
          onClick={() => combobox.toggleDropdown()}
        >
          {inside}
          {!folded && <ChevronsUpDown size={16} aria-hidden className={classes.chevrons} />}
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.choices ?? ''}>
        {isSearched && (
          <Combobox.Search
            className={classes.find ?? ''}
            value={search}
            aria-label={words('workspace_search')}
            placeholder={words('workspace_search')}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              combobox.updateSelectedOptionIndex()
            }}
          />
        )}
        <Combobox.Options aria-label={words('workspaces')}>
          {found.map(({ account_key, account_name }) => {
            const isChosen = account_key === workspace?.account_key
            return (
              <Combobox.Option key={account_key} value={account_key} active={isChosen} className={classes.choice}>
                <span className={classes.tile} aria-hidden="true">
                  {initialsOf(account_name)}
                </span>
                <span className={classes.name}>
                  <bdi>{account_name}</bdi>
                </span>
                {isChosen && <Check size={16} aria-label={words('workspace_chosen')} />}
              </Combobox.Option>
            )
          })}
          {found.length === 0 && <Combobox.Empty>{words('workspace_none', { search })}</Combobox.Empty>}
        </Combobox.Options>
        <Combobox.Footer className={classes.below ?? ''}>
          <UnstyledButton
            className={classes.setup}
            onClick={() => {
              combobox.closeDropdown()
              go('team/new')
            }}
          >
            <Plus size={16} aria-hidden />
            {words('workspace_setup', { descriptor: workspaceDescriptor })}
          </UnstyledButton>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  )
}
