import { Button, Checkbox } from '@mantine/core'
import { Braces, Eye, EyeOff, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import { type CustomField, customFieldId, liveCustomFields, type PackCommand, type PackState } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { copyToClipboard, DraftInput, IconButton, say, UNDO_SECONDS } from '../../../ui/index.ts'
import { type CompletionItem, customFieldItems } from '../../completion/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { Fold } from './Fold.tsx'
import classes from './inspector.module.css'

/** Facts about the document that its name and its mail can name. */
export function CustomFields() {
  const words = useWords('custom_fields')
  const { editor } = useEditor()
  const all = liveCustomFields({ customFields: useView((view) => view.customFields ?? NONE) })
  const [showsHidden, setShowsHidden] = useState(false)
  const hidden = all.filter(({ visible }) => !visible)
  const shown = showsHidden ? all : all.filter(({ visible }) => visible)
  const add = () => {
    const taken = new Set(all.map(({ name }) => disclosed(name, '')))
    let n = all.length + 1
    while (taken.has(words('new_name', { number: String(n) }))) n += 1
    editor.step([{ do: 'SetCustomField', customField: newKey(), name: words('new_name', { number: String(n) }) }])
  }
  return (
    <Fold name="custom_fields" title={words('title')} hint={words('hint', { example: '{{id}}', keys: '::' })}>
      {shown.length > 0 && (
        <ul className={classes.list}>
          {shown.map((one) => (
            <Card key={one.key} customField={one} />
          ))}
        </ul>
      )}
      <div className={classes.checks}>
        <Button size="sm" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
          {words('add')}
        </Button>
        {hidden.length > 0 && (
          <Button size="sm" variant="subtle" data-with-hidden aria-expanded={showsHidden} onClick={() => setShowsHidden(!showsHidden)}>
            {words(showsHidden ? 'without_hidden' : 'with_hidden', { count: hidden.length })}
          </Button>
        )}
      </div>
    </Fold>
  )
}
const NONE: readonly CustomField[] = []

function Card({ customField }: { readonly customField: CustomField }) {
  const words = useWords('custom_fields')
  const { editor } = useEditor()
  const { key, required, visible } = customField
  const name = disclosed(customField.name, '')
  const placeholder = `{{${customFieldId(customField)}}}`
  const set = (said: Omit<Extract<PackCommand, { do: 'SetCustomField' }>, 'do' | 'customField'>) =>
    editor.step([{ do: 'SetCustomField', customField: key, ...said }])
  const rename = (text: string) => {
    if (text.trim() === '') return
    set({ name: text })
    const { session } = editor
    const now = session.view().customFields?.find((one) => one.key === key)
    const after = now ? `{{${customFieldId(now)}}}` : placeholder
    // A new name has a new id: texts with the old one have lost it.
    if (after !== placeholder && textsOf(session.view()).some((text) => text.includes(placeholder)))
      say.warning(words('renamed', { before: placeholder, after }))
  }
  const remove = () => {
    editor.step([{ do: 'RemoveCustomField', customField: key }])
    say.success(words('removed', { name }), UNDO_SECONDS, {
      action: { label: words('undo'), run: () => editor.step([{ do: 'RestoreCustomField', customField: key }]) },
    })
  }
  return (
    <li className={classes.card} data-custom-field={key}>
      <div className={classes.details} style={{ paddingTop: 12 }}>
        <DraftInput label={words('name')} value={name} maxLength={200} onCommit={rename} />
        <DraftInput
          data-value
          label={words('value')}
          value={disclosed(customField.value, '')}
          maxLength={2_000}
          withAsterisk={required}
          onCommit={(value) => set({ value })}
        />
        <Origin customField={customField} />
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Braces size={14} aria-hidden />}
          aria-label={words('copy', { placeholder })}
          justify="flex-start"
          styles={{ label: { fontFamily: 'monospace' } }}
          onClick={() => void copyToClipboard(placeholder)}
        >
          {placeholder}
        </Button>
        <div className={classes.switch}>
          <Checkbox label={words('required')} checked={required} onChange={(event) => set({ required: event.currentTarget.checked })} />
          <span className={classes.tools}>
            <IconButton
              icon={visible ? Eye : EyeOff}
              iconSize={16}
              size="sm"
              name={words(visible ? 'hide' : 'show', { name })}
              onClick={() => set({ visible: !visible })}
            />
            <IconButton icon={Trash2} iconSize={16} size="sm" name={words('remove', { name })} onClick={remove} />
          </span>
        </div>
      </div>
    </li>
  )
}

/** Where a value came from that nobody entered here. */
function Origin({ customField: { origin, value } }: { readonly customField: CustomField }) {
  const words = useWords('custom_fields')
  const bulkSend = useView((view) => view.bulkSend)
  if (!origin || disclosed(value, '') === '') return null
  return (
    <p className={classes.hint}>
      {origin === 'bulk-send' && bulkSend
        ? words('from_row', { row: String(bulkSend.row), name: disclosed(bulkSend.description, '') })
        : words('copied')}
    </p>
  )
}

function textsOf({ name, settings, documents }: PackState): readonly string[] {
  return [name, settings.subject, settings.message, ...documents.map((one) => one.name)].map((text) => disclosed(text, ''))
}

/** What `::` offers where custom fields can be named. */
export function useCustomFieldItems(): readonly CompletionItem[] {
  return customFieldItems({ customFields: useView((view) => view.customFields ?? NONE) })
}
