import type { ReactNode } from 'react'
import {
  FIELD_PROPERTIES,
  type Field,
  type FieldProperty,
  fieldTypeOf,
  fieldValueIn,
  isUnset,
  type PackCommand,
  propertyArgument,
  type ShownAs,
} from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { DraftInput } from '../../../ui/index.ts'
import { useEditor } from '../view/context.ts'
import { AutoFill } from './AutoFill.tsx'
import { Colour } from './Colour.tsx'
import { Hierarchy } from './Hierarchy.tsx'
import { SetsUp } from './SetsUp.tsx'
import { Switched } from './Switched.tsx'
import { MaxLength, TextAlign, TextLayout, TextSize } from './TextLayout.tsx'

/** The inputs of properties that are neither a line nor a switch. */
const OWN: { readonly [K in ShownAs<'own'>]: (props: { readonly field: Field }) => ReactNode } = {
  layout: TextLayout,
  maxLength: MaxLength,
  textSize: TextSize,
  align: TextAlign,
  background: Colour,
  setUp: SetsUp,
  hierarchy: Hierarchy,
  autoFill: AutoFill,
}

/** The properties of a field that belong to this group, in the table's order. */
export function Properties({ field, group }: { readonly field: Field; readonly group: FieldProperty['inspector']['group'] }) {
  const kind = fieldTypeOf(field)
  return FIELD_PROPERTIES.filter(({ inspector, only }) => {
    const isShown = inspector.isShown ?? only?.of ?? (() => true)
    return inspector.group === group && isShown(kind, field.assignee)
  }).map((property) => <Input key={property.key} property={property} field={field} />)
}

function Input({ property, field }: { readonly property: FieldProperty; readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { key, inspector } = property
  const value = fieldValueIn(property, field)
  const set = (next: unknown) =>
    editor.step([{ do: property.command, field: field.key, ...propertyArgument(property, next) } as PackCommand])
  if (inspector.as === 'own') {
    const Own = OWN[key as ShownAs<'own'>]
    return <Own field={field} />
  }
  if (inspector.as === 'switch') {
    const name = key as ShownAs<'switch'>
    // The hint says what follows from the position that a field lacks.
    const hint = isUnset(property, value) ? '' : words(`property_${name}_hint`)
    const isOn = property.inverted ? !value : Boolean(value)
    return <Switched label={words(`property_${name}`)} hint={hint} on={isOn} onChange={(on) => set(property.inverted ? !on : on)} />
  }
  const description = inspector.hint && words(`property_${key as ShownAs<'line', { hint: true }>}_hint`)
  return (
    <DraftInput
      label={words(`property_${key as ShownAs<'line'>}`)}
      {...(description ? { description } : {})}
      value={String(value)}
      maxLength={inspector.most}
      onCommit={set}
    />
  )
}
