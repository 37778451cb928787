export { type CompiledFilter, type CompiledRule, compileFilter, type FilterContext, matches } from './compile.ts'
export { FILTER_REFUSALS, type FilterRefusalCode } from './refusals.ts'
export {
  FILTER_DAYS,
  type Filter,
  type FilterRule,
  MOST_FILTER_RULES,
  MOST_FILTER_VALUE,
  OPERATORS,
  type Operator,
  operatorsFor,
} from './rules.ts'
export {
  COLUMN_TYPES,
  type Column,
  type ColumnType,
  DATE_ORDERS,
  type DateOrder,
  DECIMALS,
  type Decimal,
  dayOf,
  numberOf,
  type ValueFormat,
} from './values.ts'
