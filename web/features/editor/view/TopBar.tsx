import { Button, Menu, SegmentedControl } from '@mantine/core'
import { ArrowLeft, ChevronDown, Eye, Pencil, Send } from 'lucide-react'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { disclosed } from '#domain/kernel'
import { liveSignatories, shownStatus } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { go, IconButton, SavedState, StatusChip, useDraft } from '../../../ui/index.ts'
import { Bell } from '../../notifications/index.ts'
import { Here } from '../presence/Here.tsx'
import { useAsForm, useEditor, useView } from './context.ts'
import { PersonDot } from './PersonDot.tsx'
import { callOf } from './people.ts'
import classes from './top-bar.module.css'
import { UndoRedo } from './UndoRedo.tsx'
import { UseTemplate } from './UseTemplate.tsx'

/** Name, state, who is here, and the way on. */
export function TopBar({ narrow }: { readonly narrow: boolean }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { saved, guarded } = useSnapshot(editor.session.store)
  const status = useView(shownStatus)
  const isTemplate = useView((view) => view.kind === 'template')
  const editable = status === 'setup'
  const request = () => {
    editor.commitNudge()
    editor.ui.requesting = true
  }
  return (
    <header className={classes.bar}>
      <IconButton icon={ArrowLeft} name={words('back')} onClick={() => go('documents')} />
      <div className={classes.what}>
        <Name disabled={!editable} />
        {!narrow && <StatusChip status={status} />}
        <SavedState waiting={saved.waiting} offline={saved.state === 'offline'} slow={saved.state === 'slow'} guarded={guarded} />
      </div>
      <Here most={narrow ? 1 : 5} />
      {!narrow && <UndoRedo />}
      <Bell narrow={narrow} />
      {!narrow && (
        <>
          <span className={classes.rule} />
          <ShownAs />
          <PreviewAs />
        </>
      )}
      {isTemplate ? (
        <UseTemplate narrow={narrow} disabled={!editable} />
      ) : narrow ? (
        <IconButton icon={Send} name={words('request')} variant="filled" color="ink" size="lg" disabled={!editable} onClick={request} />
      ) : (
        <Button leftSection={<Send size={16} aria-hidden />} disabled={!editable} onClick={request}>
          {words('request')}
        </Button>
      )}
    </header>
  )
}

/** The document's name, to be changed where it stands. */
function Name({ disabled }: { readonly disabled: boolean }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const input = useRef<HTMLInputElement>(null)
  const name = useView((view) => disclosed(view.name, ''))
  const draft = useDraft(name, (text) => editor.step([{ do: 'RenamePack', name: text.trim() }]))
  return (
    <label className={classes.name} htmlFor="document-name" data-disabled={disabled || undefined}>
      <span className={classes.sizer} aria-hidden="true">
        {draft.value || words('untitled')}
      </span>
      <input
        ref={input}
        id="document-name"
        className={classes.input}
        aria-label={words('name')}
        placeholder={words('untitled')}
        disabled={disabled}
        maxLength={200}
        {...draft}
        onKeyDown={(event) => {
          draft.onKeyDown(event)
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
      {!disabled && <Pencil size={14} aria-hidden="true" className={classes.pencil} />}
    </label>
  )
}

/** The pages, or the form that signers may fill in instead. */
function ShownAs() {
  const words = useWords('form')
  const { editor } = useEditor()
  const asForm = useAsForm()
  return (
    <SegmentedControl
      size="sm"
      aria-label={words('shown_as')}
      value={asForm ? 'form' : 'pages'}
      data={[
        { value: 'pages', label: words('pages') },
        { value: 'form', label: words('form') },
      ]}
      onChange={(next) => {
        editor.commitNudge()
        editor.arm(null)
        editor.ui.previewAs = null
        editor.ui.shownAs = next === 'form' ? 'form' : 'pages'
      }}
    />
  )
}

function PreviewAs() {
  const words = useWords('editor')
  const { editor } = useEditor()
  const signatories = useView((view) => view.signatories)
  const live = liveSignatories({ ...editor.view(), signatories })
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<Eye size={16} aria-hidden />} rightSection={<ChevronDown size={16} aria-hidden />}>
          {words('preview_as')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {live.length === 0 && <Menu.Item disabled>{words('preview_nobody')}</Menu.Item>}
        {live.map((signatory) => (
          <Menu.Item
            key={signatory.uuid}
            leftSection={<PersonDot assignee={signatory.uuid} />}
            onClick={() => {
              editor.select([])
              editor.arm(null)
              editor.ui.previewAs = signatory.uuid
            }}
          >
            {callOf(signatory)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
