import { Select } from '@mantine/core'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import {
  AUTO_FILLS,
  boxesWith,
  FIELD_TYPES,
  type Field,
  type FieldTypeName,
  fieldTypeOf,
  hierarchyFrom,
  isExclusive,
  liveFields,
  liveSignatories,
  type PackCommand,
  setUpOf,
  signatoryToSetUp,
} from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { FIELD_WIDGETS, fieldHelp, fieldIcon, useUnprintable } from '../../fields/index.ts'
import { AssigneePicker } from '../view/AssigneePicker.tsx'
import { useEditor, useView } from '../view/context.ts'
import { DraftArea, DraftInput } from '../view/Draft.tsx'
import { Colour } from './Colour.tsx'
import { Foot } from './Foot.tsx'
import { Geometry } from './Geometry.tsx'
import classes from './inspector.module.css'
import { OwnValue } from './OwnValue.tsx'
import { Switched } from './Switched.tsx'
import { TextLayout } from './TextLayout.tsx'

/** Everything about one field. */
export function FieldPanel({ field: key }: { readonly field: string | null }) {
  const words = useWords('editor')
  const field = useView((view) => (key === null ? undefined : view.fields[key]))
  if (!field || field.removed) return <p className={classes.empty}>{words('nothing_selected')}</p>
  // What is typed below is typed in this field: others are told.
  return (
    <div className={classes.whole} data-typing-in={key}>
      <Details field={field} />
    </div>
  )
}

