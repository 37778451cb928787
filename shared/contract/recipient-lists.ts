import { z } from 'zod'
import { ENCODINGS } from '#domain/csv'
import { COLUMN_TYPES, DATE_ORDERS, DECIMALS, MOST_FILTER_RULES, MOST_FILTER_VALUE, OPERATORS } from '#domain/filters'
import { MOST_CELL, MOST_COLUMN_NAME, MOST_LIST_COLUMNS, MOST_LISTS } from '#domain/recipient-lists'
import { numeral, shown, text, token, whole } from './bounds.ts'
import { key, succeeded } from './envelope.ts'
import { sizeAhead } from './uploads.ts'

export const RECIPIENT_ROWS_PAGE = 100
const MOST_ROWS_A_PAGE = 500

const types = z.array(z.enum(COLUMN_TYPES)).max(MOST_LIST_COLUMNS)

/** A recipient list. Its rows are fetched apart. */
export const recipientData = z.object({
  key,
  description: shown,
  number_of_rows: z.int(),
  archived: z.boolean(),
  field_names: z.array(shown).max(MOST_LIST_COLUMNS),
  field_types: types,
  /** How the numbers and dates of its rows are written. */
  decimal_sign: z.enum(DECIMALS),
  date_order: z.enum(DATE_ORDERS),
  date_created: shown,
  date_changed: shown,
})
export type RecipientDataRecord = z.infer<typeof recipientData>

/** GET /app/recipient_datas */
export const recipientDatasAnswer = succeeded({ recipient_datas: z.array(recipientData).max(MOST_LISTS) })
export const recipientDataAnswer = succeeded({ recipient_data: recipientData })
/** The key of a list that is not saved yet. */
export const UNSAVED = 'new'
/** POST /app/recipient_datas/add_update_recipient_data, data; what is left out stays as it is. */
export const recipientDataUpdate = z.object({
  key: z.union([key, z.literal(UNSAVED)]),
  description: text.optional(),
  archived: z.boolean().optional(),
  /** One for each column, in their order. */
  field_types: types.optional(),
  /** Counted by the server, whatever stands here. */
  number_of_rows: whole(0, 1_000_000_000).optional(),
})

export const filterRules = z
  .array(
    z.object({
      selected_field: z.string().max(2 * MOST_COLUMN_NAME),
      selected_inequality: z.enum(OPERATORS),
      comparison_value: z.string().max(MOST_FILTER_VALUE),
    }),
  )
  .max(2 * MOST_FILTER_RULES)
export type FilterRuleRecord = z.infer<typeof filterRules>[number]

const rowsLimit = numeral(1, MOST_ROWS_A_PAGE).default(RECIPIENT_ROWS_PAGE)
/** GET /app/recipient_datas/{key}/rows */
export const recipientRowsQuery = z.object({ cursor: token.optional(), limit: rowsLimit })
/** POST on the same path */
export const recipientRowsBody = z.object({
  query: z.object({ filter_rules: filterRules.default([]) }),
  cursor: token.optional(),
  limit: whole(1, MOST_ROWS_A_PAGE).default(RECIPIENT_ROWS_PAGE),
})
export const recipientRow = z.object({
  /** As spreadsheets number it in the file: the first below the names of the columns is 2. */
  number: z.int(),
  values: z.array(shown).max(MOST_LIST_COLUMNS + 1),
  /** What is wrong with values, by their place. */
  problems: z.array(z.object({ at: z.int(), code: token, message: shown })).max(MOST_LIST_COLUMNS + 1),
})
export type RecipientRowRecord = z.infer<typeof recipientRow>
// A little more than fits, so that the list's own rules refuse it in their words.
const cells = z.array(z.string().max(2 * MOST_CELL)).max(MOST_LIST_COLUMNS + 1)
/** POST /app/recipient_datas/{key}/correct_row, data: `was` is what the row said where it was read. */
export const rowToCorrect = z.object({ row: whole(1, 1_000_000), was: cells, values: cells })
export const correctedRowAnswer = succeeded({ recipient_data: recipientData, row: recipientRow })
export const recipientRowsAnswer = succeeded({
  recipient_data_rows: z.array(recipientRow).max(MOST_ROWS_A_PAGE),
  /** null: there is no more. */
  cursor: shown.nullable(),
  /** How many rows the filter keeps, and how many of them have problems; null on pages behind the first. */
  count: z.object({ rows: z.int(), problems: z.int() }).nullable(),
})

/** GET /app/get_csv_upload_url/{recipient_data_view_model_key} */
export const csvUploadQuery = z.object({ filename: text.min(1), size: sizeAhead })
export const csvUploadAnswer = succeeded({ url: shown, file_key: key, temp_csv_key: key, recipient_data: recipientData })
export const CSV_MODES = ['replace', 'append'] as const
/** POST /app/csv_upload_success/{temp_csv_key}; what is left out is guessed from the whole file. */
export const csvUploadSuccessBody = z.object({
  file_key: key,
  mode: z.enum(CSV_MODES).default('replace'),
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.string().length(1).optional(),
  decimal_sign: z.enum(DECIMALS).optional(),
  date_order: z.enum(DATE_ORDERS).optional(),
  field_types: types.optional(),
  first_row: z.enum(['names', 'data']).default('names'),
})
export const csvUploadSuccessAnswer = succeeded({
  temp_csv: z.object({ key, number_of_rows: z.int() }),
  recipient_data: recipientData,
})
