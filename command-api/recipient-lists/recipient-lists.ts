import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { csvUploadSuccessBody } from '#contract/recipient-lists'
import { type Encoding, encodingOf } from '#domain/csv'
import { digestOfJson, disclosed, type Refused } from '#domain/kernel'
import {
  recipientLists as aggregate,
  columnGuess,
  correctionRefusal,
  correctionsOf,
  type FileReading,
  type GuessedColumns,
  keyOfRow,
  lastRowIn,
  RECIPIENT_FILE_REFUSALS,
  RecipientFileRefused,
  type RecipientList,
  type RecipientListsCommand,
  type RecipientListsRefusalCode,
  type RecipientRow,
  recipientFileReader,
  versionNow,
} from '#domain/recipient-lists'
import { commandsOf } from '#platform/command-handler'
import type { Files } from '#platform/files'
import type { AnnouncedImport, FoundRow, RecipientRows } from '#projections/recipient-rows'
import type { Membership, TeamCaller } from '../edge/caller.ts'
import { type Problem, problem, refusalAsProblem, refusalOf } from '../edge/problem.ts'
import { commandOriginOf } from '../edge/request-origin.ts'
import type { Services } from '../services.ts'

type Parts = Pick<Services, 'handler' | 'files'> & { readonly recipientRows: RecipientRows }
export interface ListPlace {
  readonly membership: Membership
  readonly caller: TeamCaller
  readonly request: FastifyRequest
}
interface Correction {
  readonly list: string
  readonly row: number
  /** What the row said where it was read. */
  readonly was: readonly string[]
  readonly values: readonly string[]
  /** Descriptions of bulk sends that make documents of the list now. */
  readonly running: readonly string[]
}
interface Corrected {
  readonly list: RecipientList
  readonly row: FoundRow
}
type Options = z.output<typeof csvUploadSuccessBody>

const refused = (refusal: Refused<RecipientListsRefusalCode>) => refusalOf(aggregate, refusal)

export function recipientListsOf({ handler, files, recipientRows }: Parts) {
  const lists = commandsOf(aggregate, handler)

  async function find(workspace: string, key: string): Promise<RecipientList | Problem> {
    const { living, deleted } = await lists.load(workspace)
    return living.get(key) ?? (deleted.has(key) ? refused({ refused: 'recipient-list-missing' }) : problem('not-found'))
  }

  async function perform(place: ListPlace, commands: readonly RecipientListsCommand[]): Promise<Problem | null> {
    const { membership, caller, request } = place
    const who = { as: 'team', permissions: membership.permissions } as const
    const outcome = await lists.perform({ key: membership.workspace, who, commands, ...commandOriginOf(caller, request, 'recipient-list') })
    return 'refused' in outcome ? refusalOf(aggregate, outcome) : null
  }

  /** A file is looked through as a whole before any of its rows is written: what is wrong with it leaves nothing behind. */
  async function take(place: ListPlace, announced: AnnouncedImport, options: Options): Promise<RecipientList | Problem> {
    const { workspace } = place.membership
    const { key, list: listKey } = announced
    const list = await find(workspace, listKey)
    if ('problem' in list) return list
    // Sent again: it was taken.
    if (list.versions.some(({ imports }) => imports.some((one) => one.key === key))) return list
    const file = await files.find(options.file_key)
    if (file?.pack !== aggregate.streamNameOf(workspace)) return problem('not-found')
    if (file.digest === null) return problem('not-uploaded')
    const bytes = () => bytesOf(files, file.key)
    const now = versionNow(list)
    const isAppended = options.mode === 'append' && now.columns.length > 0
    const reading = {
      encoding: options.encoding ?? (await detected(bytes())),
      delimiter: options.delimiter,
      firstRow: options.first_row,
    }
    const looked = await lookThrough(bytes(), reading)
    const places = isAppended ? placesIn(looked.names, now.columns) : looked.names.map((_, at) => at)
    if (places === null) {
      return refused({ refused: 'recipient-columns-differ', slots: { columns: now.columns.map(({ name }) => name).join(', ') } })
    }
    const types = options.field_types ?? looked.guess.types
    if (types.length !== looked.names.length) return refused({ refused: 'recipient-column-types' })
    const format = {
      decimal: options.decimal_sign ?? looked.guess.format.decimal,
      dates: options.date_order ?? looked.guess.format.dates,
    }
    const as = isAppended ? now : { columns: looked.names.map((name, at) => ({ name, type: types[at]! })), format }
    const appendTo = isAppended ? lastRowIn(now) : null
    const command: RecipientListsCommand = {
      do: 'ImportRecipientFile',
      list: listKey,
      import: key,
      appendTo,
      digest: file.digest,
      rows: looked.rows,
      last: looked.last + numbersAfter(appendTo, options.first_row),
      columns: as.columns,
      format: as.format,
    }
    const { membership, caller } = place
    const who = { as: 'team', permissions: membership.permissions } as const
    const { origin, ...once } = commandOriginOf(caller, place.request, 'recipient-list')
    // However long its rows took to write: an import is taken once under its key, so that a late one undoes nothing.
    const asked = { key: workspace, who, commands: [command], origin: { ...origin, isWaitedFor: () => true }, ...once }
    const refusal = await lists.refusalOf(asked)
    if (refusal) return refusalOf(aggregate, refusal)
    await recipientRows.write(announced, as, placed(bytes(), reading, places, numbersAfter(appendTo, options.first_row)))
    const outcome = await lists.perform(asked)
    if ('refused' in outcome) {
      await recipientRows.clear(key)
      return refusalOf(aggregate, outcome)
    }
    await files.remove(file.key)
    return outcome.state.living.get(listKey)!
  }

  async function correct(place: ListPlace, to: string, correction: Correction): Promise<Corrected | Problem> {
    const { workspace } = place.membership
    const { list: key, row, was, values, running } = correction
    const list = await find(workspace, key)
    if ('problem' in list) return list
    const now = versionNow(list)
    const there = (await recipientRows.find(now, [row]))[0]
    // Sent again: it was corrected.
    if (there && correctionsOf(list).includes(to)) return { list, row: there }
    const wrong = correctionRefusal(values, now.columns)
    if (wrong) return refused(wrong)
    const instead = keyOfRow(now, row)
    if (!there || instead === null) return refused({ refused: 'recipient-row-missing' })
    if (JSON.stringify(there.values) !== JSON.stringify(was)) return refused({ refused: 'recipient-row-changed' })
    const own = { key: to, workspace, list: key }
    await recipientRows.announce(own)
    await recipientRows.write(own, now, single({ number: row, values }))
    const digest = digestOfJson([...values])
    const problem = await perform(place, [{ do: 'CorrectRecipientRow', list: key, row, import: to, instead, digest, running }])
    if (problem !== null) {
      await recipientRows.clear(to)
      return problem
    }
    const after = await find(workspace, key)
    if ('problem' in after) return after
    return { list: after, row: (await recipientRows.find(versionNow(after), [row]))[0] ?? there }
  }

  return {
    list: async (workspace: string) => [...(await lists.load(workspace)).living.values()],
    find,
    perform,
    /** Gives a row other values, under the key `to`. Asked again, it waits for the first time and answers the same. */
    correct: (place: ListPlace, to: string, correction: Correction): Promise<Corrected | Problem> =>
      recipientRows.exclusively(to, () => correct(place, to, correction)),
    /** Takes the rows of an uploaded file. Asked again, it waits for the first time and answers the same. */
    importFile: (place: ListPlace, announced: AnnouncedImport, options: Options): Promise<RecipientList | Problem> =>
      recipientRows.exclusively(announced.key, () =>
        take(place, announced, options).catch((error: unknown) => {
          if (!(error instanceof RecipientFileRefused)) throw error
          return refusalAsProblem(error.refusal, RECIPIENT_FILE_REFUSALS)
        }),
      ),
  }
}
export type RecipientLists = ReturnType<typeof recipientListsOf>

