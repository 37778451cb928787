import type { Column, ValueFormat } from '#domain/filters'
import { digestOfJson, disclosed, type EvolveMeta, ownMap, type Private } from '#domain/kernel'
import type { RecipientListsFact } from './events.ts'

/** Rows that came in one file. Their numbers follow those of the imports before it. */
export interface RecipientImport {
  readonly key: string
  readonly rows: number
  /** The number of its last row. */
  readonly last: number
}
/** A row that was corrected: its values stand under this key, in place of what its file says. */
export interface RecipientCorrection {
  readonly row: number
  readonly import: string
}
/** Rows and columns of a list as they were from `revision` on, until the next version. */
export interface RecipientListVersion {
  /** Of the stream of the workspace's lists. */
  readonly revision: number
  readonly columns: readonly Column[]
  readonly format: ValueFormat
  readonly imports: readonly RecipientImport[]
  /** One for each corrected row. */
  readonly corrections: readonly RecipientCorrection[]
}
export interface RecipientList {
  readonly key: string
  readonly description: Private<string>
  readonly created: string
  readonly changed: string
  /** When it was archived; null: it is in use. */
  readonly archived: string | null
  /** The last one holds now. An earlier one can be read as long as its rows are kept. */
  readonly versions: readonly [RecipientListVersion, ...RecipientListVersion[]]
}
export interface RecipientListsState {
  /** In the order in which they were created. */
  readonly living: ReadonlyMap<string, RecipientList>
  readonly deleted: ReadonlySet<string>
}
export const initial: RecipientListsState = { living: new Map(), deleted: new Set() }

export const versionNow = ({ versions }: RecipientList): RecipientListVersion => versions[versions.length - 1]!
/** The version that held at a revision; null: the list did not exist yet. */
export const versionAt = ({ versions }: RecipientList, revision: number): RecipientListVersion | null =>
  versions.findLast((version) => version.revision <= revision) ?? null
export const rowsIn = ({ imports }: RecipientListVersion): number => imports.reduce((sum, { rows }) => sum + rows, 0)
/** The same as long as rows, columns and how values are read stay as they are. */
export const digestOfVersion = ({ columns, format, imports, corrections }: RecipientListVersion): string =>
  digestOfJson([
    columns.map(({ name, type }) => [name, type]),
    format.decimal,
    format.dates,
    imports.map(({ key, rows }) => [key, rows]),
    ...(corrections.length === 0 ? [] : [corrections.map(({ row, import: key }) => [row, key])]),
  ])
/** The file that a row came in; null: there is no such row. */
export const fileOfRow = ({ imports }: Pick<RecipientListVersion, 'imports'>, row: number): string | null =>
  imports.find(({ last }) => row <= last)?.key ?? null
/** Under which key the values of a row stand. */
export const keyOfRow = (version: RecipientListVersion, row: number): string | null =>
  version.corrections.find((one) => one.row === row)?.import ?? fileOfRow(version, row)
/** Each correction is the last one of the version that it made. */
export const correctionsOf = ({ versions }: RecipientList): readonly string[] =>
  versions.flatMap(({ corrections }) => corrections.at(-1)?.import ?? [])
/** All keys under which rows of it stand. */
export const keysIn = ({ imports, corrections }: RecipientListVersion): readonly string[] => [
  ...imports.map(({ key }) => key),
  ...corrections.map((one) => one.import),
]
/** A row of one has the number that it has in the other, corrected or not. */
export const hasSameRows = (some: RecipientListVersion, others: RecipientListVersion): boolean =>
  some.imports.length === others.imports.length && some.imports.every(({ key }, at) => key === others.imports[at]!.key)
/** The number of the last row; the first row of data is 2, below the names of the columns. */
export const lastRowIn = ({ imports }: RecipientListVersion): number => imports.at(-1)?.last ?? 1

export function evolve(state: RecipientListsState, fact: RecipientListsFact, meta: EvolveMeta): RecipientListsState {
  const { list } = fact.data
  const change = (of: (was: RecipientList) => Partial<RecipientList>): RecipientListsState => {
    const was = state.living.get(list)
    if (!was) return state
    return { ...state, living: ownMap(state.living, meta).set(list, { ...was, changed: meta.time, ...of(was) }) }
  }
  switch (fact.type) {
    case 'RecipientListCreated': {
      const none = {
        revision: meta.revision,
        columns: [],
        format: { decimal: '.', dates: 'day-month' },
        imports: [],
        corrections: [],
      } as const
      const { description } = fact.data
      const created = { key: list, description, created: meta.time, changed: meta.time, archived: null, versions: [none] } as const
      return { ...state, living: ownMap(state.living, meta).set(list, created) }
    }
    case 'RecipientListDescribed':
      return change(() => ({ description: fact.data.description }))
    case 'RecipientFileImported': {
      const { import: key, appended, rows, last, columns, types, decimal, dates } = fact.data
      const names = disclosed(columns, null)
      return change((was) => ({
        versions: [
          ...was.versions,
          {
            revision: meta.revision,
            columns: types.map((type, at) => ({ name: names?.[at] ?? '', type })),
            format: { decimal, dates },
            imports: [...(appended ? versionNow(was).imports : []), { key, rows, last }],
            corrections: appended ? versionNow(was).corrections : [],
          },
        ],
      }))
    }
    case 'RecipientRowCorrected': {
      const { row, import: key } = fact.data
      return change((was) => {
        const now = versionNow(was)
        const corrections = [...now.corrections.filter((one) => one.row !== row), { row, import: key }]
        return { versions: [...was.versions, { ...now, revision: meta.revision, corrections }] }
      })
    }
    case 'RecipientColumnTypesChanged':
      return change((was) => {
        const now = versionNow(was)
        const columns = now.columns.map(({ name, type }, at) => ({ name, type: fact.data.types[at] ?? type }))
        return { versions: [...was.versions, { ...now, revision: meta.revision, columns }] }
      })
    case 'RecipientRowsErased': {
      const erased = new Map(fact.data.rows.map((one) => [one.import, one.rows]))
      const less = (version: RecipientListVersion): RecipientListVersion => ({
        ...version,
        imports: version.imports.map((one) => ({ ...one, rows: one.rows - (erased.get(one.key) ?? 0) })),
      })
      // Also of what is pinned: those rows are gone there too.
      return change(({ versions: [first, ...more] }) => ({ versions: [less(first), ...more.map(less)] }))
    }
    case 'RecipientListArchived':
      return change(() => ({ archived: meta.time }))
    case 'RecipientListRestored':
      return change(() => ({ archived: null }))
    case 'RecipientListDeleted': {
      const living = ownMap(state.living, meta)
      living.delete(list)
      return { living, deleted: new Set([...state.deleted, list]) }
    }
    default:
      return fact satisfies never
  }
}
