import { disclosed } from '#domain/kernel'
import {
  boxesWith,
  compiledRule,
  FIELD_PROPERTIES,
  type Field,
  type FieldProperty,
  fieldPropertySetBy,
  fieldValueIn,
  groupsOf,
  heldIn,
  isUnset,
  type PackCommand,
  type PackState,
  propertyArgument,
  rawPropertyOf,
  type SignerGroup,
  settingCommand,
  settingSetBy,
  settingValue,
  writeCondition,
} from '#domain/pack'

/** The commands that bring back what `command` changed of a state; [] where nothing can or need be brought back. */
export function inverseOf(before: PackState, command: PackCommand, after: PackState): readonly PackCommand[] {
  if ('field' in command) return [...inverseInField(before, command, after), ...othersBack(before, command, after)]
  // What a setting copied into empty fields goes with it.
  if (REPLICATING.has(command.do)) return [...inverseInPack(before, command), ...copiesTaken(before, after)]
  if ('appendix' in command) return inverseInAppendix(before, command)
  if ('customField' in command) return customFieldBack(before, command)
  if (command.do === 'SetFieldRule' || command.do === 'RemoveFieldRule') return ruleBack(before, command.rule)
  if ('entry' in command) return inverseInForm(before, command)
  return inverseInPack(before, command)
}

/** A box that lost its tick in coming back, because another of its group has one: it has it again where it goes, and so has the other. */
function takenAwayAgain(before: PackState, key: string, after: PackState): readonly PackCommand[] {
  const away = { do: 'RemoveField', field: key } as const
  const [was, is] = [before.fields[key], after.fields[key]]
  if (!was || !is || was.value === is.value) return [away]
  return [...valueBack(before, key), away, ...boxesWith(after, is).flatMap((box) => valueBack(after, box.key))]
}

const REACHES_OTHERS = new Set<PackCommand['do']>(['PlaceField', 'FillField', 'GroupField', 'AssignField'])
const REPLICATING = new Set<PackCommand['do']>(['SetValueReplication', 'SetReplicationAcrossDocuments', 'SetTickReplication'])

/** Copies that came into fields which stood empty: where fields share an id no more, nothing else would empty them. */
function copiesTaken(before: PackState, after: PackState): readonly PackCommand[] {
  return Object.values(after.fields).flatMap((field) => {
    const [was, is] = [before.fields[field.key], heldIn(field)]
    const isCopied = was && was !== field && !field.removed && heldIn(was).value === null && is.value !== null
    return isCopied && is.filledFrom !== undefined && is.filledBy !== null
      ? [{ do: 'ClearField', field: field.key, by: is.filledBy } as const]
      : []
  })
}

/** Boxes unticked with it because only one box of a group may be ticked, and fields signed with it by one click. */
function othersBack(before: PackState, command: Extract<PackCommand, { field: string }>, after: PackState): readonly PackCommand[] {
  if (!REACHES_OTHERS.has(command.do)) return []
  return before.fieldOrder.flatMap((key) => {
    const [was, is] = [before.fields[key], after.fields[key]]
    if (key === command.field || !was || !is || was === is) return []
    // What a rule put aside or brought back follows by itself.
    const [held, holds] = [heldIn(was), heldIn(is)]
    if (held.value === holds.value) return []
    // Copies follow their field, back as well.
    if (holds.filledFrom === command.field) return []
    if (held.value === null) return holds.filledBy === null ? [] : [{ do: 'ClearField', field: key, by: holds.filledBy } as const]
    return valueBack(before, key)
  })
}

function inverseInPack(state: PackState, command: PackCommand): readonly PackCommand[] {
  const setting = settingSetBy(command.do)
  // All groups went with it.
  if (command.do === 'SetSignerGroups' && !command.on) return [{ do: 'SetSignerGroups', on: true }, ...groupsBack(state, groupsOf(state))]
  if (setting) return [settingCommand(setting, settingValue(setting, state.settings))]
  switch (command.do) {
    case 'RenamePack':
      return typeof state.name === 'string' ? [{ do: 'RenamePack', name: state.name }] : []
    case 'RenameDocument': {
      const name = state.documents.find(({ key }) => key === command.document)?.name
      return typeof name === 'string' ? [{ do: 'RenameDocument', document: command.document, name }] : []
    }
    case 'AddSignatory':
      return [{ do: 'RemoveSignatory', signatory: command.signatory, withFields: true }]
    case 'RemoveSignatory': {
      const mine = Object.values(state.fields).filter((field) => field.assignee === command.signatory && !field.removed)
      return [
        { do: 'RestoreSignatory', signatory: command.signatory },
        ...mine.map(({ key }) => ({ do: 'RestoreField', field: key }) as const),
      ]
    }
    case 'RestoreSignatory':
      return [{ do: 'RemoveSignatory', signatory: command.signatory, withFields: true }]
    case 'SetSigningOrder':
      return [{ do: 'SetSigningOrder', steps: state.steps }]
    case 'AddSignerGroup':
      return [{ do: 'RemoveSignerGroup', group: command.group }]
    case 'NameSignerGroup': {
      const name = disclosed(groupsOf(state).find(({ uuid }) => uuid === command.group)?.name ?? '', '')
      return name === '' ? [] : [{ do: 'NameSignerGroup', group: command.group, name }]
    }
    case 'RemoveSignerGroup':
      return groupsBack(
        state,
        groupsOf(state).filter(({ uuid }) => uuid === command.group),
      )
    default:
      return []
  }
}

