import { Button, Select } from '@mantine/core'
import { Split } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import {
  boxesWith,
  compiledRule,
  FIELD_TYPES,
  type Field,
  type FieldTypeName,
  fieldTypeOf,
  isExclusive,
  isTarget,
  liveFields,
  type PackCommand,
} from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { DraftArea, DraftInput } from '../../../ui/index.ts'
import { FIELD_WIDGETS, fieldHelp, fieldIcon, Synced, useUnprintable } from '../../fields/index.ts'
import { RulesPanel } from '../rules/RulesPanel.tsx'
import { conditionWords } from '../rules/words.ts'
import { AssigneePicker } from '../view/AssigneePicker.tsx'
import { useEditor, useUi, useView } from '../view/context.ts'
import { Foot } from './Foot.tsx'
import { Geometry } from './Geometry.tsx'
import classes from './inspector.module.css'
import { OwnValue } from './OwnValue.tsx'
import { Properties } from './Properties.tsx'
import { Switched } from './Switched.tsx'

export function FieldPanel({ field: key }: { readonly field: string | null }) {
  const words = useWords('editor')
  const field = useView((view) => (key === null ? undefined : view.fields[key]))
  const { rules } = useUi()
  // On a phone, where there is no other place for them.
  if (rules) return <RulesPanel />
  if (!field || field.removed) return <p className={classes.empty}>{words('nothing_selected')}</p>
  // Inputs below type into this field: others see that.
  return (
    <div className={classes.whole} data-typing-in={key}>
      <Details field={field} />
    </div>
  )
}

function Details({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const [dropped, setDropped] = useState(0)
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
          <Properties field={field} group="switches" />
        </div>
      </div>
      {field.assignee === 'self' && <OwnValue field={field} heading={words('value')} />}
      <div className={classes.section}>
        <Properties field={field} group="asked" />
        {kind.hasOptions && <Options key={key} field={field} />}
        {kind.hasGroup && <Group field={field} />}
        <Properties field={field} group="entry" />
        {(kind.assignable || Around) && (
          <DraftArea
            label={words('help')}
            value={disclosed(field.description, '')}
            placeholder={fieldHelp({ type: field.type, description: '' })}
            maxLength={2000}
            onCommit={(description) => step({ do: 'DescribeField', field: key, description })}
          />
        )}
        <Properties field={field} group="words" />
        <DraftInput
          label={words('custom_id')}
          value={disclosed(field.customId, '')}
          classNames={{ input: classes.mono ?? '' }}
          maxLength={200}
          spellCheck={false}
          dropped={dropped}
          onCommit={(customId) => editor.setCustomId(key, customId) && setDropped((count) => count + 1)}
        />
        <Synced view={view} field={field} />
      </div>
      {kind.standing === null && (
        <div className={classes.section}>
          <Properties field={field} group="looks" />
        </div>
      )}
      <Conditions field={field} />
      <Geometry field={field} />
      <Foot remove={words('remove')} />
    </>
  )
}

/** Whether a condition decides about it, and the way to it. */
function Conditions({ field }: { readonly field: Field }) {
  const words = useWords('rules')
  const { editor } = useEditor()
  const view = useView((whole) => whole)
  const conditions = (view.rules ?? []).flatMap((rule) => (isTarget(rule.target, field) ? (compiledRule(rule)?.condition ?? []) : []))
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        {words('open')}
        <Button
          size="xs"
          variant="default"
          leftSection={<Split size={16} aria-hidden />}
          onClick={() => {
            editor.ui.rules = true
          }}
        >
          {words(conditions.length === 0 ? 'add_first' : 'title')}
        </Button>
      </div>
      {conditions.map((condition) => {
        const text = conditionWords(view, condition)
        return (
          <p key={text} className={classes.hint}>
            {words('shown_when')} {text}
          </p>
        )
      })}
    </div>
  )
}

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
