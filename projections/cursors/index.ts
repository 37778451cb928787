import { utcOf } from '#domain/kernel'

/** Where a page of a list ended: the last row's date and key. */
export interface CursorPosition {
  readonly date: string
  readonly key: string
}

/** A cursor that was not made here. Read as the beginning, it would lead its client round for ever. */
export class UnknownCursor extends Error {
  override readonly name = 'UnknownCursor'
}

/** Opaque to clients, which only hand it back. */
export const cursorOf = ({ date, key }: CursorPosition): string => Buffer.from(`${date} ${key}`).toString('base64url')

/** @throws UnknownCursor */
export function positionOf(cursor: string): CursorPosition {
  const [date = '', key = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (more.length > 0 || !isDate(date) || !KEY.test(key)) throw new UnknownCursor()
  return { date, key }
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DATE = /^\d{4}(-\d\d){2}T\d\d(:\d\d){2}\.\d{3,6}Z$/
/** What is written like a date may still be none, as 30 February. */
const isDate = (text: string) => DATE.test(text) && utcOf(text)?.slice(0, 19) === text.slice(0, 19)