/** Groups as they were, with those who were in them. */
function groupsBack({ steps }: PackState, groups: readonly SignerGroup[]): readonly PackCommand[] {
  if (groups.length === 0) return []
  const added = groups.map(({ uuid, name }) => ({ do: 'AddSignerGroup', group: uuid, name: disclosed(name, '') }) as const)
  return [...added, { do: 'SetSigningOrder', steps }]
}

function inverseInField(state: PackState, command: Extract<PackCommand, { field: string }>, after: PackState): readonly PackCommand[] {
  const key = command.field
  const field = state.fields[key]
  if (command.do === 'PlaceField' || command.do === 'RepeatField' || command.do === 'AddNote') return [{ do: 'RemoveField', field: key }]
  if (!field) return []
  const property = fieldPropertySetBy(command.do)
  if (property) return propertyBack(property, command, field, after.fields[key] ?? field, valueBack(state, key))
  switch (command.do) {
    case 'MoveField':
      return [{ do: 'MoveField', field: key, page: field.page, x: field.x, y: field.y }]
    case 'ResizeField':
      return [
        {
          do: 'ResizeField',
          field: key,
          ...('x' in command ? { x: field.x } : {}),
          ...('y' in command ? { y: field.y } : {}),
          width: field.width,
          height: field.height,
        },
      ]
    case 'RetypeField':
      return asItWas(state, key)
    case 'AssignField':
      return [{ do: 'AssignField', field: key, assignee: field.assignee }, ...valueBack(state, key)]
    case 'SetFieldRequired':
      return [{ do: 'SetFieldRequired', field: key, required: field.required }]
    case 'SetFieldCustomId':
      if (typeof field.customId !== 'string') return []
      return [{ do: 'SetFieldCustomId', field: key, customId: field.customId }, ...copiesTaken(state, after)]
    case 'DescribeField':
      return typeof field.description === 'string' ? [{ do: 'DescribeField', field: key, description: field.description }] : []
    case 'SetFieldOptions':
      return Array.isArray(field.options) ? [{ do: 'SetFieldOptions', field: key, options: field.options }, ...valueBack(state, key)] : []
    case 'GroupField':
      return [
        {
          do: 'GroupField',
          field: key,
          ...('group' in command ? { group: field.group } : {}),
          ...('exclusive' in command ? { exclusive: field.exclusive } : {}),
        },
        ...valueBack(state, key),
      ]
    case 'SetFieldAutoDate':
      return [
        { do: 'SetFieldAutoDate', field: key, on: field.autoDate },
        { do: 'SetFieldRequired', field: key, required: field.required },
        ...valueBack(state, key),
      ]
    case 'RemoveField':
      return [{ do: 'RestoreField', field: key }]
    case 'RestoreField':
      return takenAwayAgain(state, key, after)
    case 'FillField':
    case 'ClearField':
      return heldIn(field).value === null ? [{ do: 'ClearField', field: key, by: command.by }] : valueBack(state, key)
    default:
      return []
  }
}

const setTo = (property: FieldProperty, { key }: Field, value: unknown) =>
  ({ do: property.command, field: key, ...propertyArgument(property, value) }) as PackCommand

/** Of a property with parts, those that the command or what followed from it changed. */
function propertyBack(
  property: FieldProperty,
  command: object,
  before: Field,
  after: Field,
  standing: readonly PackCommand[],
): readonly PackCommand[] {
  const held = fieldValueIn(property, before)
  const back = property.empties ? standing : []
  if (property.argument !== null) return [setTo(property, before, held), ...back]
  const [was, is] = [held, fieldValueIn(property, after)] as Record<string, unknown>[]
  const changed = Object.entries(was!).filter(([part, value]) => part in command || value !== is![part])
  return [setTo(property, before, Object.fromEntries(changed)), ...back]
}

