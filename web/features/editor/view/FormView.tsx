import { Button, Drawer, Menu } from '@mantine/core'
import { ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type FieldTypeName, fieldTypeOf, liveFields } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { say, useLeftByEscape } from '../../../ui/index.ts'
import { FIELD_WIDGETS, fieldIcon, fieldLabel } from '../../fields/index.ts'
import { FormEditor } from '../form/FormEditor.tsx'
import { DocumentPanel } from '../inspector/DocumentPanel.tsx'
import { FieldPanel } from '../inspector/FieldPanel.tsx'
import { SignersPanel } from '../inspector/SignersPanel.tsx'
import { PeersAt } from '../presence/PeersAt.tsx'
import { roomOn } from '../state/room.ts'
import type { InspectorTab } from '../state/ui.ts'
import { AssigneePicker } from './AssigneePicker.tsx'
import { useAsForm, useEditor, useMovable, useUi, useView } from './context.ts'
import { DocumentsSheet } from './DocumentsSheet.tsx'
import classes from './form-view.module.css'
import { LabelProposal } from './LabelOffer.tsx'
import { PersonDot } from './PersonDot.tsx'
import { whoseIs } from './people.ts'
import { UndoRedo } from './UndoRedo.tsx'

const TYPES = Object.keys(FIELD_WIDGETS) as readonly FieldTypeName[]

/** On a narrow screen: the fields as a list, each opening its own panel. */
export function FormView({ children }: { readonly children: ReactNode }) {
  const words = useWords('editor')
  const forms = useWords('form')
  const rules = useWords('rules')
  const { editor } = useEditor()
  const asForm = useAsForm()
  const { inspector, document: shown, selection, assignee, fieldOpen } = useUi()
  const view = useView((whole) => whole)
  const movable = useMovable()
  const child = view.documents.find(({ key }) => key === shown)
  const fields = useMemo(() => liveFields(view).filter((field) => field.document === shown), [view, shown])
  const setOpened = (open: boolean) => {
    editor.ui.fieldOpen = open
  }
  useLeftByEscape(fieldOpen && selection.length === 1, () => setOpened(false))
  const tabs: readonly InspectorTab[] = ['document', 'signers', 'field']
  return (
    <main className={classes.form} aria-label={words('form_view')}>
      <DocumentsSheet />
      <div className={classes.bar}>
        <nav className={classes.tabs}>
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              aria-current={(!asForm && inspector === tab) || undefined}
              aria-label={tab === 'field' ? words('form_view') : undefined}
              onClick={() => {
                editor.ui.inspector = tab
                editor.ui.shownAs = 'pages'
              }}
            >
              {words(tab === 'field' ? 'tab_fields' : `tab_${tab}`)}
            </button>
          ))}
          <button
            type="button"
            aria-current={asForm || undefined}
            onClick={() => {
              editor.ui.shownAs = 'form'
            }}
          >
            {forms('form')}
          </button>
        </nav>
        <UndoRedo />
      </div>
      {children}
      {asForm && (
        <FormEditor
          inPanel
          onField={(key) => {
            editor.select([key])
            setOpened(true)
          }}
        />
      )}
      {!asForm && inspector === 'signers' && <SignersPanel />}
      {!asForm && inspector === 'document' && <DocumentPanel />}
      {!asForm && inspector === 'field' && (
        <>
          {fields.length === 0 && <p className={classes.empty}>{words('form_empty')}</p>}
          {child?.pages.map((_, page) => {
            const here = fields.filter((field) => field.page === page)
            if (here.length === 0) return null
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              <section key={page}>
                <h2 className={classes.heading}>{words('page', { page: String(page + 1) })}</h2>
                <ul className={classes.list}>
                  {here.map((field) => {
                    const Icon = fieldIcon(field.type)
                    return (
                      <li key={field.key}>
                        <button
                          type="button"
                          className={classes.row}
                          onClick={() => {
                            editor.select([field.key])
                            setOpened(true)
                          }}
                        >
                          <Icon size={18} aria-hidden="true" />
                          <span className={classes.name}>
                            <b>{fieldLabel(field)}</b>
                            <small>{[whoseIs(view, field), field.disabled && rules('hidden')].filter(Boolean).join(' · ')}</small>
                          </span>
                          <PeersAt field={field.key} />
                          {fieldTypeOf(field).assignable && <PersonDot assignee={field.assignee} />}
                          <ChevronRight size={16} aria-hidden="true" />
                        </button>
                        <LabelProposal document={child} field={field} />
                      </li>
                    )
                  })}
                </ul>
              </section>
            )
          })}
          <div className={classes.add}>
            <AssigneePicker
              label={words('palette_signer')}
              value={assignee}
              onChange={(next) => {
                editor.ui.assignee = next
              }}
            />
            <Menu width="target">
              <Menu.Target>
                <Button fullWidth size="lg" variant="default" leftSection={<Plus size={18} aria-hidden />} disabled={!movable}>
                  {words('add_field')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {TYPES.map((type) => (
                  <AddItem
                    key={type}
                    type={type}
                    onAdd={() => {
                      const room = roomOn(editor, type)
                      if (!room) return void say.warning(words('no_room'), undefined, { here: true })
                      editor.place(type, room)
                      setOpened(true)
                    }}
                  />
                ))}
              </Menu.Dropdown>
            </Menu>
          </div>
        </>
      )}
      <Drawer
        opened={fieldOpen && selection.length === 1}
        onClose={() => setOpened(false)}
        position="bottom"
        size="85%"
        title={words('tab_field')}
        padding={0}
        classNames={{ header: classes.drawerHead ?? '' }}
      >
        <FieldPanel key={selection[0]} field={selection[0] ?? null} />
      </Drawer>
    </main>
  )
}

function AddItem({ type, onAdd }: { readonly type: FieldTypeName; onAdd(): void }) {
  const names = useWords('fields')
  const Icon = fieldIcon(type)
  return (
    <Menu.Item leftSection={<Icon size={18} aria-hidden />} onClick={onAdd}>
      {names(type)}
    </Menu.Item>
  )
}