export const descriptionOf = ({ description }: Pick<RecipientList, 'description'>) => disclosed(description, '')

async function* single(row: RecipientRow) {
  yield [row]
}

async function* bytesOf(files: Pick<Files, 'open'>, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.open(key)
  if (content) for await (const part of content.stream) yield part as Uint8Array
}

async function detected(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
  let detection: ReturnType<typeof encodingOf> | null = null
  for await (const part of bytes) {
    detection ??= encodingOf(part)
    detection.push(part)
  }
  return detection?.end() ?? 'UTF-8'
}

async function* rowsIn(bytes: AsyncIterable<Uint8Array>, reader: ReturnType<typeof recipientFileReader>) {
  for await (const part of bytes) yield reader.push(part)
  yield reader.end()
}

interface Looked {
  readonly names: readonly string[]
  readonly rows: number
  /** The number of the last row. */
  readonly last: number
  readonly guess: GuessedColumns
}
/** @throws RecipientFileRefused */
async function lookThrough(bytes: AsyncIterable<Uint8Array>, reading: FileReading): Promise<Looked> {
  const reader = recipientFileReader(reading)
  const guess = columnGuess()
  let rows = 0
  let last = 0
  for await (const part of rowsIn(bytes, reader)) {
    guess.push(part)
    rows += part.length
    last = part.at(-1)?.number ?? last
  }
  const names = reader.names()
  return { names, rows, last, guess: guess.end(names, reader.delimiter()) }
}

/** Where in a row of the file the value of each column stands; null: the file has other columns. */
function placesIn(names: readonly string[], columns: readonly { readonly name: string }[]): readonly number[] | null {
  const places = columns.map(({ name }) => names.indexOf(name))
  return names.length === columns.length && !places.includes(-1) ? places : null
}

/** What is added to the numbers of a file whose rows follow others. */
const numbersAfter = (appendTo: number | null, firstRow: FileReading['firstRow']) =>
  appendTo === null ? 0 : appendTo - (firstRow === 'names' ? 1 : 0)

async function* placed(
  bytes: AsyncIterable<Uint8Array>,
  reading: FileReading,
  places: readonly number[],
  after: number,
): AsyncGenerator<readonly RecipientRow[]> {
  const isInPlace = places.every((place, at) => place === at)
  for await (const part of rowsIn(bytes, recipientFileReader(reading))) {
    yield part.map(({ number, values }) => ({
      number: number + after,
      values: isInPlace ? values : [...places.map((place) => values[place] ?? ''), ...values.slice(places.length)],
    }))
  }
}