function inverseInAppendix({ appendices }: PackState, command: Extract<PackCommand, { appendix: string }>): readonly PackCommand[] {
  const { appendix } = command
  const held = appendices.find(({ key }) => key === appendix)
  if (command.do === 'AddAppendix') return [{ do: 'RemoveAppendix', appendix }]
  if (!held) return []
  switch (command.do) {
    case 'AttachAppendixFile': {
      const content = held.file && disclosed(held.file.content, null)
      if (!held.file || !content) return []
      return [{ do: 'AttachAppendixFile', appendix, file: held.file.key, ...content, filename: disclosed(held.file.filename, '') }]
    }
    case 'DescribeAppendix':
      return [{ do: 'DescribeAppendix', appendix, description: disclosed(held.description, '') }]
    case 'SetAppendixCustomId':
      return [{ do: 'SetAppendixCustomId', appendix, customId: disclosed(held.customId, '') }]
    case 'SetAppendixAudience':
      return [{ do: 'SetAppendixAudience', appendix, audience: held.audience }]
    case 'SetAppendixRequired':
      return [{ do: 'SetAppendixRequired', appendix, required: held.required }]
    case 'RemoveAppendix':
      return [{ do: 'RestoreAppendix', appendix }]
    case 'RestoreAppendix':
      return [{ do: 'RemoveAppendix', appendix }]
    default:
      return command satisfies never
  }
}

function inverseInForm({ form = [] }: PackState, command: Extract<PackCommand, { entry: string }>): readonly PackCommand[] {
  const { entry } = command
  if (command.do === 'AddFormEntry') return [{ do: 'RemoveFormEntry', entry }]
  const at = form.findIndex(({ key }) => key === entry)
  const held = form[at]
  if (!held) return []
  switch (command.do) {
    case 'RetypeFormEntry':
      return [{ do: 'RetypeFormEntry', entry, type: held.type }]
    case 'LabelFormEntry':
      return typeof held.label === 'string' ? [{ do: 'LabelFormEntry', entry, label: held.label }] : []
    case 'MoveFormEntry':
      return [{ do: 'MoveFormEntry', entry, after: form[at - 1]?.key ?? null }]
    case 'RemoveFormEntry':
      return [{ do: 'RestoreFormEntry', entry }]
    case 'RestoreFormEntry':
      return [{ do: 'RemoveFormEntry', entry }]
    default:
      return command satisfies never
  }
}

/** Of what it says, as it was; the id, which follows from a name, goes back with the name. */
function customFieldBack({ customFields = [] }: PackState, command: Extract<PackCommand, { customField: string }>): readonly PackCommand[] {
  const { customField } = command
  const held = customFields.find(({ key }) => key === customField)
  if (command.do !== 'SetCustomField')
    return held ? [{ do: command.do === 'RemoveCustomField' ? 'RestoreCustomField' : 'RemoveCustomField', customField }] : []
  if (!held || held.removed) return [{ do: 'RemoveCustomField', customField }]
  const named = 'name' in command || 'id' in command
  return [
    {
      do: 'SetCustomField',
      customField,
      ...(named ? { name: disclosed(held.name, ''), id: disclosed(held.id, '') } : {}),
      ...('value' in command ? { value: disclosed(held.value, '') } : {}),
      ...('required' in command ? { required: held.required } : {}),
      ...('visible' in command ? { visible: held.visible } : {}),
    },
  ]
}

/** A condition as it was, or none. */
function ruleBack({ rules = [] }: PackState, key: string): readonly PackCommand[] {
  const held = rules.find((rule) => rule.key === key)
  const condition = held && compiledRule(held)?.condition
  return held && condition
    ? [{ do: 'SetFieldRule', rule: key, target: held.target, condition: writeCondition(condition) }]
    : [{ do: 'RemoveFieldRule', rule: key }]
}

/** All that a change of type resets, set to what it was. */
function asItWas(state: PackState, key: string): readonly PackCommand[] {
  const field = state.fields[key]!
  return [
    { do: 'RetypeField', field: key, type: field.type },
    { do: 'AssignField', field: key, assignee: field.assignee },
    { do: 'SetFieldRequired', field: key, required: field.required },
    ...(typeof field.customId === 'string' ? [{ do: 'SetFieldCustomId', field: key, customId: field.customId } as const] : []),
    ...(field.group === null && !field.exclusive
      ? []
      : [{ do: 'GroupField', field: key, group: field.group, exclusive: field.exclusive } as const]),
    ...FIELD_PROPERTIES.flatMap((property) =>
      property.only && !isUnset(property, rawPropertyOf(property, field)) ? [setTo(property, field, fieldValueIn(property, field))] : [],
    ),
    ...(Array.isArray(field.options) && field.options.length > 0
      ? [{ do: 'SetFieldOptions', field: key, options: field.options } as const]
      : []),
    ...valueBack(state, key),
    // Last: what sets itself is filled in by nobody.
    ...(field.autoDate ? [{ do: 'SetFieldAutoDate', field: key, on: true } as const] : []),
  ]
}

function valueBack(state: PackState, key: string): readonly PackCommand[] {
  const field = state.fields[key]
  const { value, filledBy } = field ? heldIn(field) : { value: null, filledBy: null }
  if (value === null || filledBy === null || (typeof value === 'object' && '$' in value)) return []
  return [{ do: 'FillField', field: key, by: filledBy, value }]
}
