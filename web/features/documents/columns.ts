import { useState } from 'react'
import { browserMemory } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import type { CustomFieldName } from './use-custom-field-names.ts'

/** A custom field as a column of the list; the workspace where `id` is null. */
export interface Column {
  readonly id: string | null
  readonly name: string
}
export const MOST_COLUMNS = 6
const WORKSPACE: Column = { id: null, name: '' }
const AT_FIRST: readonly Column[] = [WORKSPACE]

const isColumn = (one: unknown): one is Column => {
  const { id, name } = (one ?? {}) as Partial<Column>
  return (id === null || typeof id === 'string') && typeof name === 'string'
}

function remembered(key: string): readonly Column[] {
  const held = browserMemory.readJson(key)
  return Array.isArray(held) && held.every(isColumn) ? held.slice(0, MOST_COLUMNS) : AT_FIRST
}

/** What the list shows between signers and date. The browser remembers it for each person and workspace. */
export function useColumns() {
  const { user, workspace } = useSession()
  const key = `documents-columns:${user?.key}:${workspace?.account_key}`
  const [held, setHeld] = useState(() => ({ key, columns: remembered(key) }))
  const columns = held.key === key ? held.columns : remembered(key)
  if (held.key !== key) setHeld({ key, columns })
  const choose = (next: readonly Column[]) => {
    browserMemory.write(key, JSON.stringify(next))
    setHeld({ key, columns: next })
  }
  return [columns, choose] as const
}

/** Chosen ones by the names that they have now. */
export const namedColumns = (chosen: readonly Column[], fields: readonly CustomFieldName[]): readonly Column[] =>
  chosen.map((one) => fields.find(({ id }) => id === one.id) ?? one)

/** Chosen ones in their order, then what else can be chosen; a chosen one by the name that it has now. */
export function offeredColumns(chosen: readonly Column[], fields: readonly CustomFieldName[]) {
  const all: readonly Column[] = [WORKSPACE, ...fields]
  const isChosen = ({ id }: Column) => chosen.some((one) => one.id === id)
  return [...namedColumns(chosen, fields), ...all.filter((one) => !isChosen(one))]
}

/** The same columns with one of them at the place next to its own. */
export function movedColumn(columns: readonly Column[], at: number, by: -1 | 1): readonly Column[] {
  const next = [...columns]
  const [moved] = next.splice(at, 1)
  next.splice(at + by, 0, moved!)
  return next
}