function Details({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const key = field.key
  const kind = fieldTypeOf(field)
  const { hint, Around } = FIELD_WIDGETS[field.type]
  const step = (...commands: PackCommand[]) => editor.step(commands)
  return (
    <>
      <div className={classes.section}>
        <TypePicker label={words('type')} value={field.type} onChange={(type) => step({ do: 'RetypeField', field: key, type })} />
        {hint && <p className={classes.hint}>{words(hint)}</p>}
        {kind.assignable && (
          <AssigneePicker
            label={words('signer')}
            value={field.assignee}
            onChange={(assignee) => step({ do: 'AssignField', field: key, assignee })}
          />
        )}
        <div>
          {kind.hasAutoDate && (
            <Switched label={words('auto_date')} on={field.autoDate} onChange={(on) => step({ do: 'SetFieldAutoDate', field: key, on })} />
          )}
          {kind.canBeRequired && (
            <Switched
              label={words('required')}
              on={field.required}
              disabled={field.autoDate}
              onChange={(required) => step({ do: 'SetFieldRequired', field: key, required })}
            />
          )}
          <Switched
            label={words('temporary')}
            hint={field.temporary ? words('temporary_on') : ''}
            on={field.temporary ?? false}
            onChange={(on) => step({ do: 'SetFieldTemporary', field: key, on })}
          />
          {!kind.isAside && (
            <Switched
              label={words('in_final')}
              hint={field.hiddenInFinal ? words('in_final_off') : ''}
              on={!field.hiddenInFinal}
              onChange={(on) => step({ do: 'ShowFieldInFinal', field: key, on })}
            />
          )}
        </div>
      </div>
      {field.assignee === 'self' && <OwnValue field={field} heading={words('value')} />}
      <div className={classes.section}>
        {kind.hasOptions && <Options key={key} field={field} />}
        {kind.setsUpSigner && <SetsUp field={field} />}
        {kind.hasGroup && <Group field={field} />}
        {kind.hasLayout && <TextLayout field={field} />}
        {kind.hasAutoFill && <FilledWith field={field} />}
        {(kind.assignable || Around) && (
          <DraftArea
            label={words('help')}
            value={disclosed(field.description, '')}
            placeholder={fieldHelp({ type: field.type, description: '' })}
            maxLength={2000}
            onCommit={(description) => step({ do: 'DescribeField', field: key, description })}
          />
        )}
        {kind.hasButton && (
          <DraftInput
            label={words('button_text')}
            value={disclosed(field.buttonText ?? '', '')}
            maxLength={80}
            onCommit={(text) => step({ do: 'SetFieldButtonText', field: key, text })}
          />
        )}
        {kind.assignable && !kind.isAside && field.assignee !== 'self' && (
          <DraftInput
            label={words('continue_question')}
            description={words('continue_question_hint')}
            value={disclosed(field.continueQuestion ?? '', '')}
            maxLength={500}
            onCommit={(question) => step({ do: 'AskBeforeGoingOn', field: key, question })}
          />
        )}
        <Hierarchy field={field} />
        <DraftInput
          label={words('custom_id')}
          value={disclosed(field.customId, '')}
          classNames={{ input: classes.mono ?? '' }}
          maxLength={200}
          spellCheck={false}
          onCommit={(customId) => step({ do: 'SetFieldCustomId', field: key, customId: customId.trim() })}
        />
      </div>
      {kind.standing === null && (
        <div className={classes.section}>
          <Colour field={field} />
        </div>
      )}
      <Geometry field={field} />
      <Foot remove={words('remove')} />
    </>
  )
}

/** One option a line, each once. */
/** What there is to choose from, a line each. What could not stand on the page is not offered. */
function Options({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const unprintable = useUnprintable(field)
  const [refused, setRefused] = useState<string | null>(null)
  return (
    <DraftArea
      label={words('options')}
      description={words('options_hint')}
      value={disclosed(field.options, []).join('\n')}
      minRows={3}
      error={refused}
      onCommit={(text) => {
        const options = optionsOf(text)
        const why = options.map(unprintable).find(Boolean) ?? null
        setRefused(why)
        if (why === null) editor.step([{ do: 'SetFieldOptions', field: field.key, options }])
      }}
    />
  )
}

function optionsOf(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
}

export function TypePicker({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: FieldTypeName | null
  onChange(type: FieldTypeName): void
}) {
  const names = useWords('fields')
  const words = useWords('editor')
  const Icon = value ? fieldIcon(value) : null
  return (
    <Select
      size="sm"
      label={label}
      allowDeselect={false}
      placeholder={words('mixed')}
      value={value}
      data={FIELD_TYPES.map((type) => ({ value: type, label: names(type) }))}
      onChange={(next) => next !== null && onChange(next as FieldTypeName)}
      {...(Icon ? { leftSection: <Icon size={16} aria-hidden /> } : {})}
    />
  )
}

/** What of the signatory it is filled in with, once they have agreed to sign. */
function FilledWith({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  return (
    <Select
      size="sm"
      label={words('auto_fill')}
      allowDeselect={false}
      value={field.autoFill ?? 'nothing'}
      data={['nothing' as const, ...AUTO_FILLS].map((from) => ({ value: from, label: words(`auto_fill_${from}`) }))}
      onChange={(chosen) =>
        editor.step([{ do: 'SetFieldAutoFill', field: field.key, from: AUTO_FILLS.find((from) => from === chosen) ?? null }])
      }
    />
  )
}

/** Whom its signer sets up, by role: one who signs later. */
function SetsUp({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const { role, identification } = setUpOf(field)
  const others = liveSignatories(view).filter(({ uuid }) => uuid !== field.assignee)
  const roles = [...new Set([...others.map((signer) => disclosed(signer.role, '')), role])].filter(Boolean)
  const set = (change: Partial<ReturnType<typeof setUpOf>>) => editor.step([{ do: 'LetSetUp', field: field.key, ...change }])
  return (
    <>
      <Select
        size="sm"
        label={words('set_up_role')}
        placeholder={words('set_up_nobody')}
        error={signatoryToSetUp(view, field) ? null : words('set_up_order')}
        value={role || null}
        data={roles}
        onChange={(chosen) => set({ role: chosen ?? '' })}
      />
      <Switched
        label={words('set_up_identification')}
        on={identification}
        disabled={role === ''}
        onChange={(on) => set({ identification: on })}
      />
    </>
  )
}

/** Headings that the field stands under, told to its signer. */
function Hierarchy({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const written = (path: readonly string[]) => path.join(' | ')
  const known = [...new Set(liveFields(view).map(({ hierarchy = [] }) => written(disclosed(hierarchy, []))))].filter(Boolean)
  return (
    <>
      <DraftInput
        label={words('field_group')}
        description={words('field_group_hint')}
        value={written(disclosed(field.hierarchy ?? [], []))}
        list="field-groups"
        maxLength={1000}
        onCommit={(text) => editor.step([{ do: 'SetFieldHierarchy', field: field.key, path: hierarchyFrom(text) }])}
      />
      <datalist id="field-groups">
        {known.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}

function Group({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const known = [...new Set(liveFields(view).flatMap(({ group }) => group ?? []))]
  // What it says of one box it says of the group.
  const boxes = boxesWith(view, field)
  const set = (fields: readonly Field[], change: Partial<Pick<Field, 'group' | 'exclusive'>>) =>
    editor.step(fields.map(({ key }) => ({ do: 'GroupField', field: key, ...change })))
  return (
    <>
      <DraftInput
        label={words('tick_group')}
        description={words('tick_group_hint')}
        value={field.group ?? ''}
        list="tick-groups"
        maxLength={200}
        onCommit={(text) => set([field], { group: text.trim() || null })}
      />
      <datalist id="tick-groups">
        {known.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <Switched label={words('exclusive')} on={isExclusive(boxes)} onChange={(on) => set(boxes, { exclusive: on })} />
    </>
  )
}
